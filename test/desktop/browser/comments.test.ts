import { expect } from 'chai';
import type { UserNotification } from '../../../contract/notifications.ts';
import type { VariableSpec } from '../../../contract/variables.ts';
import { approvalSpec, notification } from '../support/samples.ts';
import { until, visit, withClient } from './client.ts';
import { withQuestions } from './questions.ts';
import { inboxOn } from '../support/screens/inbox.ts';
import { questionIn } from '../support/screens/question.ts';

describe('desktop in a browser: the comment of a decision', () => {
  const client = withClient();
  const put = withQuestions(client);

  /** Puts one question into the inbox and opens it. */
  async function ask(change: Partial<UserNotification>, specs: VariableSpec[]): Promise<void> {
    const { id } = await put(change, specs);
    await visit(client(), '#/notifications');
    await inboxOn(client().page).rowOf(id).click(); // the previous one may still be shown, with the same words
  }
  const sent = () => client().standIn.calls.find(({ path }) => path.endsWith('/respond'));
  const question = () => questionIn(client().page);
  const recorded = () => questionIn(client().page).outcome;

  it('opens the comment that an option requires, and sends nothing without it', async () => {
    const options = [
      { value: 'approved', label: 'Approve' },
      { value: 'rejected', label: 'Reject', comment: 'required' as const },
    ];
    await ask({ commentOffer: { required: false } }, [{ ...approvalSpec, options }]);
    await question().addComment.waitFor();
    await question().reject.click();
    await until(client(), 'document.activeElement.tagName === "TEXTAREA"');
    await question().send.click();
    await client().page.getByText('Add a comment: this answer needs one.').waitFor();
    expect(sent()).to.equal(undefined);
    await question().comment.fill('Too dear');
    await question().send.click();
    await question().sendNow.click();
    await recorded().waitFor();
    expect(sent()?.body).to.deep.equal({ values: { value: 'rejected' }, comment: 'Too dear' });
  });

  it('keeps an optional comment collapsed until its key is pressed', async () => {
    await ask({ commentOffer: { required: false, label: 'Why' } }, [approvalSpec]);
    await question().addComment.waitFor();
    await client().page.keyboard.press('C'); // as with Caps Lock
    await client().page.getByRole('textbox', { name: 'Why' }).fill('Cheap');
    await question().approve.click();
    await question().send.click();
    await question().sendNow.click();
    await recorded().waitFor();
    expect(sent()?.body).to.deep.equal({ values: { value: 'approved' }, comment: 'Cheap' });
  });

  it('is written once for several equal questions', async () => {
    await put({}, [approvalSpec]);
    const { state } = client().standIn;
    const commentOffer = { required: false };
    state.notifications = ['a', 'b'].map((id) => notification({ id, prompt: `Question ${id}?`, commentOffer }));
    const { page } = client();
    await visit(client(), '#/notifications');
    await page.reload(); // as for a new visit, because a list keeps its rows
    for (const id of ['a', 'b']) await page.getByRole('checkbox', { name: `Select: Question ${id}?` }).check();
    await question().reject.click();
    const comment = page.getByRole('textbox', { name: 'Comment for all of them' });
    const send = page.getByRole('button', { name: 'Send 2 answers' });
    await comment.focus();
    await page.keyboard.insertText('x'.repeat(2001)); // as when it is pasted
    await page.getByText('Enter at most 2,000 characters.').waitFor();
    await send.click();
    expect(await comment.inputValue(), 'all of it is still there').to.have.length(2001);
    await comment.fill(' Too dear ');
    await send.click();
    await question().sendNow.click();
    await page.getByText('2 of 2 done').waitFor();
    const bodies = client()
      .standIn.calls.filter(({ path }) => path.endsWith('/respond'))
      .map(({ body }) => body);
    expect(bodies).to.deep.equal(Array(2).fill({ values: { value: 'rejected' }, comment: 'Too dear' }));
  });
});

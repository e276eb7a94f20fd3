import { expect } from 'chai';
import type { UserNotification } from '../../../contract/notifications.ts';
import type { VariableSpec } from '../../../contract/variables.ts';
import { approvalSpec } from '../support/samples.ts';
import { holdBack, until, visit, withClient } from './client.ts';
import { withQuestions } from './questions.ts';
import { questionIn, SEND_ANSWER } from '../support/screens/question.ts';

describe('desktop in a browser: an option that needs a confirmation', () => {
  const client = withClient();
  const put = withQuestions(client);

  async function ask(change: Partial<UserNotification>, specs: VariableSpec[]): Promise<void> {
    const asked = await put(change, specs);
    await visit(client(), `#/notifications/${asked.id}`);
  }
  const sent = () => client().standIn.calls.find(({ path }) => path.endsWith('/respond'));
  const question = () => questionIn(client().page);
  const recorded = () => questionIn(client().page).outcome;
  const sure: VariableSpec = {
    ...approvalSpec,
    options: [
      { value: 'approved', label: 'Approve' },
      { value: 'rejected', label: 'Reject', confirm: true },
    ],
  };
  const dialog = () => client().page.getByRole('dialog', { name: 'Send “Reject”?' });
  const hasFocus = (words: string) => until(client(), `document.activeElement.textContent === '${words}'`);

  it('is sent when the person confirms, and can be undone like any other', async () => {
    await ask({}, [sure]);
    await question().reject.click();
    await question().send.click();
    await dialog().getByText('Nothing has been sent yet.').waitFor();
    await hasFocus('Cancel');
    await client().page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
    await hasFocus(SEND_ANSWER);
    expect(sent(), 'whoever goes back has sent nothing').to.equal(undefined);
    await question().send.click();
    await questionIn(dialog()).send.click();
    await question().undo.waitFor();
    await question().sendNow.click();
    await recorded().waitFor();
    expect(sent()?.body).to.equal('rejected');
  });

  for (const when of ['while it is open', 'after it was closed'] as const)
    it(`gives the focus back, if the code for that comes ${when}`, async () => {
      const letGo = await holdBack(client(), 'GET', /PageKeeper/);
      await client().page.reload();
      await ask({}, [sure]);
      await question().reject.click();
      await question().send.click();
      await hasFocus('Cancel');
      if (when === 'while it is open') await letGo();
      await client().page.keyboard.press('Escape');
      await dialog().waitFor({ state: 'detached' });
      if (when === 'after it was closed') await letGo();
      await hasFocus(SEND_ANSWER);
      expect(sent()).to.equal(undefined);
    });

  it('needs none when another option is chosen', async () => {
    await ask({}, [sure]);
    await question().approve.click();
    await question().send.click();
    await question().sendNow.click();
    await recorded().waitFor();
    expect(sent()?.body).to.equal('approved');
  });

  it('asks for confirmation before a tap sends it', async () => {
    await ask({ inputType: 'choice' }, [{ ...sure, variant: 'buttons', autoSubmitOnSelect: true }]);
    await question().reject.click();
    await dialog().getByRole('button', { name: 'Cancel' }).click();
    await hasFocus('Reject');
    expect(sent(), 'a tap alone sends nothing').to.equal(undefined);
    await question().reject.click();
    await questionIn(dialog()).send.click();
    await question().sendNow.click();
    await recorded().waitFor();
    expect(sent()?.body).to.equal('rejected');
  });
});

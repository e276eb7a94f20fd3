import { expect } from 'chai';
import type { UserNotification } from '../../../contract/notifications.ts';
import type { VariableSpec } from '../../../contract/variables.ts';
import { assignment } from '../support/assignmentSamples.ts';
import { approvalSpec, chat, messages } from '../support/samples.ts';
import { called, holdBack, until, visit, withClient } from './client.ts';
import { FORM, TEXT, withQuestions } from './questions.ts';
import { questionIn, UNDO } from '../support/screens/question.ts';

const WAITS = 'Your answer will be sent when you are online again.';
const ONE_BAR = `[...document.querySelectorAll('.fui-MessageBar')].filter((bar) => bar.textContent.includes('${WAITS}')).length === 1`;
const INLINE = 'POST /flow/human-response';

describe('desktop in a browser: answers in a chat', () => {
  const client = withClient();
  const put = withQuestions(client, { chats: [chat], messages });
  let asked: UserNotification;

  async function ask(change: Partial<UserNotification>, specs: VariableSpec[]): Promise<void> {
    asked = await put({ chatId: chat.id, ...change }, specs);
    await visit(client(), `#/chats/${chat.id}`);
    await question().getByText(asked.prompt.slice(0, 20)).waitFor();
  }
  const log = () => client().page.getByRole('log');
  const question = () => log().getByRole('article');
  const dialog = () => client().page.getByRole('dialog');
  const inQuestion = (name: string) => question().getByRole('button', { name, exact: true });
  const field = () => questionIn(question()).answer;
  const recorded = () => questionIn(question()).outcome;
  const sent = () => client().standIn.calls.filter(({ method, path }) => `${method} ${path}` === INLINE);
  const bodies = () => sent().map(({ body }) => body as Record<string, unknown>);
  const bars = () => client().page.getByText('Your answer is sent in');
  const stored = () => client().page.evaluate<string>('JSON.stringify(localStorage)');

  it('wait for the bar above the log, which would move them', async () => {
    const { page, standIn } = client();
    const own = { ...chat, id: 'assigned' };
    Object.assign(standIn.state, { chats: [own], assignments: [assignment({ id: 'given', chatId: own.id })] });
    const letGo = await holdBack(client(), 'GET', /\/api\/assignments\?.*chatId=/);
    await put({ chatId: own.id }, [approvalSpec]);
    await visit(client(), `#/chats/${own.id}`);
    await called(client(), `/chats/${own.id}/messages`);
    await page.getByRole('heading', { name: own.name }).waitFor();
    expect(await log().count()).to.equal(0);
    await letGo();
    await questionIn(question()).approve.waitFor();
    expect(await page.getByRole('link', { name: 'Open the assignment' }).count()).to.equal(1);
  });

  it('can be undone for five seconds, and are shown as pending in one place only', async () => {
    const { page } = client();
    await ask({}, [approvalSpec]);
    await questionIn(question()).approve.click();
    await questionIn(question()).send.click();
    await bars().waitFor();
    expect(await bars().count(), 'one bar').to.equal(1);
    expect(await question().getByText('Your answer is sent in').count(), 'in its place').to.equal(1);
    await until(client(), `document.activeElement.textContent === '${UNDO}'`);
    await page.keyboard.press('Enter');
    await questionIn(question()).send.waitFor();
    expect(await questionIn(question()).approve.getAttribute('aria-pressed'), 'what was chosen stands').to.equal(
      'true',
    );
    await questionIn(question()).reject.click();
    await questionIn(question()).send.click();
    await visit(client(), '#/flows');
    await page.getByRole('region', { name: 'Answers on their way' }).getByText('Reject').waitFor();
    expect(await bars().count(), 'elsewhere it is a toast').to.equal(0);
    await visit(client(), `#/chats/${chat.id}`);
    await questionIn(question()).sendNow.click();
    await recorded().waitFor();
    expect(bodies()).to.have.length(1);
    expect(bodies()[0]).to.include({ value: 'rejected', nodeId: asked.nodeId, executionId: asked.executionId });
    expect(bodies()[0]!['submissionId']).to.be.a('string');
  });

  it('with one tap are sent by that tap', async () => {
    await ask({ inputType: 'choice' }, [{ ...approvalSpec, variant: 'buttons', autoSubmitOnSelect: true }]);
    await questionIn(question()).reject.click();
    await questionIn(question()).sendNow.click();
    await recorded().waitFor();
    expect(bodies()[0]).to.include({ value: 'rejected' });
  });

  it('do not use single keys while the person types', async () => {
    const { page } = client();
    await ask({}, [approvalSpec]);
    await questionIn(question()).approve.waitFor();
    await log().focus();
    await page.keyboard.press('a');
    expect(await questionIn(question()).approve.getAttribute('aria-pressed')).to.equal('false');
  });

  it('are drafts that survive a reload, the same as in the inbox', async () => {
    const { page } = client();
    await ask({ inputType: 'text', options: [] }, TEXT);
    await field().fill('Half a thought');
    await page.reload();
    await question().getByText('You started this earlier.').waitFor();
    expect(await field().inputValue()).to.equal('Half a thought');
    await visit(client(), `#/notifications/${asked.id}`);
    const inInbox = questionIn(page.getByRole('article')).answer;
    await inInbox.waitFor();
    expect(await inInbox.inputValue()).to.equal('Half a thought');
    await visit(client(), `#/chats/${chat.id}`);
    await questionIn(question()).send.click();
    await recorded().waitFor();
    expect(await stored()).not.to.include('Half a thought');
  });

  it('are given to a question that shows its title once, in the chat and in the dialog', async () => {
    await ask({ title: 'A chair for Ada', prompt: 'Shall we buy it?' }, [approvalSpec]);
    await question().getByRole('heading', { name: 'A chair for Ada' }).waitFor();
    await ask({ inputType: 'form', options: [], title: 'A desk for Ada', prompt: 'Which one?' }, FORM);
    await inQuestion('Open form').click();
    await dialog().getByRole('heading', { name: 'A desk for Ada' }).waitFor();
    await dialog().getByRole('button', { name: 'Close' }).click();
    await ask({ title: 'Shall we sell it?', prompt: 'Shall we sell it?' }, [approvalSpec]);
    expect(await question().getByText('Shall we sell it?').count()).to.equal(1);
  });

  it('keep what was typed into a form when its dialog is closed, except passwords', async () => {
    await ask({ inputType: 'form', options: [] }, FORM);
    await inQuestion('Open form').click();
    await dialog().getByRole('textbox', { name: 'Title' }).fill('Half a form');
    await dialog().getByLabel('Pin').fill('1234');
    expect(await stored()).not.to.include('1234');
    await dialog().getByRole('button', { name: 'Close' }).click();
    await inQuestion('Continue with the form').click();
    expect(await dialog().getByRole('textbox', { name: 'Title' }).inputValue()).to.equal('Half a form');
    expect(await dialog().getByLabel('Pin').inputValue()).to.equal('');
    await dialog().getByLabel('Pin').fill('1234');
    await questionIn(dialog()).send.click();
    await recorded().waitFor();
    await dialog().waitFor({ state: 'detached' });
    expect(bodies()[0]!['values']).to.deep.equal({ title: 'Half a form', pin: '1234' });
    expect(await stored()).not.to.include('Half a form');
  });

  it('given offline in a dialog wait below the question, and are sent on return', async () => {
    const { context } = client();
    await ask({ inputType: 'form', options: [] }, FORM);
    await inQuestion('Open form').click();
    await dialog().getByRole('textbox', { name: 'Title' }).fill('From the train');
    await context.setOffline(true);
    await questionIn(dialog()).send.click();
    await dialog().getByText(WAITS).waitFor();
    await until(client(), ONE_BAR); // which sometimes says that it retries
    await dialog().getByRole('button', { name: 'Close' }).click();
    await question().getByText(WAITS).waitFor();
    await until(client(), ONE_BAR);
    await context.setOffline(false);
    await recorded().getByText('From the train').waitFor();
    expect(sent()).to.have.length(1);
  });

  it('that come too late say so, and stay readable until they are discarded', async () => {
    const { standIn } = client();
    await ask({ inputType: 'form', options: [] }, FORM);
    await inQuestion('Open form').click();
    await dialog().getByRole('textbox', { name: 'Title' }).fill('I was about to say');
    standIn.state.refusals[INLINE] = { code: 'request_closed', status: 409 };
    const closed = { status: 'completed', answeredBy: 'Grace Hopper', closedReason: 'answered' } as const;
    Object.assign(standIn.state.notifications[0]!, closed);
    await questionIn(dialog()).send.click();
    await dialog().getByText('What you typed and did not send').waitFor();
    await dialog().getByText('This question is closed').waitFor();
    expect(await dialog().getByRole('textbox', { name: 'Title' }).inputValue()).to.equal('I was about to say');
    await dialog().getByRole('button', { name: 'Close' }).click();
    await inQuestion('Show what you typed and did not send').click();
    expect(await dialog().getByRole('textbox', { name: 'Title' }).inputValue()).to.equal('I was about to say');
    await dialog().getByRole('button', { name: 'Discard it' }).click();
    await dialog().getByRole('button', { name: 'Close' }).click();
    await inQuestion('Show what you typed and did not send').waitFor({ state: 'detached' });
    expect(await stored()).not.to.include('I was about to say');
  });
});

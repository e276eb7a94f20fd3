import { expect } from 'chai';
import type { VariableSpec } from '../../../contract/variables.ts';
import { controlTime, stopTime } from '../../support/pageTime.ts';
import { approvalSpec, chat, notification, template } from '../support/samples.ts';
import { signIn, until, visit, withClient } from './client.ts';
import { questionIn } from '../support/screens/question.ts';
import { signInOn } from '../support/screens/signIn.ts';
import { chatOn } from '../support/screens/chat.ts';
import { flowEditorOn } from '../support/screens/flowEditor.ts';

const TEXT: VariableSpec[] = [{ name: 'value', type: 'textarea', required: true }];
const RESPOND = 'POST /user/notifications/last/respond';

describe('desktop in a browser: sign-out', () => {
  const client = withClient();
  const question = () => questionIn(client().page);
  const dialog = () => client().page.getByRole('dialog', { name: 'Sign out before your answers are sent?' });
  const sent = () => client().standIn.calls.filter(({ path }) => path.endsWith('/respond'));
  const stored = () => client().page.evaluate<string>('JSON.stringify(localStorage)');

  before(() => controlTime(client().context));
  beforeEach(async () => {
    const { standIn, page } = client();
    const asked = notification({ id: 'last', inputType: 'text', options: [] });
    const kept = notification({ id: 'draft', inputType: 'text', options: [], prompt: 'And what else?' });
    Object.assign(standIn.state, { notifications: [asked, kept], chats: [chat], roles: ['author'] });
    standIn.state.templates = { [asked.promptTemplateId]: template(asked, TEXT) };
    standIn.state.refusals = {};
    standIn.calls.length = 0;
    await signIn(client(), 'Ada Lovelace', '#/notifications/draft');
    await questionIn(page).answer.fill('Half a thought');
    expect(await stored()).to.include('Half a thought');
  });
  afterEach(async () => {
    const { context, page, standIn } = client();
    await context.clearCookies();
    await page.goto(standIn.url);
    await page.evaluate('sessionStorage.clear(); localStorage.clear()');
  });

  async function signOut(): Promise<void> {
    await client().page.getByRole('button', { name: 'Account of Ada Lovelace' }).click();
    await signInOn(client().page).signOut.click();
  }
  async function expectNobodyHere(): Promise<void> {
    await signInOn(client().page).signIn.waitFor();
    expect(await stored()).not.to.match(/half.a.thought|From the tunnel/i);
  }
  /** An answer that the server cannot store just now. */
  async function answerInVain(): Promise<void> {
    const { standIn, page } = client();
    standIn.state.refusals[RESPOND] = { code: 'unavailable', status: 503 };
    await page.goto(`${standIn.url}/#/notifications/last`);
    await page.getByRole('article').getByText(standIn.state.notifications[0]!.prompt.slice(0, 20)).waitFor();
    await questionIn(page).answer.fill('From the tunnel');
    await question().send.click();
    await page.getByText('The server is busy.').first().waitFor();
  }

  it('leaves nothing of what was typed to the next person', async () => {
    const { page } = client();
    await visit(client(), `#/chats/${chat.id}`);
    await chatOn(page).composer.fill('Half a thought for everybody');
    await visit(client(), '#/new-flow');
    await flowEditorOn(page).begin();
    await flowEditorOn(page).openText();
    await flowEditorOn(page).write('{ "id": "half-a-thought" }');
    expect(await stored()).to.match(/for everybody.*half-a-thought|half-a-thought.*for everybody/);
    await signOut();
    await expectNobodyHere();
    expect(await dialog().count()).to.equal(0);
  });

  it('asks first if an answer has not been sent, and sends it if possible', async () => {
    const { standIn, page } = client();
    await answerInVain();
    await signOut();
    await dialog().getByText('One answer has not reached the server yet.').waitFor();
    await dialog().getByRole('listitem').getByText('Expense approval').waitFor();
    await dialog().getByRole('button', { name: 'Send and sign out' }).click();
    await dialog().getByText('The answer could not be sent just now.').waitFor();
    expect(await page.evaluate('document.activeElement.textContent')).to.equal('Send and sign out');
    expect(await stored(), 'nothing is lost by trying').to.include('From the tunnel');
    standIn.state.refusals = {};
    await dialog().getByRole('button', { name: 'Send and sign out' }).click();
    await expectNobodyHere();
    expect(standIn.state.notifications[0]!.response).to.equal('From the tunnel');
  });

  it('can be cancelled, or done without sending', async () => {
    const { standIn } = client();
    await answerInVain();
    await signOut();
    await dialog().getByRole('button', { name: 'Stay signed in' }).click();
    await dialog().waitFor({ state: 'detached' });
    expect(await stored()).to.include('From the tunnel');
    await until(client(), `document.activeElement.ariaLabel === 'Account of Ada Lovelace'`);
    await signOut();
    expect(await signInOn(client().page).signOut.count(), 'nothing is open behind the question').to.equal(0);
    await client().page.setViewportSize({ width: 360, height: 500 }); // a phone was rotated, or its keyboard opened
    await dialog().getByText('One answer has not reached the server yet.').waitFor();
    await client().page.setViewportSize({ width: 1180, height: 800 });
    await dialog().getByRole('button', { name: 'Sign out without sending' }).click();
    await expectNobodyHere();
    expect(standIn.state.notifications[0]!.response).to.equal(null);
  });

  it('does not keep an answer that could still be undone', async () => {
    const { standIn, page } = client();
    const asked = notification({ id: 'tap' });
    standIn.state.notifications = [asked];
    standIn.state.templates[asked.promptTemplateId] = template(asked, [approvalSpec]);
    await page.goto(`${standIn.url}/#/notifications/tap`);
    await page.reload();
    await question().approve.waitFor();
    await stopTime(page);
    await question().approve.click();
    await question().send.click();
    await signOut();
    await dialog().getByRole('listitem').getByText('Expense approval · Approve').waitFor();
    await dialog().getByRole('button', { name: 'Send and sign out' }).click();
    await expectNobodyHere();
    expect(sent().map(({ body }) => body)).to.deep.equal(['approved']);
  });
});

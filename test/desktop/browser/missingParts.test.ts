import { expect } from 'chai';
import type { VariableSpec } from '../../../contract/variables.ts';
import { everything, filed } from '../places/given.ts';
import { approvalSpec, chat, flow, notification, template } from '../support/samples.ts';
import { chatOn } from '../support/screens/chat.ts';
import { flowEditorOn } from '../support/screens/flowEditor.ts';
import { inboxOn } from '../support/screens/inbox.ts';
import { questionIn, SEND_ANSWER } from '../support/screens/question.ts';
import { signIn, until, visit, withClient } from './client.ts';

const SURE: VariableSpec[] = [
  { ...approvalSpec, variant: 'buttons', options: [{ value: 'approved', label: 'Approve', confirm: true }] },
  { name: 'reason', type: 'text', label: 'Reason' },
];
const CHANGED = 'it has been updated since you opened this page';

describe('desktop in a browser: a dialog or part whose code cannot be loaded', () => {
  const client = withClient();
  const page = () => client().page;
  const button = (name: string) => page().getByRole('button', { name, exact: true });
  const missing = () => page().getByRole('alertdialog', { name: /^This could not be loaded/ });
  const dialog = () => page().getByRole('dialog');
  const hasFocus = (name: string) =>
    until(client(), `(document.activeElement.ariaLabel ?? document.activeElement.textContent) === '${name}'`);

  before(async () => {
    const sure = notification({ id: 'sure', inputType: 'form' });
    const { notifications, templates } = filed();
    Object.assign(client().standIn.state, everything(), {
      chats: [{ ...chat, users: [] }],
      notifications: [...notifications!, sure],
      templates: { ...templates, [sure.promptTemplateId]: template(sure, SURE) },
    });
    await signIn(client());
  });
  afterEach(() => page().unrouteAll({ behavior: 'wait' }));

  /** Opens a page of a server that no longer has this part. */
  async function openWithout(part: RegExp, hash: string): Promise<void> {
    await page().route(part, (route) => route.abort());
    await visit(client(), hash);
    await page().reload();
  }
  /** The part is there again. */
  async function bringBack(): Promise<void> {
    await page().unrouteAll({ behavior: 'wait' });
    await button('Try again').click();
  }

  it('leaves the page and what was typed there, and is loaded when the person tries again', async () => {
    await openWithout(/AssignDialog/, `#/chats/${chat.id}`);
    await chatOn(page()).composer.fill('Half a message');
    await chatOn(page()).choose('Assign…');
    await missing().getByText(CHANGED).waitFor();
    await hasFocus('Try again');
    await button('Try again').click();
    await missing().waitFor();
    await page().keyboard.press('Escape');
    await missing().waitFor({ state: 'detached' });
    await hasFocus('More for this chat');
    await chatOn(page()).choose('Assign…');
    await missing().waitFor();
    await bringBack();
    await dialog().getByRole('combobox', { name: 'People', exact: true }).waitFor();
    await page().keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
    expect(await chatOn(page()).composer.inputValue()).to.equal('Half a message');
  });

  it('can be asked for again without trying, and then comes', async () => {
    await openWithout(/AccessDialog/, `#/flows/${flow.id}`);
    await button('Access').click();
    await missing().getByRole('button', { name: 'Close' }).click();
    await hasFocus('Access');
    await page().unrouteAll({ behavior: 'wait' });
    await button('Access').click();
    await dialog().getByText('Groups of owners').waitFor();
    expect(await missing().count()).to.equal(0);
    await page().keyboard.press('Escape');
  });

  it('leaves the flows that can be started', async () => {
    await openWithout(/RunDialog/, '#/flows');
    await button(`Start ${flow.name}`).click();
    await missing().waitFor();
    await page().getByRole('link', { name: flow.name }).first().waitFor();
    await bringBack();
    await dialog().waitFor();
    await page().keyboard.press('Escape');
  });

  it('sends no answer that was not confirmed, and keeps it', async () => {
    await openWithout(/ConfirmAnswer/, '#/notifications/sure');
    const question = questionIn(page());
    await question.approve.click();
    await page().getByRole('textbox', { name: 'Reason' }).fill('It is cheap.');
    expect(await missing().count(), 'nobody has asked for it yet').to.equal(0);
    await question.send.click();
    await missing().getByRole('button', { name: 'Close' }).click();
    await hasFocus(SEND_ANSWER);
    expect(await page().getByRole('textbox', { name: 'Reason' }).inputValue()).to.equal('It is cheap.');
    await page().unrouteAll({ behavior: 'wait' });
    await question.send.click();
    await dialog().getByText('Nothing has been sent yet.').waitFor();
    await page().keyboard.press('Escape');
    expect(client().standIn.calls.filter(({ path }) => path.endsWith('/respond'))).to.deep.equal([]);
  });

  it('leaves the fields of a form', async () => {
    await openWithout(/LibraryDialog/, '#/notifications/filed');
    await button('Choose from a document library').click();
    await missing().waitFor();
    await bringBack();
    await dialog().getByRole('searchbox').waitFor();
    await page().keyboard.press('Escape');
    await openWithout(/\/file-/, '#/notifications/filed');
    await page().getByRole('article').getByText('This could not be loaded').waitFor();
    await page().getByRole('article').getByText('Receipt', { exact: true }).waitFor();
    await bringBack();
    await button('Choose from a document library').waitFor();
  });

  for (const [part, key] of [
    [/SnoozeDialog/, 'h'],
    [/ShortcutHelp/, '?'],
  ] as const)
    it(`leaves the inbox where ${key} was pressed`, async () => {
      await openWithout(part, '#/notifications');
      await inboxOn(page()).rowOf('sure').focus();
      await page().keyboard.press(key);
      await missing().waitFor();
      await page().keyboard.press('Escape');
      await missing().waitFor({ state: 'detached' });
      await until(client(), 'document.activeElement.dataset.id === "sure"');
      await page().unrouteAll({ behavior: 'wait' });
      await page().keyboard.press(key);
      await dialog().waitFor();
      await page().keyboard.press('Escape');
    });

  it('leaves the rest of a flow without its drawing', async () => {
    await openWithout(/FlowGraph/, `#/flows/${flow.id}`);
    await page().getByText(CHANGED).waitFor();
    await page().getByText('The 5 steps in words').waitFor();
    await bringBack();
    await page().getByRole('group', { name: 'Ask for a signature' }).waitFor();
  });

  it('leaves the rest of the editor without the definition', async () => {
    await openWithout(/JsonEditor/, `#/flows/${flow.id}/edit`);
    await flowEditorOn(page()).openText();
    await page().getByText(CHANGED).waitFor();
    await page().getByRole('group', { name: 'Ask for a signature' }).waitFor();
    await bringBack();
    await flowEditorOn(page()).definition.waitFor();
  });
});

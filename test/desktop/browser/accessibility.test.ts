import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import {
  approvalSpec,
  chat,
  everyType,
  execution,
  flow,
  messages,
  notification,
  savedFlow,
  template,
} from '../support/samples.ts';
import { signIn, visit, withClient, type Client } from './client.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

// cspell:ignore tabster
/** Fluent's hidden focus markers are left out; everything else counts. */
const CHECK = `axe.run({ exclude: [['[data-tabster-dummy]']] }, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] })
  .then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ': ' + html.slice(0, 120))))`;

async function expectAccessible({ page }: Client, what: string): Promise<void> {
  await page.evaluate('Promise.all(document.getAnimations().map((each) => each.finished.catch(() => null)))');
  await page.evaluate(axe);
  expect(await page.evaluate(CHECK), what).to.deep.equal([]);
  expect(
    await page.evaluate('document.documentElement.scrollWidth <= innerWidth'),
    `${what} scrolls sideways`,
  ).to.equal(true);
}

const approval = notification({
  id: 'approval',
  chatId: chat.id,
  chatContext: { chatName: 'Office', totalMessages: 1, recentMessages: [{ role: 'user', content: 'Hello' }] },
});
const form = notification({
  id: 'form',
  chatId: chat.id,
  inputType: 'form',
  expiresAt: new Date(Date.now() + 1_200_000).toISOString(),
});
const soon = notification({ id: 'soon', expiresAt: new Date(Date.now() + 10_000_000).toISOString() });
const done = notification({
  id: 'done',
  chatId: chat.id,
  status: 'completed',
  response: 'approved',
  closedReason: 'answered',
  respondedAt: new Date().toISOString(),
  outcome: 'Approved',
});
const late = notification({ id: 'late', status: 'expired', closedReason: 'timed_out' });

const PAGES: [string, string][] = [
  ['#/notifications', 'Choose a question'],
  ['#/notifications/approval', 'Approve'],
  ['#/notifications/soon', 'Approve'],
  ['#/notifications/form', 'What happened?'],
  ['#/notifications/done?status=completed', 'You answered'],
  ['#/notifications/late?status=expired', 'The time to answer ran out'],
  ['#/notifications/none', 'This question is not in your inbox'],
  ['#/chats', 'Office supplies'],
  ['#/chats/office', 'What ai says'],
  ['#/chats/none', 'This chat is not open to you'],
  ['#/flows', 'Expense approval'],
  ['#/flows/expense-approval', 'Is that clear?'],
  ['#/flows/expense-approval?version=2', 'This is version 2'],
  ['#/flows/expense-approval/edit', 'Is that clear?'],
  ['#/new-flow', 'Ask somebody'],
  ['#/flows/none', 'There is no such flow'],
  ['#/executions', 'Expense approval'],
  [`#/executions/${execution().id}`, 'Timeline'],
  ['#/nowhere', 'This address leads nowhere.'],
];

for (const theme of ['light', 'dark', 'contrast'] as const)
  for (const width of theme === 'contrast' ? [1180] : [1180, 360])
    describe(`desktop in a browser: accessible, ${theme}, ${width} px`, function () {
      this.timeout(60_000);
      const client = withClient({ theme, viewport: { width, height: 800 } });
      const button = (name: string | RegExp) => client().page.getByRole('button', { name });

      before(async () => {
        const { standIn, page } = client();
        Object.assign(standIn.state, {
          notifications: [approval, form, soon, done, late],
          templates: {
            [approval.promptTemplateId]: template(approval, [approvalSpec]),
            [form.promptTemplateId]: template(form, everyType),
          },
          flows: [flow],
          definitions: { [flow.id]: savedFlow },
          chats: [chat],
          messages,
          executions: [
            execution(),
            execution({ id: 'failed', status: 'failed', error: { code: 'x', message: 'Nobody could be asked.' } }),
          ],
          roles: ['author'],
        });
        await page.goto(standIn.url);
        await button('Sign in').waitFor();
        await expectAccessible(client(), 'signed out');
        await signIn(client());
      });

      it('on every page', async () => {
        const { page } = client();
        for (const [hash, words] of PAGES) {
          await visit(client(), hash);
          if (!(width < 900 && hash === '#/notifications'))
            await page.getByText(words).locator('visible=true').first().waitFor();
          await expectAccessible(client(), hash);
        }
      });

      it('with several selected and the keys explained', async () => {
        const { page } = client();
        await visit(client(), '#/notifications?due=week');
        const boxes = page.getByRole('checkbox');
        await boxes.first().check();
        await button('Mark as read').waitFor();
        await expectAccessible(client(), 'selected');
        await page.keyboard.press('?');
        await button('Close').waitFor();
        await expectAccessible(client(), 'keys');
        await button('Close').click();
        await boxes.first().uncheck();
        await visit(client(), '#/notifications?q=nothing');
        await page.getByText('Nothing found').waitFor();
        await expectAccessible(client(), 'nothing found');
      });

      it('with errors shown and a list open', async () => {
        const { page } = client();
        await visit(client(), '#/notifications/form');
        await button('Add a row').click();
        await button('Send answer').click();
        await page.getByText('fields need another look').waitFor();
        await expectAccessible(client(), 'errors');
        await page.getByRole('combobox', { name: 'Severity' }).click();
        await page.getByRole('option', { name: 'Low', exact: true }).waitFor();
        await expectAccessible(client(), 'list');
        await page.keyboard.press('Escape');
      });

      it('with dialogs and the account open', async () => {
        const { page } = client();
        await visit(client(), '#/flows');
        await button('Run Expense approval').click();
        await page.getByLabel('Amount in €').waitFor();
        await expectAccessible(client(), 'run');
        await page.keyboard.press('Escape');
        await visit(client(), '#/chats');
        await button('New chat').click();
        await page.getByRole('combobox', { name: 'Who may use it' }).waitFor();
        await expectAccessible(client(), 'new chat');
        await button('Cancel').click();
        await page.getByRole('dialog').waitFor({ state: 'detached' });
        await visit(client(), '#/chats/office');
        await button('Open form').click();
        await page.getByLabel('What happened?').waitFor();
        await expectAccessible(client(), 'form in a chat');
        await button('Close').click();
        await page.getByRole('dialog').waitFor({ state: 'detached' });
        await visit(client(), `#/executions/${execution().id}`);
        await button('Cancel execution').click();
        await button('Keep it running').waitFor();
        await expectAccessible(client(), 'cancel');
        await button('Keep it running').click();
        await page.getByRole('dialog').waitFor({ state: 'detached' });
        await button(/^Account of/).click();
        await button('Sign out').waitFor();
        await expectAccessible(client(), 'account');
      });
    });

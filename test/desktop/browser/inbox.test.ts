import { expect } from 'chai';
import type { UserNotification } from '../../../contract/notifications.ts';
import { notification } from '../support/samples.ts';
import { called, signIn, until, visit, withClient } from './client.ts';
import { questionIn } from '../support/screens/question.ts';
import { inboxOn, ROW_IDS } from '../support/screens/inbox.ts';
import { signInOn } from '../support/screens/signIn.ts';

const HOUR_MS = 3_600_000;

describe('desktop in a browser: the list of notifications', () => {
  const client = withClient();
  const page = () => client().page;
  const button = (name: string) => page().getByRole('button', { name, exact: true });
  const form = () => questionIn(page());
  const row = (name: string) => page().getByRole('link', { name });
  const box = (name: string) => page().getByRole('checkbox', { name });
  const list = () => inboxOn(page());
  /** A list follows the typed filter as soon as the browser has time. */
  const shown = (...ids: string[]) => until(client(), `String(${ROW_IDS}) === '${ids}'`);
  const focused = () => page().evaluate('document.activeElement.dataset.id');
  const sent = (ending: string) =>
    client()
      .standIn.calls.filter(({ path }) => path.endsWith(ending))
      .map(({ path }) => path.split('/')[3]);
  let count = 0;

  before(() => signIn(client()));

  /** Fills the inbox, as for a new visit. */
  async function inbox(notifications: UserNotification[], hash = '#/notifications'): Promise<void> {
    const { standIn } = client();
    Object.assign(standIn.state, { notifications, templates: {}, refusals: {} });
    await page().evaluate(`localStorage.removeItem('handback.shortcuts')`);
    await page().goto(`${standIn.url}/?${(count += 1)}${hash}`);
    await list().tabs.waitFor();
    standIn.calls.length = 0;
  }
  const question = (id: string, change: Partial<UserNotification> = {}) =>
    notification({ id, prompt: `Question ${id}?`, ...change });
  const three = () => [question('a'), question('b'), question('c')];
  const some = () => [
    question('desk', { expiresAt: new Date(Date.now() + HOUR_MS).toISOString() }),
    question('trip', { flowId: 'trip', flowName: 'Business trip', inputType: 'form', options: [] }),
    question('lunch', { inputType: 'choice', expiresAt: new Date(Date.now() + 400 * HOUR_MS).toISOString() }),
    question('done', { status: 'completed', response: 'approved', closedReason: 'answered' }),
  ];

  describe('search and filters', () => {
    it('narrow the list, are kept in the address, and do not change the counts', async () => {
      await inbox(some());
      await list().search.fill('question LUNCH');
      await shown('lunch');
      expect(page().url()).to.match(/#\/notifications\?q=question\+LUNCH$/);
      await row('Pending 3').waitFor();
      await list().search.fill('');
      await list().filter('Kind').selectOption('Form');
      await shown('trip');
      await list().filter('Flow').selectOption('Expense approval');
      await page().getByText('Nothing found').waitFor();
      await list().clear.click();
      await row('Question desk?').waitFor();
      await list().filter('Due').selectOption('Due within 8 hours');
      await shown('desk');
    });

    it('come from the address, and stay from page to page', async () => {
      await inbox(some(), '#/notifications?flow=trip');
      await row('Question trip?').click();
      await page().getByRole('heading', { name: 'Question trip?' }).waitFor();
      expect(page().url()).to.contain('#/notifications/trip?flow=trip');
      expect(await list().ids()).to.deep.equal(['trip']);
      await row('Completed 1').click();
      await page().getByText('Nothing found').waitFor();
    });
  });

  describe('new entries', () => {
    it('wait behind a pill, so that no row moves', async () => {
      const { standIn } = client();
      await inbox(three());
      standIn.state.notifications = [question('d'), question('e'), ...three().slice(1)];
      standIn.tell({ event: 'notification_changed', data: { id: 'd' } });
      await button('2 new').waitFor();
      expect(await list().ids(), 'what has left is gone, what came is not there').to.deep.equal(['b', 'c']);
      await button('2 new').click();
      await row('Question d?').waitFor();
      expect(await list().ids()).to.deep.equal(['d', 'e', 'b', 'c']);
      expect(await button('2 new').count()).to.equal(0);
      await until(client(), `document.activeElement.dataset.id === 'd'`);
    });

    it('are shown at once if the list was empty', async () => {
      const { standIn } = client();
      await inbox([]);
      await page().getByText('All caught up').waitFor();
      standIn.state.notifications = [question('d')];
      standIn.tell({ event: 'notification_changed', data: { id: 'd' } });
      await row('Question d?').waitFor();
    });
  });

  describe('several at once', () => {
    it('are marked as read', async () => {
      await inbox([question('a', { isRead: true }), question('b'), question('c')]);
      await box('Select: Question b?').check();
      await button('Select all 3').click();
      await page().getByText('3 selected').waitFor();
      await button('Mark as read').click();
      await page().getByRole('region', { name: 'Selected questions' }).waitFor({ state: 'detached' });
      expect(sent('/read').sort()).to.deep.equal(['a', 'b', 'c']);
      await until(client(), '!document.title.startsWith("(")');
    });

    it('get one answer if they are equal, after a confirmation, with a result for each', async () => {
      const { standIn } = client();
      await inbox([...three(), question('d', { nodeId: 'review.2' })]);
      for (const id of ['a', 'b', 'd']) await box(`Select: Question ${id}?`).check();
      standIn.state.refusals['POST /user/notifications/b/respond'] = { code: 'request_closed', status: 409 };
      await form().approve.click();
      expect(sent('/respond')).to.deep.equal([]);
      await page().getByText('Answer 3 questions with “Approve”?').waitFor();
      await button('Send 3 answers').click();
      await page().getByText('Approve · 3 questions').waitFor();
      expect(await inboxOn(page()).ids(), 'they are as good as answered').not.to.include.members(['a', 'b', 'd']);
      await form().sendNow.click();
      await page().getByText('2 of 3 done').waitFor();
      const results = page().getByRole('list', { name: 'Result for each' }).getByRole('listitem');
      expect((await results.allTextContents()).sort()).to.deep.equal([
        'Question a?Your answer is recorded.',
        'Question b?This question is closed',
        'Question d?Your answer is recorded.',
      ]);
      const calls = standIn.calls.filter(({ path }) => path.endsWith('/respond'));
      expect(calls.map(({ body }) => body)).to.deep.equal(['approved', 'approved', 'approved']);
      expect(new Set(calls.map(({ headers }) => headers['idempotency-key'])).size, 'a key for each').to.equal(3);
      await button('Close').click();
    });

    it('are undone together, and are selected as before', async () => {
      await inbox(three());
      for (const id of ['a', 'b']) await box(`Select: Question ${id}?`).check();
      await form().reject.click();
      await button('Send 2 answers').click();
      await page().getByText('Reject · 2 questions').waitFor();
      await page().keyboard.press('z');
      await page().getByText('2 selected').waitFor();
      expect(sent('/respond')).to.deep.equal([]);
      await button('Clear selection').click();
    });

    it('are retried under the same keys if the server could not be reached', async () => {
      const { standIn } = client();
      await inbox(three().slice(0, 2));
      standIn.state.refusals['POST /user/notifications/a/respond'] = { code: 'unavailable', status: 503 };
      for (const id of ['a', 'b']) await box(`Select: Question ${id}?`).check();
      await form().reject.click();
      await button('Send 2 answers').click();
      await form().sendNow.click();
      const keysOfA = () =>
        standIn.calls
          .filter(({ path }) => path === '/user/notifications/a/respond')
          .map(({ headers }) => headers['idempotency-key']);
      await called(client(), '/a/respond');
      standIn.state.refusals = {};
      await page().getByText('2 of 2 done').waitFor();
      expect(keysOfA().length).to.be.greaterThan(1);
      expect(new Set(keysOfA()).size).to.equal(1);
    });

    it('have no common answer if they differ', async () => {
      await inbox([question('a'), question('b', { flowId: 'other' })]);
      await box('Select: Question a?').check();
      await form().approve.waitFor();
      await box('Select: Question b?').check();
      await page().getByText('Only equal questions can be answered together.').waitFor();
      expect(await form().approve.count()).to.equal(0);
    });
  });

  describe('keys', () => {
    it('move, open, go back, select and mark as read', async () => {
      await inbox(three());
      await row('Question a?').waitFor();
      await page().keyboard.press('j');
      expect(await focused()).to.equal('a');
      await page().keyboard.press('j');
      await page().keyboard.press('j');
      await page().keyboard.press('k');
      expect(await focused()).to.equal('b');
      await page().keyboard.press('Enter');
      await page().getByRole('article').waitFor();
      expect(page().url()).to.contain('#/notifications/b');
      await page().keyboard.press('u');
      await page().getByText('Choose a question').waitFor();
      await page().keyboard.press('j');
      await page().keyboard.press('x');
      expect(await box('Select: Question c?').isChecked()).to.equal(true);
      await page().keyboard.press('e');
      await until(client(), `document.title.startsWith('(1)')`);
      await called(client(), '/read', 2);
      expect(sent('/read')).to.deep.equal(['b', 'c']);
    });

    it('go from question to question if one fills the whole page', async () => {
      await page().setViewportSize({ width: 360, height: 700 });
      await inbox(three());
      await row('Question a?').click();
      const isOpen = (id: string) => until(client(), `location.hash === '#/notifications/${id}'`);
      await page().getByRole('article').waitFor();
      await page().keyboard.press('j');
      await isOpen('b');
      await page().getByRole('article').getByText('Question b?').waitFor(); // it closes while they watch
      await page().keyboard.press('x');
      client().standIn.state.notifications[1]!.status = 'completed';
      client().standIn.tell({ event: 'notification_changed', data: { id: 'b' } });
      await questionIn(page()).outcome.waitFor();
      await page().keyboard.press('j');
      await isOpen('c');
      await page().keyboard.press('j');
      await page().keyboard.press('k');
      await isOpen('a');
      await page().keyboard.press('/');
      await until(client(), `document.activeElement.type === 'search'`);
      expect(page().url()).to.match(/#\/notifications$/);
      expect(await page().getByRole('checkbox', { checked: true }).count(), 'nothing is selected unseen').to.equal(0);
      await page().setViewportSize({ width: 1180, height: 800 });
    });

    it('go to assignments, and approve nothing on the way', async () => {
      await inbox(three());
      await row('Question a?').waitFor();
      await page().keyboard.press('g');
      await page().keyboard.press('a');
      await page().getByRole('heading', { level: 1, name: 'Assignments' }).waitFor();
    });

    it('search, go to the notifications, and are explained', async () => {
      await inbox(three());
      await row('Question a?').waitFor();
      await page().keyboard.press('/');
      await page().keyboard.type('jxe?gn');
      expect(await list().search.inputValue(), 'typing is typing').to.equal('jxe?gn');
      await page().keyboard.press('Escape');
      await visit(client(), '#/flows');
      await page().keyboard.press('g');
      await page().keyboard.press('n');
      await row('Question a?').waitFor();
      await page().keyboard.press('?');
      await page().getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
      await page().keyboard.press('j');
      expect(await focused(), 'a dialog is open').to.equal(undefined);
    });

    it('can be switched off, and on again from the account', async () => {
      await inbox(three());
      await row('Question a?').waitFor();
      await page().keyboard.press('?');
      await page().getByRole('switch').uncheck();
      await button('Close').click();
      await page().getByRole('dialog').waitFor({ state: 'detached' });
      await page().keyboard.press('j');
      expect(await focused()).to.equal(undefined);
      await page()
        .getByRole('button', { name: /^Account of/ })
        .click();
      await button('Keyboard shortcuts').click();
      await page().getByRole('switch').check();
      expect(await signInOn(page()).signOut.count(), 'nothing is open behind a dialog').to.equal(0);
      await button('Close').click();
      await page().getByRole('dialog').waitFor({ state: 'detached' });
      await until(client(), `document.activeElement.ariaLabel === 'Account of Ada Lovelace'`);
      await page().keyboard.press('j');
      await until(client(), `document.activeElement.dataset.id !== undefined`);
    });

    it('close the account menu when their help opens', async () => {
      await inbox(three());
      await page()
        .getByRole('button', { name: /^Account of/ })
        .click();
      await signInOn(page()).signOut.waitFor();
      await page().keyboard.press('?');
      await page().getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
      await signInOn(page()).signOut.waitFor({ state: 'detached' });
    });
  });
});

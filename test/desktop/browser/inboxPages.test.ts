import { expect } from 'chai';
import type { UserNotification } from '../../../contract/notifications.ts';
import { until as untilHere } from '../../support/until.ts';
import { notification } from '../support/samples.ts';
import { signIn, until, withClient } from './client.ts';
import { inboxOn } from '../support/screens/inbox.ts';
import { questionIn } from '../support/screens/question.ts';

describe('desktop in a browser: notifications beyond the first page', () => {
  const client = withClient();
  const page = () => client().page;
  const button = (name: string) => page().getByRole('button', { name, exact: true });
  const form = () => questionIn(page());
  const row = (name: string) => page().getByRole('link', { name });
  const box = (name: string) => page().getByRole('checkbox', { name });
  const rows = () => inboxOn(page()).ids();
  let count = 0;

  before(() => signIn(client()));

  /** Fills the inbox, as for a new visit. */
  async function inbox(notifications: UserNotification[], hash = '#/notifications'): Promise<void> {
    const { standIn } = client();
    Object.assign(standIn.state, { notifications, templates: {}, refusals: {} });
    await page().goto(`${standIn.url}/?${(count += 1)}${hash}`);
    await inboxOn(page()).tabs.waitFor();
    standIn.calls.length = 0;
  }
  const question = (id: string, change: Partial<UserNotification> = {}) =>
    notification({ id, prompt: `Question ${id}?`, ...change });
  const many = (count: number, change: Partial<UserNotification> = {}) =>
    Array.from({ length: count }, (_, index) => question(`q${index}`, change));
  const reads = () => client().standIn.calls.filter(({ path }) => path === '/user/notifications').length;

  it('counts entries that it has not loaded', async () => {
    const completed = notification({
      id: 'done',
      status: 'completed',
      response: 'approved',
      closedReason: 'answered',
    });
    await inbox([...many(120), completed]);
    await row('Pending 120').waitFor();
    await row('Completed 1').waitFor();
    await until(client(), `document.title.startsWith('(120)')`);
    const setSize = () => page().locator('li[aria-posinset="1"]').first().getAttribute('aria-setsize');
    expect(await setSize(), 'of a section that is not read whole').to.equal('-1');
    await page().getByRole('combobox', { name: 'Sort' }).selectOption({ label: 'Newest first' });
    await untilHere(async () => (await setSize()) === '120');
  });

  it('opens a question that is not in the list yet, keeps its draft, and continues to the next page', async () => {
    await inbox(many(120), '#/notifications/q100');
    await page().getByRole('article').getByText('Question q100?').waitFor();
    await inbox(many(120), '#/notifications/q47');
    await page().setViewportSize({ width: 360, height: 700 });
    await page().getByText('48 of 120').waitFor();
    for (const id of ['q48', 'q49', 'q50', 'q51']) {
      await button('Next question').click();
      await until(client(), `location.hash === '#/notifications/${id}'`);
    }
    await page().getByText('52 of 120').waitFor(); // the address changes before the page does
    await page().keyboard.press('k');
    await until(client(), `location.hash === '#/notifications/q50'`);
    await page().setViewportSize({ width: 1180, height: 800 });
  });

  it('selects all, loaded or not', async () => {
    await inbox(many(120));
    await box('Select: Question q1?').check();
    await button('Select all 120').click();
    await page().getByText('120 selected').waitFor();
    expect(await button('Select all 120').count()).to.equal(0);
    expect(reads()).to.be.at.least(1);
    await form().approve.click();
    await button('Send 120 answers').click();
    await page().getByText('120 of 120 done').waitFor();
    await row('Pending 0').waitFor();
    await row('Completed 120').waitFor();
  });

  it('searches entries that it has not loaded, and shows new ones at once', async () => {
    await inbox(many(120));
    await page().getByRole('searchbox').fill('q119?');
    await row('Question q119?').waitFor();
    expect(await rows()).to.deep.equal(['q119']);
    await page().getByRole('searchbox').fill('');
    await row('Question q0?').waitFor();
    const { standIn } = client();
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
    standIn.state.notifications = [question('fresh', { expiresAt }), ...standIn.state.notifications];
    standIn.tell({ event: 'notification_changed', data: { id: 'fresh' } });
    await button('1 new').click();
    await row('Question fresh?').waitFor();
    await row('Pending 121').waitFor();
  });

  it('keeps the draft for a question that it has not loaded', async () => {
    const { standIn } = client();
    await inbox(many(120));
    await page().evaluate(`(() => {
      for (const id of ['q100', 'gone'])
        localStorage.setItem('handback.draft.ada@sandbox.test:' + id, '{"values":{},"note":"Begun"}');
    })()`);
    standIn.tell({ event: 'notification_changed', data: { id: 'q1' } });
    await until(client(), `localStorage.getItem('handback.draft.ada@sandbox.test:gone') === null`);
    expect(await page().evaluate(`localStorage.getItem('handback.draft.ada@sandbox.test:q100')`)).to.contain('Begun');
    await page().evaluate(`localStorage.removeItem('handback.draft.ada@sandbox.test:q100')`);
  });
});

import { expect } from 'chai';
import { chat, messages, notification } from '../support/samples.ts';
import { signIn, until, visit, withClient } from './client.ts';

describe('desktop in a browser: the connection', () => {
  const client = withClient();
  before(async () => {
    // a headless browser has no app badge
    await client().page.addInitScript('navigator.setAppBadge = async (count) => { window.badge = count; }');
    await client().page.addInitScript('navigator.clearAppBadge = async () => { window.badge = 0; }');
    await signIn(client());
  });

  it('reports when it has lost the server, reconnects by itself, and then shows what it missed', async () => {
    const { page, standIn } = client();
    await visit(client(), '#/notifications');
    await page.getByText('Live', { exact: true }).waitFor();
    standIn.state.refusals['GET /events'] = { code: 'unavailable', status: 503 };
    standIn.dropStreams();
    await page.getByText('Reconnecting…').waitFor();
    standIn.state.notifications = [notification({ id: 'missed', prompt: 'Did you miss me?' })];
    standIn.state.refusals = {};
    await page.getByText('Did you miss me?').waitFor();
    await page.getByText('Live', { exact: true }).waitFor();
  });

  it('says at once that it is offline, and reconnects with the network', async () => {
    const { page, context } = client();
    await context.setOffline(true);
    await page.getByText('Offline', { exact: true }).waitFor();
    await context.setOffline(false);
    await page.getByText('Live', { exact: true }).waitFor();
  });

  it('says that a page not visited before comes with the network, and loads it then', async () => {
    const { page, context } = client();
    await visit(client(), '#/executions/none');
    await page.getByText('There is no such execution').waitFor();
    await context.setOffline(true);
    await page.getByText('Offline', { exact: true }).waitFor();
    await visit(client(), '#/executions/other');
    await page.getByText('You are offline. This will load as soon as you are online again.').waitFor();
    await context.setOffline(false);
    await page.getByText('There is no such execution').waitFor();
    await page.getByText('Live', { exact: true }).waitFor();
  });

  it("shows the unread count in the title, the tab's icon and the app's badge", async () => {
    const { standIn } = client();
    const icon = 'decodeURIComponent(document.querySelector("link[rel=icon]").href)';
    for (const [count, drawn] of [
      [2, '>2</text>'],
      [9, '>9</text>'],
      [12, '>9+</text>'],
    ] as const) {
      standIn.state.notifications = Array.from({ length: count }, (_, n) => notification({ id: `unread${n}` }));
      standIn.tell({ event: 'notification_changed', data: { id: 'unread0' } });
      await until(client(), `document.title.startsWith("(${count}) ") && window.badge === ${count}`);
      await until(client(), `${icon}.includes("${drawn}")`);
    }
    standIn.state.notifications = [];
    standIn.tell({ event: 'notification_changed', data: { id: 'unread0' } });
    await until(client(), `!document.title.startsWith("(") && window.badge === 0 && ${icon}.endsWith("/handback.svg")`);
  });

  it('offers to retry what could not be loaded', async () => {
    const { page, standIn } = client();
    standIn.state.refusals['GET /flows'] = { code: 'forbidden', status: 403 };
    await visit(client(), '#/flows');
    await page.getByText('You are not allowed to do or see this.').waitFor();
    standIn.state.refusals = {};
    await page.getByRole('button', { name: 'Try again' }).press('Enter');
    await page.getByText('No flows yet').waitFor();
    await until(client(), 'document.activeElement.matches("main")'); // the button is gone, and the focus continues there
  });

  it('shows an event that arrives during the first load', async () => {
    const { standIn, page } = client();
    Object.assign(standIn.state, { chats: [chat], messages });
    await visit(client(), '#/nowhere');
    await page.getByText('Live', { exact: true }).waitFor();
    let isRead = (): void => undefined;
    let letGo = (): void => undefined;
    const read = new Promise<void>((resolve) => (isRead = resolve));
    const held = new Promise<void>((resolve) => (letGo = resolve));
    await page.route(
      `**/api/chats/${chat.id}/messages*`,
      async (route) => {
        const response = await route.fetch();
        isRead();
        await held;
        await route.fulfill({ response });
      },
      { times: 1 },
    );
    await visit(client(), `#/chats/${chat.id}`);
    await read;
    standIn.state.messages = [{ ...messages[1]!, id: 'early', content: 'Early words' }, ...standIn.state.messages];
    const heard = page.waitForRequest('**/api/assignments/**');
    standIn.tell({ event: 'message_added', data: { chatId: chat.id, logId: null } });
    standIn.tell({ event: 'assignment_changed', data: { id: 'any' } });
    await heard; // as are earlier announcements
    letGo();
    await page.getByRole('log').getByText('Early words').waitFor();
  });

  it('says calmly that an execution or a question does not exist', async () => {
    const { page } = client();
    await visit(client(), '#/executions/none');
    await page.getByText('It does not exist, or it is not for you.').waitFor();
    await visit(client(), '#/notifications/none');
    await page.getByText('This question is not in your inbox').waitFor();
    await visit(client(), '#/nowhere');
    await page.getByText('This address leads nowhere.').waitFor();
  });

  it('violates no rule of its policy', () => {
    expect(client().complaints.filter((text) => !/Failed to load resource|slider-vertical/.test(text))).to.deep.equal(
      [],
    );
  });
});

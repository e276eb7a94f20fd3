import { expect } from 'chai';
import { notification } from '../support/samples.ts';
import { signIn, until, visit, withClient } from './client.ts';

describe('desktop in a browser: the connection', () => {
  const client = withClient();
  before(async () => {
    // a headless browser has no place for a badge
    await client().page.addInitScript('navigator.setAppBadge = async (count) => { window.badge = count; }');
    await client().page.addInitScript('navigator.clearAppBadge = async () => { window.badge = 0; }');
    await signIn(client());
  });

  it('says when it has lost the server, comes back by itself, and has then what it missed', async () => {
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

  it('says at once that it is offline, and comes back with the network', async () => {
    const { page, context } = client();
    await context.setOffline(true);
    await page.getByText('Offline', { exact: true }).waitFor({ timeout: 5000 });
    await context.setOffline(false);
    await page.getByText('Live', { exact: true }).waitFor();
  });

  it('counts what is unread in the title, the icon of the tab and the badge of the app', async () => {
    const { standIn } = client();
    const icon = 'document.querySelector("link[rel=icon]").href.split("/").at(-1)';
    standIn.state.notifications = [notification({ id: 'one' }), notification({ id: 'two' })];
    standIn.tell({ event: 'notification_changed', data: { id: 'one' } });
    await until(client(), `document.title.startsWith("(2) ") && window.badge === 2`);
    await until(client(), `${icon} === "handback-unread.svg"`);
    standIn.state.notifications = [];
    standIn.tell({ event: 'notification_changed', data: { id: 'one' } });
    await until(client(), `!document.title.startsWith("(") && window.badge === 0 && ${icon} === "handback.svg"`);
  });

  it('offers to try again what could not be loaded', async () => {
    const { page, standIn } = client();
    standIn.state.refusals['GET /flows'] = { code: 'forbidden', status: 403 };
    await visit(client(), '#/flows');
    await page.getByText('You are not allowed to do or see this.').waitFor();
    standIn.state.refusals = {};
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('No flows yet').waitFor();
  });

  it('says calmly that an execution or a question is not there', async () => {
    const { page } = client();
    await visit(client(), '#/executions/none');
    await page.getByText('It does not exist, or it is not for you.').waitFor();
    await visit(client(), '#/notifications/none');
    await page.getByText('This question is not in your inbox').waitFor();
    await visit(client(), '#/nowhere');
    await page.getByText('This address leads nowhere.').waitFor();
  });

  it('breaks no rule of its policy', () => {
    expect(client().complaints.filter((text) => !/Failed to load resource|slider-vertical/.test(text))).to.deep.equal(
      [],
    );
  });
});

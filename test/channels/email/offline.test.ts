import { expect } from 'chai';
import type { Browser } from 'playwright-core';
import { sharedBrowser } from '../../support/chromium.ts';
import { aHost, aPageServer, type FakeHost, type PageServer } from './support.ts';

const SURE = { name: 'sure', type: 'select' as const, label: 'Sure', options: [{ value: 'yes', confirm: true }] };

describe('the response page while the browser is offline', function () {
  this.timeout(60_000);
  let browser: Browser;
  let host: FakeHost;
  let server: PageServer;

  before(async () => {
    browser = await sharedBrowser();
    host = aHost([{ name: 'why', type: 'textarea', label: 'Why' }, SURE], { inputType: 'form' });
    server = await aPageServer(host);
  });
  after(() => server?.close());

  it('keeps what was typed, says that nothing was sent, and sends it once there is a connection', async () => {
    const context = await browser.newContext({ viewport: { width: 360, height: 740 } });
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('console', (message) => void complaints.push(message.text()));
    const offline = page.getByRole('alert').getByText('You are offline, so nothing has been sent.');
    const press = (button: string) => page.getByRole('button', { name: button }).click();
    async function pressOffline(button: string) {
      await context.setOffline(true);
      await press(button);
      await offline.waitFor();
      await context.setOffline(false);
      await offline.waitFor({ state: 'detached' });
      await press(button);
    }
    await page.goto(server.page());
    await page.getByLabel('Why').fill('A long story');
    await page.getByLabel('yes').check();
    await pressOffline('Submit answer');
    await page.getByText('Nothing has been sent yet.').waitFor();
    await pressOffline('Send answer');
    await page.getByRole('heading', { name: 'Your answer is recorded.' }).waitFor();
    expect(host.accepted[0]!.values).to.deep.equal({ why: 'A long story', sure: 'yes' });
    expect(complaints).to.deep.equal([]);
    await context.close();
  });
});

import { expect } from 'chai';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { closeContext, sharedBrowser } from '../../support/chromium.ts';
import { ADA, aHost, aPageServer, type FakeHost, type PageServer } from './support.ts';

describe('links from the response page to the web client', function () {
  this.timeout(60_000);
  let browser: Browser;
  let context: BrowserContext;
  let host: FakeHost;
  let server: PageServer;
  let page: Page;

  before(async () => {
    browser = await sharedBrowser();
  });
  beforeEach(async () => {
    host = aHost(
      [
        { name: 'why', type: 'textarea', label: 'Why' },
        { name: 'receipt', type: 'file', label: 'Receipt' },
      ],
      { inputType: 'form' },
    );
    server = await aPageServer(host);
    host.question.webUrl = `${server.origin}/api/nowhere`;
    context = await browser.newContext({ javaScriptEnabled: false });
    page = await context.newPage();
  });
  afterEach(async () => {
    await closeContext(context);
    await server.close();
  });

  it('leave the form, and what was typed into it, where it is', async () => {
    await page.goto(server.page());
    await page.getByLabel('Why').fill('A long story');
    const links = page.getByRole('link', { name: 'Open in Handback' });
    expect(await links.count(), 'at the field, and below the form').to.equal(2);
    for (const link of await links.all()) {
      const [opened] = await Promise.all([context.waitForEvent('page'), link.click()]);
      expect(opened.url()).to.equal(host.question.webUrl);
      expect(await page.getByLabel('Why').inputValue()).to.equal('A long story');
    }
  });

  it('are not offered to people who cannot sign in there', async () => {
    const open = host.openLink;
    host.openLink = async (token) => ({ ...(await open(token))!, person: { ...ADA, id: 'mailto:eve@x.test' } });
    await page.goto(server.page());
    await page.getByText('This can be given only by people who are signed in.').waitFor();
    expect(await page.getByRole('link').count()).to.equal(0);
    await page.getByLabel('Why').fill('A long story');
    await page.getByRole('button', { name: 'Submit answer' }).click();
    await page.getByRole('heading', { name: 'Your answer is recorded.' }).waitFor();
    expect(host.accepted[0]!.values).to.deep.equal({ why: 'A long story' });
  });
});

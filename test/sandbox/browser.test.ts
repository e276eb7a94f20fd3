import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { expect } from 'chai';
import nodemailer from 'nodemailer';
import type { Browser, Page } from 'playwright-core';
import { startSandbox, type Sandbox } from '../../sandbox/sandbox.ts';
import { apiScope } from '../../sandbox/tenant.ts';
import { launchBrowser } from '../support/chromium.ts';
import { until } from '../support/until.ts';

const msalFolder = path.dirname(createRequire(import.meta.url).resolve('@azure/msal-browser/package.json'));
const MSAL = readFileSync(path.join(msalFolder, 'lib/msal-browser.min.js'), 'utf8');

/** The smallest web client: signs in by redirect, then requests an API token silently. */
const clientPage = (sandbox: Sandbox) => `<!doctype html><title>client</title><script src="/msal.js"></script><script>
(async () => {
  const tenant = ${JSON.stringify(sandbox.tenant.id)};
  const application = await msal.createStandardPublicClientApplication({ auth: {
    clientId: ${JSON.stringify(sandbox.config.clientId)},
    authority: 'https://login.microsoftonline.com/' + tenant,
    knownAuthorities: ['login.microsoftonline.com'],
    authorityMetadata: ${JSON.stringify(sandbox.config.authorityMetadata)},
    redirectUri: location.origin + '/',
  } });
  const scopes = [${JSON.stringify(apiScope(sandbox.tenant))}];
  const result = await application.handleRedirectPromise();
  if (!result) return application.loginRedirect({ scopes });
  const silent = await application.acquireTokenSilent({ scopes, account: result.account, forceRefresh: true });
  document.title = JSON.stringify({ name: result.account.name, scopes: silent.scopes, fromCache: silent.fromCache });
})().catch((error) => { document.title = 'failed: ' + error; });
</script>`;

describe('sandbox: in a browser', function () {
  this.timeout(60_000);
  let sandbox: Sandbox;
  let browser: Browser;
  let page: Page;
  let client: Server;
  let clientUrl: string;
  before(async () => {
    sandbox = await startSandbox({ portBase: 0 });
    client = createServer((request, response) => {
      const isScript = request.url === '/msal.js';
      response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
      response.end(isScript ? MSAL : clientPage(sandbox));
    });
    await new Promise<void>((resolve) => client.listen(0, '127.0.0.1', resolve));
    clientUrl = `http://localhost:${(client.address() as AddressInfo).port}/`;
    browser = await launchBrowser();
  });
  beforeEach(async () => {
    page = await browser.newPage();
  });
  afterEach(() => page.close());
  after(async () => {
    await browser?.close();
    client?.closeAllConnections();
    client?.close();
    await sandbox?.close();
  });

  it('signs a person in through msal-browser, with the production authority and nothing but the discovery document', async () => {
    const strangers: string[] = [];
    page.on('request', (request) => {
      if (new URL(request.url()).hostname !== 'localhost') strangers.push(request.url());
    });
    await page.goto(clientUrl);
    await page.getByRole('button', { name: 'Grace Hopper' }).click();
    await until(async () => /^([{]|failed)/.test(await page.title()));
    const shown = JSON.parse(await page.title()) as Record<string, unknown>;
    expect(shown).to.deep.include({ name: 'Grace Hopper', fromCache: false });
    expect(shown['scopes']).to.include(apiScope(sandbox.tenant));
    expect(strangers).to.deep.equal([]);
  });

  it("lets a person follow a mail's link, out of its frame and to a page whose form works", async () => {
    const transport = nodemailer.createTransport(sandbox.config.smtpUrl!);
    const html = `<html><head></head><body><a href="${sandbox.mail.url}/">Answer</a><script>document.title = 'ran'</script></body></html>`;
    await transport.sendMail({ from: 'a@b.test', to: 'ada@sandbox.test', subject: 'A question', html });
    transport.close();
    await page.goto(`${sandbox.mail.url}/?refresh=off`);
    await page.getByRole('link', { name: 'A question' }).click();
    // by keyboard, because a frame of another process may be drawn before a pointer finds it
    const link = page.frameLocator('iframe').getByRole('link', { name: 'Answer' });
    const [answerPage] = await Promise.all([page.context().waitForEvent('page'), link.press('Enter')]);
    await answerPage.getByRole('button', { name: 'Delete all' }).click();
    await answerPage.getByText('No mail yet').waitFor();
    await answerPage.close();
  });

  it('fits a phone: no page is wider than the screen', async () => {
    const transport = nodemailer.createTransport(sandbox.config.smtpUrl!);
    await transport.sendMail({
      from: 'a@b.test',
      to: 'ada@sandbox.test',
      subject: 'x'.repeat(200),
      text: 'y'.repeat(200),
    });
    transport.close();
    await page.setViewportSize({ width: 360, height: 740 });
    const { id } = sandbox.mail.mails()[0]!;
    const authorize = `${sandbox.identity.url}/${sandbox.tenant.id}/oauth2/v2.0/authorize?client_id=${sandbox.config.clientId}&redirect_uri=${clientUrl}&response_type=code&code_challenge=x&code_challenge_method=S256`;
    for (const url of [
      authorize,
      sandbox.mail.url,
      `${sandbox.mail.url}/mail/${id}`,
      `${sandbox.mail.url}/mail/${id}?view=headers`,
    ]) {
      await page.goto(url);
      expect(await page.evaluate('document.documentElement.scrollWidth'), url).to.equal(360);
    }
  });
});

import { expect } from 'chai';
import { startSandbox, type Sandbox } from '../../sandbox/sandbox.ts';
import { reportOnSites } from '../../server/composition/siteReport.ts';
import type { DocumentSettings } from '../../server/documents/siteRules.ts';
import { createPlatformFetch } from '../../server/foundation/http/outbound.ts';
import { validSettings } from './support.ts';

describe('npm run verify:tenant for document sites (behaviour 5.3 C)', () => {
  let sandbox: Sandbox;
  before(async () => void (sandbox = await startSandbox({ portBase: 0 })));
  after(() => sandbox.close());

  const report = (more: Partial<DocumentSettings> = {}) =>
    reportOnSites(
      { tenantId: sandbox.tenant.id, docSiteAuthType: 'clientCredentials', ...validSettings(sandbox), ...more },
      createPlatformFetch(sandbox.config.originMap),
    );

  it('checks them too if they are configured', async () => {
    expect(await report()).to.deep.equal({
      isOk: true,
      lines: [
        'ok   The document-site registration signs in.',
        'ok   It has the permission Sites.Selected.',
        'ok   The registration that grants sites signs in.',
        'ok   It has the permission Sites.FullControl.All.',
      ],
    });
    const none = { docSiteClientId: null, docSiteClientSecret: null };
    const nothing = { ...none, docSiteAdminClientId: null, docSiteAdminClientSecret: null };
    expect(await report(nothing)).to.deep.equal({ isOk: true, lines: [] });
  });

  it('fails for missing or wrong settings, and prints no secret', async () => {
    const { docSite } = sandbox.tenant.registrations;
    const before = docSite.application;
    docSite.application = {};
    const unconsented = await report({ docSiteAdminClientSecret: 'N0-such-secret-value' });
    docSite.application = before;
    const link = `https://login.microsoftonline.com/${sandbox.tenant.id}/adminconsent?client_id=${docSite.clientId}`;
    expect(unconsented.isOk).to.equal(false);
    expect(unconsented.lines).to.deep.equal([
      'ok   The document-site registration signs in.',
      `FAIL The document-site registration: consent is missing for Sites.Selected / Sites.Read.All. An administrator gives it at ${link}`,
      'FAIL The registration that grants sites: This is not the secret. Enter the value of the secret, not its ID.',
    ]);
    const missing = await report({ docSiteClientSecret: null, docSiteAdminClientId: null });
    expect(missing.lines).to.deep.equal([
      'FAIL The document-site registration: The client secret of this registration is not set yet.',
      'FAIL The registration that grants sites: The client ID of this registration is not set yet.',
    ]);
  });
});

import { expect } from 'chai';
import fc from 'fast-check';
import {
  missingOf,
  pathOfSite,
  permissionOf,
  reachOf,
  readSite,
  registrationOf,
  settingAtFault,
  signInOf,
} from '../../server/documents/siteRules.ts';
import type { SettingValues } from '../../server/foundation/settings/settingTable.ts';

const ID = 'contoso.sharepoint.com,50000000-0000-4000-8000-000000000001,51000000-0000-4000-8000-000000000001';

describe('site addresses and ids, as people enter them', () => {
  const right: [given: string, path: string][] = [
    ['https://contoso.sharepoint.com/sites/handbook', '/sites/contoso.sharepoint.com:/sites/handbook'],
    ['https://contoso.sharepoint.com/sites/handbook/', '/sites/contoso.sharepoint.com:/sites/handbook'],
    ['HTTPS://Contoso.SharePoint.com/Sites/Handbook', '/sites/contoso.sharepoint.com:/sites/Handbook'],
    ['https://contoso.sharepoint.com/teams/a%20b', '/sites/contoso.sharepoint.com:/teams/a%20b'],
    [
      'https://contoso.sharepoint.com/sites/handbook/Shared%20Documents/Forms/AllItems.aspx?id=1#x',
      '/sites/contoso.sharepoint.com:/sites/handbook',
    ],
    ['https://contoso.sharepoint.com', '/sites/contoso.sharepoint.com'],
    ['https://contoso.sharepoint.com/', '/sites/contoso.sharepoint.com'],
    [ID, `/sites/${encodeURIComponent(ID)}`],
    [ID.toUpperCase(), `/sites/${encodeURIComponent(ID)}`],
  ];
  for (const [given, path] of right)
    it(`are accepted: ${given}`, () => {
      expect(pathOfSite(readSite(given)!)).to.equal(path);
    });

  const wrong = [
    '',
    'handbook',
    'contoso.sharepoint.com/sites/handbook',
    'http://contoso.sharepoint.com/sites/handbook',
    'https://contoso.sharepoint.com.attacker.test/sites/handbook',
    'https://attacker.test/sites/handbook?x=.sharepoint.com',
    'https://contoso.sharepoint.com@attacker.test/sites/handbook',
    'https://ada:pass@contoso.sharepoint.com/sites/handbook',
    'https://contoso.sharepoint.com:8443/sites/handbook',
    'https://contoso.sharepoint.com/sites',
    'https://contoso.sharepoint.com/sites/%zz',
    'https://contoso.sharepoint.com/sites/a%2Fb',
    'https://contoso.sharepoint.com/sites/a%3Ab',
    'https://contoso.sharepoint.com/personal/ada_contoso_com',
    'https://contoso-my.sharepoint.com',
    'https://contoso-my.sharepoint.com/sites/x',
    'https://contoso.sharepoint.com/:f:/s/handbook/abc',
    'https://[::1]/sites/handbook',
    'https://',
    ID.replace('contoso.sharepoint.com', 'attacker.test'),
    ID.replace(',51', ',xx'),
    `${ID},${ID}`,
  ];
  for (const given of wrong)
    it(`are refused: ${given || 'nothing'}`, () => {
      expect(readSite(given)).to.equal(null);
    });

  it('lead only to sites, whatever is entered', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string().map((name) => `https://contoso.sharepoint.com/sites/${name}`),
      fc.webUrl(),
    );
    fc.assert(
      fc.property(text, (given) => {
        const site = readSite(given);
        if (site === null) return;
        const path = pathOfSite(site);
        expect(path).to.match(/^\/sites\/[a-z0-9.%C-]+(:\/(sites|teams)\/[^/?#]+)?$/i);
        expect(new URL(`https://graph.microsoft.com/v1.0${path}`).pathname).to.equal(`/v1.0${path}`);
      }),
    );
  });
});

describe('registrations for document sites', () => {
  it('are known by their granted permissions', () => {
    expect(permissionOf('docSite', ['User.Read.All', 'Sites.Selected'])).to.equal('Sites.Selected');
    expect(permissionOf('docSite', ['Sites.Selected', 'Sites.Read.All'])).to.equal('Sites.Read.All');
    expect(permissionOf('docSite', ['Files.Read.All'])).to.equal(null);
    expect(permissionOf('entitlement', ['Sites.FullControl.All'])).to.equal('Sites.FullControl.All');
    expect(permissionOf('entitlement', ['Sites.Read.All'])).to.equal(null);
    expect(reachOf(['Sites.Selected'])).to.equal('selected');
    expect(reachOf(['Sites.Selected', 'Sites.ReadWrite.All'])).to.equal('all');
  });

  it('name the missing settings', () => {
    const nothing = { tenantId: 'x', clientId: null, clientSecret: null, authType: 'clientCredentials' } as const;
    expect(Object.keys(missingOf('docSite', nothing))).to.deep.equal(['docSiteClientId', 'docSiteClientSecret']);
    expect(Object.keys(missingOf('entitlement', { ...nothing, clientId: 'x' }))).to.deep.equal([
      'docSiteAdminClientSecret',
    ]);
    expect(missingOf('docSite', { ...nothing, authType: 'managedSystemIdentity' })).to.deep.equal({});
    expect(missingOf('docSite', { ...nothing, clientId: 'x', clientSecret: 'x' })).to.deep.equal({});
  });

  it('sign in as configured, the granting one always with a secret', () => {
    const values = {
      tenantId: 't',
      docSiteClientId: 'd',
      docSiteClientSecret: 's',
      docSiteAuthType: 'managedSystemIdentity',
      docSiteAdminClientId: 'a',
      docSiteAdminClientSecret: 'b',
    } as SettingValues;
    expect(signInOf('docSite', values)).to.deep.equal({
      tenantId: 't',
      clientId: 'd',
      clientSecret: 's',
      authType: 'managedSystemIdentity',
    });
    expect(signInOf('entitlement', values)).to.deep.equal({
      tenantId: 't',
      clientId: 'a',
      clientSecret: 'b',
      authType: 'clientCredentials',
    });
  });

  it('name a setting for every error', () => {
    expect(settingAtFault('docSite', 'secretWrong')).to.equal('docSiteClientSecret');
    expect(settingAtFault('entitlement', 'secretExpired')).to.equal('docSiteAdminClientSecret');
    expect(settingAtFault('entitlement', 'consentMissing')).to.equal('docSiteAdminClientId');
  });
});

describe('the credentials of a site registration', () => {
  it('have the tenant, and no id for a managed identity', () => {
    const signIn = {
      tenantId: 'tenant',
      clientId: null,
      clientSecret: null,
      authType: 'managedSystemIdentity',
    } as const;
    expect(registrationOf(signIn, 'tenant')).to.deep.equal({
      tenantId: 'tenant',
      directoryClientId: '',
      directoryClientSecret: null,
      directoryAuthType: 'managedSystemIdentity',
    });
    const own = { ...signIn, clientId: 'client', clientSecret: 'secret', authType: 'clientCredentials' } as const;
    expect(registrationOf(own, 'tenant')).to.include({ directoryClientId: 'client', directoryClientSecret: 'secret' });
  });
});

import { expect } from 'chai';
import { faultsOf, isAt, toRegistrationCheck } from '../../server/administration/setupRules.ts';
import { failedBy, passed } from '../../server/people/identity/tenantCheckRules.ts';

const URL_OF_CONSENT = 'https://login.microsoftonline.com/t/adminconsent?client_id=c';

describe('what the check of the tenant tells the person who sets up the product (behaviour 2.9)', () => {
  it('is nothing if all is well, except what some features need', () => {
    expect(toRegistrationCheck(passed('tenant', { tenantId: 't' }))).to.deep.equal({
      check: 'tenant',
      fault: null,
      unavailable: [],
      consentUrl: null,
    });
    const permissions = { missing: [], unavailable: ['Group.Read.All'], consentUrl: URL_OF_CONSENT };
    expect(toRegistrationCheck(passed('permissions', permissions))).to.deep.include({
      fault: null,
      unavailable: ['Group.Read.All'],
      consentUrl: URL_OF_CONSENT,
    });
    expect(toRegistrationCheck(passed('permissions', { ...permissions, unavailable: [] })).consentUrl).to.equal(null);
    expect(faultsOf([toRegistrationCheck(passed('tenant'))])).to.equal(null);
  });

  it('is an error at the field where it was typed', () => {
    const checks = [
      failedBy('tenant', { problem: 'unknown_tenant' }, { tenantId: 't' }),
      failedBy('client', { problem: 'refused', number: 'AADSTS1' }),
      failedBy('redirectUri', { problem: 'redirect_not_registered' }, { redirectUri: 'https://x.test/' }),
      failedBy('credentials', { problem: 'expired_secret' }),
    ].map(toRegistrationCheck);
    expect(faultsOf(checks)).to.deep.equal({
      tenantId: { id: 'tenantUnknown', values: {} },
      clientId: { id: 'tenantRefuses', values: { number: 'AADSTS1' } },
      address: { id: 'redirectUnknown', values: { redirectUri: 'https://x.test/' } },
      directoryClientSecret: { id: 'secretExpired', values: {} },
    });
    expect(faultsOf([toRegistrationCheck(failedBy('credentials', { problem: 'no_managed_identity' }))])).to.have.keys(
      'directoryClientId',
    );
  });

  it('names what is missing, however little the check finds', () => {
    const consent = { consentUrl: URL_OF_CONSENT };
    const missing = toRegistrationCheck(failedBy('directory', { problem: 'consent_missing' }, consent));
    expect(missing.fault!.values).to.deep.equal({ missing: 'User.ReadBasic.All, GroupMember.Read.All' });
    expect(missing.consentUrl).to.equal(URL_OF_CONSENT);
    expect(toRegistrationCheck({ check: 'client', isOk: false, values: {} }).fault).to.deep.equal({
      id: 'tenantRefuses',
      values: { number: '?' },
    });
    const api = toRegistrationCheck(failedBy('api', { problem: 'unknown_api' }));
    expect(api.fault!.values).to.deep.equal({ directoryClientId: '' });
  });

  it('depends on the server and port where people sign in, whatever the path', () => {
    expect(isAt('https://ask.test/#/setup', 'https://ask.test')).to.equal(true);
    for (const other of ['http://ask.test/', 'https://ask.test:8443/', 'https://ask.test.evil/', 'nowhere'])
      expect(isAt(other, 'https://ask.test'), other).to.equal(false);
  });
});

import { expect } from 'chai';
import {
  clientChecks,
  consentUrlOf,
  noCredentials,
  refusedBy,
  type AuthorizeAnswer,
} from '../../../server/people/identity/tenantCheckRules.ts';

const REDIRECT = 'https://ask.example.com/';
const ASKED = { tenantId: 't', clientId: 'c', directoryClientId: 'd', redirectUri: REDIRECT };

const told = (answer: Partial<AuthorizeAnswer>, asked: Parameters<typeof clientChecks>[0] = ASKED) =>
  clientChecks(asked, { status: 302, location: null, body: '', ...answer }).map(({ check, problem = 'fine', values }) =>
    [check, problem, values['number']].filter(Boolean).join(' '),
  );
const back = (fields: Record<string, string>) => ({ location: `${REDIRECT}?${new URLSearchParams(fields)}` });

describe('rules of tenant checks', () => {
  const GOOD = ['client fine', 'redirectUri fine'];
  const { directoryClientId: _, ...withoutApi } = ASKED;

  it('accept that a person would have to be asked, or that nobody has to', () => {
    for (const error of ['login_required', 'interaction_required', 'consent_required'])
      expect(told(back({ error })), error).to.deep.equal(GOOD);
    expect(told(back({ code: 'a code' }))).to.deep.equal(GOOD);
  });

  it('tell an error of the API from an error of the client', () => {
    const api = { error: 'invalid_resource', error_description: 'AADSTS500011: The resource was not found' };
    for (const asked of [ASKED, withoutApi])
      expect(told(back(api), asked)).to.deep.equal([...GOOD, 'api unknown_api AADSTS500011']);
    for (const asked of [ASKED, withoutApi])
      expect(told({ status: 200, body: 'AADSTS650053: no such scope' }, asked)).to.deep.equal([
        'client fine',
        'api unknown_api AADSTS650053',
      ]);
    const other = { error: 'unsupported_response_type', error_description: 'AADSTS700054: not enabled' };
    for (const asked of [ASKED, withoutApi])
      expect(told(back(other), asked)).to.deep.equal(['client refused AADSTS700054']);
    expect(told(back({ error: 'server_error' }))).to.deep.equal(['client refused']);
  });

  it('read the error number on a page, whatever its status', () => {
    for (const status of [200, 400])
      expect(told({ status, body: '"strServiceExceptionMessage":"AADSTS700016: no"' })).to.deep.equal([
        'client unknown_client AADSTS700016',
      ]);
    expect(told({ status: 200, body: '<html>Sign in</html>' })).to.deep.equal(['client refused']);
    expect(told({ status: 503, body: 'busy' })).to.deep.equal(['client unreachable']);
  });

  it('do not trust a response that leads elsewhere', () => {
    for (const location of ['https://evil.test/?error=login_required', `${REDIRECT}x?code=1`, 'no address'])
      expect(told({ location }), location).to.deep.equal(['client refused']);
    expect(told(back({ code: '1' }), { ...ASKED, redirectUri: 'no address' })).to.deep.equal(['client refused']);
  });

  it('have own problems only for the numbers in the table', () => {
    expect(refusedBy('AADSTS7000112: disabled')).to.deep.equal({ problem: 'client_disabled', number: 'AADSTS7000112' });
    expect(refusedBy('AADSTS1: what')).to.deep.equal({ problem: 'refused', number: 'AADSTS1' });
    expect(refusedBy('nothing', 'unreachable')).to.deep.equal({ problem: 'unreachable' });
  });

  it('tell a lost managed identity from a wrong secret', () => {
    const why = (code: 'directory_denied' | 'directory_unavailable', detail: string, isManaged = false) => {
      const directoryAuthType = isManaged ? 'managedSystemIdentity' : 'clientCredentials';
      return noCredentials({ code, detail }, { directoryClientId: 'd', directoryAuthType }).problem;
    };
    expect(why('directory_unavailable', 'no answer', true)).to.equal('no_managed_identity');
    expect(why('directory_unavailable', 'no answer')).to.equal('unreachable');
    expect(why('directory_denied', 'invalid_client')).to.equal('refused');
    expect(why('directory_denied', 'invalid_client, AADSTS7000222')).to.equal('expired_secret');
  });

  it('put nothing else into the consent link', () => {
    expect(consentUrlOf('a/b', 'c&d')).to.equal('https://login.microsoftonline.com/a%2Fb/adminconsent?client_id=c%26d');
  });
});

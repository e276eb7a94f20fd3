import { expect } from 'chai';
import { NotSetUp, registrationsOf } from '../../../server/people/identity/registrationSettings.ts';

const GUID = '0f8fad5b-d9cb-469f-a165-70867728950e';
const NOTHING = {
  tenantId: null,
  clientId: null,
  directoryClientId: null,
  directoryClientSecret: null,
  directoryAuthType: 'clientCredentials',
} as const;
const IDS = { tenantId: GUID, clientId: GUID, directoryClientId: GUID };

/** The variables that it names as missing. */
function missing(values: Parameters<typeof registrationsOf>[0]): string[] {
  try {
    registrationsOf(values);
    return [];
  } catch (error) {
    return (error as NotSetUp).missing.map((words) => /^[A-Z_]+/.exec(words)![0]);
  }
}

describe('the required registrations (behaviour 2.9)', () => {
  it('are named if they are missing', () => {
    expect(missing(NOTHING)).to.deep.equal([
      'TENANT_ID',
      'CLIENT_ID',
      'DIRECTORY_CLIENT_ID',
      'DIRECTORY_CLIENT_SECRET',
    ]);
    expect(missing({ ...NOTHING, ...IDS })).to.deep.equal(['DIRECTORY_CLIENT_SECRET']);
    expect(() => registrationsOf(NOTHING)).to.throw(NotSetUp, /TENANT_ID: the directory tenant/);
  });

  it('need no secret with a managed identity', () => {
    const values = { ...NOTHING, ...IDS, directoryAuthType: 'managedSystemIdentity' as const };
    expect(registrationsOf(values)).to.deep.equal(values);
    const bySecret = { ...NOTHING, ...IDS, directoryClientSecret: 'a secret' };
    expect(registrationsOf(bySecret)).to.deep.equal(bySecret);
  });
});

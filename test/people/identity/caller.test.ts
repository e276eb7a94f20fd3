import { expect } from 'chai';
import { ProblemError } from '../../../contract/problem.ts';
import { createPlatformFetch } from '../../../server/foundation/http/outbound.ts';
import { createBearerVerifier } from '../../../server/people/identity/bearer.ts';
import {
  createCallerResolver,
  type CallerDirectory,
  type CallerOptions,
} from '../../../server/people/identity/caller.ts';
import { DirectoryError } from '../../../server/people/identity/directoryError.ts';
import { NOBODY } from '../roleHolders.ts';
import { idOf, rejection, startWorld, type World } from '../tenant.ts';

describe('caller', () => {
  let world: World;
  const id = (key: string): string => idOf(world.sandbox.tenant, key);

  const verifier = (...extraClientIds: string[]) => {
    const { tenantId, clientId, directoryClientId, originMap } = world.sandbox.config;
    return createBearerVerifier({
      tenantId: tenantId!,
      clientId: clientId!,
      directoryClientId: directoryClientId!,
      extraClientIds,
      platformFetch: createPlatformFetch(originMap),
      now: Date.now,
    });
  };
  const resolver = (changes: Partial<CallerOptions> = {}) =>
    createCallerResolver({
      verifyBearer: verifier(),
      directory: world.directory,
      roleHolders: () => NOBODY,
      ...changes,
    });
  const claimsOf = (key: string) => ({
    iss: `https://login.microsoftonline.com/${world.sandbox.tenant.id}/v2.0`,
    aud: world.sandbox.config.directoryClientId!,
    azp: world.sandbox.config.clientId!,
    oid: id(key),
    tid: world.sandbox.tenant.id,
    ver: '2.0',
    scp: 'User.Read',
  });
  const signIn = async (email: string, changes: Partial<CallerOptions> = {}) =>
    resolver(changes)(`Bearer ${await world.sandbox.tokenFor(email)}`);

  before(async () => {
    world = await startWorld();
  });
  after(() => world.sandbox.close());

  it("is the directory's record of the token's object id, with all groups", async () => {
    const caller = await signIn('tim@sandbox.test');
    expect(caller.person).to.deep.include({ id: id('tim'), email: 'tim@sandbox.test' });
    expect(caller.groups).to.have.members([id('finance'), id('everyone')]);
    expect(caller.roles).to.deep.equal([]);
    expect(caller.tokenExpiresAt).to.be.greaterThan(Date.now());
  });

  it('may be a guest', async () => {
    expect((await signIn('joan@fabrikam.test')).person).to.include({ id: id('joan'), email: 'joan@fabrikam.test' });
  });

  it('is not the person that the names in the token claim', async () => {
    const token = await world.sandbox.identity.signToken({
      ...claimsOf('tim'),
      preferred_username: 'ada@sandbox.test',
      upn: 'ada@sandbox.test',
      email: 'ada@sandbox.test',
    });
    expect((await resolver()(`Bearer ${token}`)).person.email).to.equal('tim@sandbox.test');
  });

  it('has roles by app role', async () => {
    expect((await signIn('ada@sandbox.test')).roles).to.deep.equal(['administrator', 'author']);
  });

  it('is an auditor by app role, which gives no other role', async () => {
    const verifyBearer = async () => ({
      ...(await verifier()(`Bearer ${await world.sandbox.tokenFor('tim@sandbox.test')}`)),
      appRoles: ['Auditor'],
    });
    expect((await signIn('tim@sandbox.test', { verifyBearer })).roles).to.deep.equal(['auditor']);
  });

  it('has roles by group, also through nested groups', async () => {
    const holders = { ...NOBODY, adminGroupIds: [id('finance')], authorGroupIds: [id('everyone'), id('nobody')] };
    const groups = { roleHolders: () => holders };
    expect((await signIn('tim@sandbox.test', groups)).roles).to.deep.equal(['administrator', 'author']);
    expect((await signIn('radia@sandbox.test', groups)).roles).to.deep.equal(['author']);
    expect((await signIn('joan@fabrikam.test', groups)).roles).to.deep.equal([]);
    const auditors = { roleHolders: () => ({ ...NOBODY, auditorGroupIds: [id('everyone')] }) };
    expect((await signIn('tim@sandbox.test', auditors)).roles).to.deep.equal(['auditor']);
  });

  it('has a role as a person, with the setting at the moment of the call', async () => {
    let adminIds: string[] = [];
    const holders = { roleHolders: () => ({ ...NOBODY, adminIds }) };
    const tim = resolver(holders);
    const bearer = `Bearer ${await world.sandbox.tokenFor('tim@sandbox.test')}`;
    expect((await tim(bearer)).roles).to.deep.equal([]);
    adminIds = [id('tim')];
    expect((await tim(bearer)).roles).to.deep.equal(['administrator']);
    expect((await signIn('radia@sandbox.test', holders)).roles).to.deep.equal([]);
  });

  it('is never a program, whoever it claims to be', async () => {
    const { config, identity } = world.sandbox;
    const ownToken = await identity.issueForApp(`api://${config.directoryClientId}`);
    const borrowed = await identity.signToken({ ...claimsOf('ada'), idtyp: 'app' });
    for (const token of [ownToken, borrowed]) {
      const error = await rejection(
        resolver({ verifyBearer: verifier(config.directoryClientId!) })(`Bearer ${token}`),
        ProblemError,
      );
      expect([error.code, error.detail]).to.deep.equal(['forbidden', 'Sign in as a person; programs have no access.']);
    }
  });

  it('is refused in plain words if unknown to the directory', async () => {
    const directory: CallerDirectory = {
      personById: async () => null,
      groupsOf: () => expect.fail('not to be asked'),
    };
    const error = await rejection(signIn('tim@sandbox.test', { directory }), ProblemError);
    expect([error.code, error.detail]).to.deep.equal([
      'forbidden',
      'You are signed in, but the directory of this organisation does not know you.',
    ]);
  });

  it('has to wait while the directory cannot be read, rather than losing rights', async () => {
    const broken = async () => Promise.reject(new DirectoryError('directory_unavailable', 'Down.'));
    for (const part of ['personById', 'groupsOf'] as const) {
      const directory = { ...world.directory, [part]: broken };
      expect((await rejection(signIn('tim@sandbox.test', { directory }), ProblemError)).code).to.equal('unavailable');
    }
  });
});

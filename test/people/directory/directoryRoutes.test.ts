import { FREE_CALLS } from '../../support/limits.ts';
import { expect } from 'chai';
import Fastify, { type FastifyInstance } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { ProblemError } from '../../../contract/problem.ts';
import { PROBLEMS } from '../../../server/foundation/errors.ts';
import { createAuthenticate } from '../../../server/foundation/http/authenticate.ts';
import { createPlatformFetch } from '../../../server/foundation/http/outbound.ts';
import { directoryRoutes } from '../../../server/people/directory/directoryRoutes.ts';
import { createBearerVerifier } from '../../../server/people/identity/bearer.ts';
import { createCallerResolver } from '../../../server/people/identity/caller.ts';
import { NOBODY } from '../roleHolders.ts';
import { idOf, startWorld, type World } from '../tenant.ts';

function build({ sandbox, directory }: World): FastifyInstance {
  const { tenantId, clientId, directoryClientId, originMap } = sandbox.config;
  const registrations = { tenantId: tenantId!, clientId: clientId!, directoryClientId: directoryClientId! };
  const platformFetch = createPlatformFetch(originMap);
  const verifyBearer = createBearerVerifier({ ...registrations, platformFetch, now: Date.now });
  const resolveCaller = createCallerResolver({ verifyBearer, directory, roleHolders: () => NOBODY });
  const app = Fastify();
  app.setValidatorCompiler(validatorCompiler).setSerializerCompiler(serializerCompiler);
  app.setErrorHandler((error: Error & { statusCode?: number }, _, reply) => {
    if (error instanceof ProblemError) return reply.code(PROBLEMS[error.code].status).send(error.detail);
    return reply.code(error.statusCode ?? 500).send(error.message);
  });
  app.register(directoryRoutes({ directory, authenticate: createAuthenticate(resolveCaller, FREE_CALLS) }), {
    prefix: '/api',
  });
  return app;
}

describe('directory routes', () => {
  let world: World;
  let app: FastifyInstance;
  let authorization: string;
  const id = (key: string): string => idOf(world.sandbox.tenant, key);
  const get = (url: string) => app.inject({ url: `/api${url}`, headers: { authorization } });
  const idsOf = async (url: string): Promise<string[]> =>
    (await get(url)).json().items.map((item: { id: string }) => item.id);

  before(async () => {
    world = await startWorld();
    app = build(world);
    authorization = `Bearer ${await world.sandbox.tokenFor('grace@sandbox.test')}`;
  });
  after(async () => {
    await app.close();
    await world.sandbox.close();
  });

  it('tell callers who they are', async () => {
    authorization = `Bearer ${await world.sandbox.tokenFor('grace@sandbox.test')}`;
    const me = (await get('/me')).json();
    expect(me).to.deep.include({
      id: id('grace'),
      displayName: 'Grace Hopper',
      email: 'grace@sandbox.test',
      roles: [],
    });
    expect(me.groups).to.have.members(await world.directory.groupsOf(id('grace')));
  });

  it('search people and groups', async () => {
    expect(await idsOf('/directory/users?search=hop')).to.deep.equal([id('grace')]);
    expect(await idsOf('/directory/groups?search=ring')).to.have.members([id('ring-a'), id('ring-b')]);
    expect((await get('/directory/users?search=zzz')).json()).to.deep.equal({ items: [], nextCursor: null });
  });

  it('mark disabled accounts in a search: a shared mailbox can be asked, others only seem so', async () => {
    const alan = world.sandbox.tenant.people.find(({ key }) => key === 'alan')!;
    alan.isDisabled = true;
    const [found] = (await get('/directory/users?search=turing')).json().items;
    delete alan.isDisabled;
    expect(found).to.include({ id: alan.id, isDisabled: true });
    expect((await get('/directory/users?search=turing')).json().items[0]).to.not.have.property('isDisabled');
  });

  it("know a person's manager and the caller's direct reports", async () => {
    const manager = (await get(`/directory/users/${id('alan')}/manager`)).json();
    expect(manager).to.include({ id: id('grace'), jobTitle: 'Engineering Manager' });
    expect(await idsOf('/directory/direct-reports')).to.have.members(['alan', 'katherine', 'linus'].map(id));
  });

  it('answer 404 for unknown people', async () => {
    for (const person of [id('ada'), 'ffffffff-0000-4000-8000-00000000000f', 'ada', '..%2F..%2fgroups', id('finance')])
      expect((await get(`/directory/users/${person}/manager`)).statusCode, person).to.equal(404);
  });

  it('refuse invalid searches', async () => {
    for (const query of [
      '',
      '?search=',
      `?search=${'a'.repeat(201)}`,
      '?search=a&limit=0',
      '?search=a&limit=51',
      '?search=a&limit=x',
      '?search=a&other=b',
    ])
      expect((await get(`/directory/users${query}`)).statusCode, query).to.equal(400);
  });

  it('are for people who are signed in', async () => {
    const paths = [
      '/me',
      '/directory/users?search=a',
      '/directory/groups?search=a',
      `/directory/users/${id('alan')}/manager`,
      '/directory/direct-reports',
    ];
    for (const path of paths) {
      for (const method of ['GET', 'HEAD'] as const)
        expect((await app.inject({ method, url: `/api${path}` })).statusCode, `${method} ${path}`).to.equal(401);
    }
  });

  it('say what is missing when the directory refuses', async () => {
    const poor = await startWorld(({ registrations }) => {
      registrations.server.application['graph'] = ['User.ReadBasic.All', 'GroupMember.Read.All'];
    });
    const poorApp = build(poor);
    const headers = { authorization: `Bearer ${await poor.sandbox.tokenFor('grace@sandbox.test')}` };
    const answer = await poorApp.inject({ url: '/api/directory/direct-reports', headers });
    expect([answer.statusCode, answer.body]).to.deep.equal([
      503,
      'The server registration lacks the application permission User.Read.All; an administrator must grant it.',
    ]);
    await poorApp.close();
    await poor.sandbox.close();
  });
});

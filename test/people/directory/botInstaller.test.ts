import { expect } from 'chai';
import { PostFailed } from '../../../contract/channel.ts';
import type { Person } from '../../../contract/people.ts';
import type { Tenant } from '../../../sandbox/tenant.ts';
import { createBotInstaller } from '../../../server/people/directory/botInstaller.ts';
import { idOf, rejection, startWorld, type World } from '../tenant.ts';

const CATALOGUE = 'AppCatalog.Read.All';
const INSTALL = 'TeamsAppInstallation.ReadWriteSelfForUser.All';

const grant =
  (...permissions: string[]) =>
  (tenant: Tenant) =>
    void tenant.registrations.server.application['graph']!.push(...permissions);

describe('installing the Teams bot for people', () => {
  let world: World;
  afterEach(() => world.sandbox.close());

  const grace = (): Person => {
    const { tenant } = world.sandbox;
    return { id: idOf(tenant, 'grace'), displayName: 'Grace Hopper', email: null, userPrincipalName: null };
  };
  const install = (person = grace(), appId = world.sandbox.tenant.registrations.bot.clientId) =>
    createBotInstaller(world.graph)(appId, person);
  const calls = () => world.sandbox.graph.requests.map(({ method, path }) => `${method} ${path}`);

  it('finds the conversation of each person, the first time and every other', async () => {
    world = await startWorld(grant(CATALOGUE, INSTALL));
    const chat = await install();
    expect(chat).to.include(grace().id);
    expect(await install(), 'installed already').to.equal(chat);
    expect(calls().filter((call) => call.startsWith('POST'))).to.have.length(2);
  });

  for (const [granted, missing] of [
    [[], CATALOGUE],
    [[CATALOGUE], INSTALL],
    [['Directory.Read.All'], CATALOGUE],
  ] as const)
    it(`with ${granted.join(', ') || 'nothing'} granted says that ${missing} is missing, and what people can do`, async () => {
      world = await startWorld(grant(...granted));
      const { message, retryAfterMs, isForAll } = await rejection(install(), PostFailed);
      expect(message).to.include('The bot has not met Grace Hopper yet').and.to.include(missing);
      expect(message).to.match(/open the bot in Teams once/);
      expect({ retryAfterMs, isForAll }).to.deep.equal({ retryAfterMs: null, isForAll: false });
    });

  it('says that the app is not in the catalogue', async () => {
    world = await startWorld(grant(CATALOGUE, INSTALL));
    const { message, retryAfterMs } = await rejection(install(grace(), "other' or externalId ne '"), PostFailed);
    expect(message).to.match(/catalogue/);
    expect(retryAfterMs).to.equal(null);
    expect(calls().some((call) => call.startsWith('POST'))).to.equal(false);
  });

  it('makes no calls for people who are not in the directory', async () => {
    world = await startWorld(grant(CATALOGUE, INSTALL));
    const stranger = { ...grace(), id: 'mailto:grace@elsewhere.test' };
    expect((await rejection(install(stranger), PostFailed)).retryAfterMs).to.equal(null);
    expect(calls()).to.deep.equal([]);
  });

  it('waits for a busy Graph, and retries later if it stays busy', async () => {
    world = await startWorld(grant(CATALOGUE, INSTALL));
    world.sandbox.graph.throttleNext(2, 3);
    await install();
    expect(world.clock.slept).to.deep.equal([3000, 3000]);
    world.sandbox.graph.failNext(12, 503);
    const failed = await rejection(install(), PostFailed);
    expect(failed.retryAfterMs).to.equal(60_000);
  });
});

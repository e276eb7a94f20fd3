// cspell:ignore serviceurl
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import fastify, { type FastifyInstance } from 'fastify';
import { decodeJwt } from 'jose';
import type { Browser } from 'playwright-core';
import { startSandbox, type Sandbox } from '../../sandbox/sandbox.ts';
import { playgroundConfig } from '../../sandbox/teams/playground.ts';
import { startSigningProxy } from '../../sandbox/teams/signingProxy.ts';
import { startTeamsClient } from '../../sandbox/teams/teamsClient.ts';
import { findPerson, type TenantPerson } from '../../sandbox/tenant.ts';
import { launchBrowser } from '../support/chromium.ts';
import { freePort } from '../support/freePort.ts';
import { eventually } from '../support/product.ts';

interface Delivered {
  token: Record<string, unknown>;
  activity: {
    type: string;
    serviceUrl: string;
    from: { aadObjectId: string };
    conversation: { tenantId: string };
    channelData: { tenant: { id: string } };
  };
}

/** The command's clients use ports from the fifth after this one; systems do not assign these by themselves. */
const BASE = 20_000 + (process.pid % 10_000);

describe("sandbox: a person's Teams client", function () {
  this.timeout(90_000);
  let sandbox: Sandbox;
  let bot: FastifyInstance;
  let target: string;
  let ada: TenantPerson;
  const delivered: Delivered[] = [];

  before(async () => {
    sandbox = await startSandbox({ portBase: 0, ports: { identity: BASE } });
    ada = findPerson(sandbox.tenant, 'ada@sandbox.test')!;
    bot = fastify();
    bot.post('/api/messages', async ({ headers, body }, reply) => {
      delivered.push({
        token: decodeJwt(headers.authorization!.slice('Bearer '.length)),
        activity: body as Delivered['activity'],
      });
      return reply.code(202).send({ taken: true });
    });
    bot.get('/api/client-config', async () => ({ mode: 'sandbox' }));
    target = `${await bot.listen({ host: '127.0.0.1', port: 0 })}/api/messages`;
  });
  after(async () => {
    await bot.close();
    await sandbox.close();
  });
  beforeEach(() => void (delivered.length = 0));

  const options = () => ({ tenant: sandbox.tenant, person: ada, sign: sandbox.teams.sign, target });

  describe('the connection to the bot', () => {
    const bring = (endpoint: string, activity: object) =>
      fetch(endpoint, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(activity),
      });

    it('signs what it carries, and returns the response', async () => {
      const proxy = await startSigningProxy(options());
      const answer = await bring(proxy.endpoint, { type: 'message', serviceUrl: 'http://localhost:1/c' });
      await proxy.close();
      expect([answer.status, await answer.json()]).to.deep.equal([202, { taken: true }]);
      expect(delivered[0]!.token).to.include({
        aud: sandbox.config.teamsAppId!,
        serviceurl: 'http://localhost:1/c',
      });
    });

    it('says who is using it, whatever the client claims', async () => {
      const proxy = await startSigningProxy(options());
      const forged = { from: { aadObjectId: 'grace' }, channelData: { tenant: { id: 'other' } }, conversation: {} };
      await bring(proxy.endpoint, { type: 'message', serviceUrl: 'http://localhost:1/c', ...forged });
      await proxy.close();
      const { from, conversation, channelData } = delivered[0]!.activity;
      expect(from.aadObjectId).to.equal(ada.id);
      expect([conversation.tenantId, channelData.tenant.id]).to.deep.equal([sandbox.tenant.id, sandbox.tenant.id]);
    });

    it('says so if Handback does not answer', async () => {
      const proxy = await startSigningProxy({
        ...options(),
        target: `http://127.0.0.1:${await freePort()}/api/messages`,
      });
      const answer = await bring(proxy.endpoint, { type: 'message' });
      await proxy.close();
      expect(answer.status).to.equal(502);
      expect(await answer.text()).to.contain('npm start');
    });
  });

  describe('the playground', () => {
    let browser: Browser;
    before(async () => {
      browser = await launchBrowser();
    });
    after(() => browser.close());

    it("is the person's own, among the others of the tenant", () => {
      const config = playgroundConfig(sandbox.tenant, ada) as {
        currentUser: { aadObjectId: string };
        users: { aadObjectId: string }[];
      };
      expect(config.currentUser.aadObjectId).to.equal(ada.id);
      expect(config.users.map(({ aadObjectId }) => aadObjectId))
        .to.have.length.above(4)
        .and.not.include(ada.id);
    });

    it('meets the bot when its page is opened, and ends with its client', async () => {
      const client = await startTeamsClient({ ...options(), port: await freePort() });
      const page = await browser.newPage();
      await page.route(/cdn\.office\.net/, (route) => route.abort());
      await page.goto(client.url);
      const isMeeting = ({ activity }: Delivered) => activity.type === 'installationUpdate';
      const meeting = await eventually(async () => delivered.find(isMeeting), 30_000).catch(() => null);
      await page.close();
      await client.close();
      await client.ended;
      expect(await fetch(client.url).catch(() => 'refused')).to.equal('refused');
      expect(meeting!.token['serviceurl']).to.equal(meeting!.activity.serviceUrl);
      expect(meeting!.activity.from.aadObjectId).to.equal(ada.id);
    });

    it('says so if its port is taken', async () => {
      const holder = await holdPort();
      const { port } = holder.address() as AddressInfo;
      const refusal = await startTeamsClient({ ...options(), port }).then(
        (client) => client.close(),
        (error: Error) => error.message,
      );
      holder.close();
      expect(refusal)
        .to.contain(`Port ${port}`)
        .and.contain('Ada Lovelace')
        .and.match(/^[^\n]+$/);
    });
  });

  describe('npm run sandbox:teams', () => {
    const command = ['--import', 'tsx', 'sandbox/teams/start.ts'];

    for (const signal of ['SIGTERM', 'SIGKILL'] as const)
      it(`prints the address of each person's Teams, and removes it with ${signal}`, async () => {
        const folder = await mkdtemp(path.join(tmpdir(), 'handback-command-'));
        const env = {
          ...process.env,
          SANDBOX_PORT_BASE: String(BASE),
          PORT: new URL(target).port,
          TMPDIR: folder,
        };
        const child = spawn(process.execPath, [...command, 'ada', 'tim@sandbox.test'], { env });
        const ended = once(child, 'close');
        let said = '';
        child.stdout.on('data', (data) => (said += String(data)));
        child.stderr.on('data', (data) => (said += String(data)));
        await eventually(async () => said.includes('Ctrl+C') || undefined, 60_000).catch(() => undefined);
        const [adas, tims] = [`http://localhost:${BASE + 5}`, `http://localhost:${BASE + 6}`];
        expect(said)
          .to.match(new RegExp(`Ada Lovelace +${adas}`))
          .and.match(new RegExp(`Tim Berners-Lee +${tims}`));
        expect(said).to.contain('ALL network interfaces');
        expect((await fetch(adas)).status).to.equal(200);

        child.kill(signal);
        const [code] = (await ended) as [number | null];
        const isGone = (url: string) =>
          fetch(url).then(
            () => undefined,
            () => true,
          );
        await eventually(() => isGone(adas));
        await eventually(() => isGone(tims));
        const left = await readdir(folder);
        await rm(folder, { recursive: true });
        if (signal === 'SIGTERM')
          expect([code, left.filter((name) => name.startsWith('handback'))]).to.deep.equal([0, []]);
      });

    const run = (args: string[], more: NodeJS.ProcessEnv) =>
      new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
        const env = { ...process.env, ...more };
        execFile(process.execPath, [...command, ...args], { env }, (error, stdout, stderr) =>
          resolve({ code: Number(error?.code ?? 0), stdout, stderr }),
        );
      });

    it('says in one line what is missing', async () => {
      const [nobody, noSandbox, noProduct] = await Promise.all([
        run(['eve'], {}),
        run([], { SANDBOX_PORT_BASE: '64998' }),
        run([], {
          SANDBOX_PORT_BASE: String(BASE),
          PORT: String(await freePort()),
        }),
      ]);
      for (const each of [nobody, noSandbox, noProduct]) {
        expect(each).to.include({ code: 1, stdout: '' });
        expect(each.stderr).to.match(/^[^\n]+\n$/);
      }
      expect(nobody.stderr).to.contain('eve').and.contain('grace');
      expect(noSandbox.stderr).to.contain('64998').and.contain('npm start');
      expect(noProduct.stderr).to.contain('npm start').and.contain('PORT');
    });
  });
});

/** Taken on all interfaces, as the playground would take it. */
function holdPort(): Promise<Server> {
  return new Promise((resolve) => {
    const server = createServer();
    server.listen(0, () => resolve(server));
  });
}

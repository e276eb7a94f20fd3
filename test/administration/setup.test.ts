import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import type { AuditPage } from '../../contract/audit.ts';
import type { Me } from '../../contract/people.ts';
import type { Problem } from '../../contract/problem.ts';
import type { FoundAdministrator, RegistrationChecks, SetupView } from '../../contract/setup.ts';
import { startSandbox, type Sandbox } from '../../sandbox/sandbox.ts';
import type { Config } from '../../server/foundation/config.ts';
import { startOrSetUp, type Running } from '../../server/startOrSetUp.ts';
import { startSetupServer, type SetupServer } from '../../server/setupServer.ts';
import { expectProblem } from '../scenarios/support.ts';
import { forEachDatabase } from '../support/databases.ts';
import { postgresUrl } from '../support/postgres.ts';
import { clientOf, startProduct, type Answered, type Client } from '../support/product.ts';
import { announcedSetup, unsetConfig } from '../support/unset.ts';

const NOBODY = '30000000-0000-4000-8000-999999999999';
describe('the set-up (behaviour 2.9)', () => {
  let sandbox: Sandbox;
  let folder: string;
  before(async () => {
    sandbox = await startSandbox({ portBase: 0 });
    folder = await mkdtemp(path.join(os.tmpdir(), 'handback-setup-'));
  });
  after(async () => {
    await sandbox?.close();
    await rm(folder, { recursive: true, force: true });
  });

  const configOf = (databaseUrl: string) => unsetConfig(sandbox, folder, databaseUrl);
  const server = () => ({
    tenantId: sandbox.config.tenantId!,
    directoryClientId: sandbox.config.directoryClientId!,
    directoryClientSecret: sandbox.config.directoryClientSecret!,
  });
  const whole = (url: string) => ({
    ...server(),
    clientId: sandbox.config.clientId!,
    address: `${url}/`,
    administrator: { kind: 'person' as const, reference: 'tim@sandbox.test' },
  });
  const told = ({ body: { checks } }: Answered<RegistrationChecks>) =>
    checks.map(({ check, fault }) => (fault ? `${check}: ${fault.id}` : check));

  forEachDatabase((_name, openUrl) => {
    let config: Config;
    let wizard: SetupServer;
    let client: Client;
    before(async () => {
      config = await configOf(await openUrl());
      wizard = await startSetupServer(config);
      client = clientOf(wizard.url, wizard.code);
    });
    after(() => wizard?.close());

    const check = (part: 'client' | 'server', body: object) =>
      client.call<RegistrationChecks>('POST', `/setup/${part}-check`, body);
    const nothingIsStored = async () => {
      const { body } = await client.call<SetupView>('GET', '/setup');
      expect(body.settings.every(({ source }) => source === 'default')).to.equal(true);
      expect([body.isComplete, body.needsAdministrator]).to.deep.equal([false, true]);
    };

    it('is all that the server offers until it is completed', async () => {
      for (const path of ['/api/client-config', '/api/me', '/api/openapi.json', '/api/nowhere']) {
        const response = await fetch(`${wizard.url}${path}`);
        expect(response.status, path).to.equal(503);
        expect(((await response.json()) as Problem).code).to.equal('not_set_up');
      }
      const posted = await fetch(`${wizard.url}/api/slack/events`, { method: 'POST', body: '{}' });
      expect([posted.status, posted.headers.get('retry-after')]).to.deep.equal([503, '30']);
      expect((await fetch(`${wizard.url}/livez`)).status).to.equal(200);
      const readiness = await fetch(`${wizard.url}/readyz`);
      expect([readiness.status, await readiness.text()]).to.satisfy(
        ([status, text]: [number, string]) => status === 503 && text.includes('not set up'),
      );
    });

    it('opens for anyone who has the code, however often others try', async () => {
      const token = await sandbox.tokenFor('ada@sandbox.test');
      const tried: number[] = [];
      for (let tries = 0; tries < 100; tries++) {
        const wrong = tries % 2 === 0 ? `${wizard.code.slice(0, -1)}!` : `${tries}`;
        tried.push((await clientOf(wizard.url, wrong).call('PUT', '/setup', whole(wizard.url))).status);
      }
      expect(tried.slice(0, 60)).to.deep.equal(Array.from({ length: 60 }, () => 401));
      expect(new Set(tried.slice(60))).to.deep.equal(new Set([429]));
      expect((await clientOf(wizard.url, token).call('GET', '/setup')).status).to.equal(429);
      const typed = wizard.code.toLowerCase().replaceAll('-', ' ');
      expect((await clientOf(wizard.url, typed).call('GET', '/setup')).status).to.equal(200);
      await nothingIsStored();
    });

    it('tells for each registration what works and what does not', async () => {
      const { tenantId, clientId } = sandbox.config;
      const address = `${wizard.url}/`;
      expect(told(await check('client', { tenantId, clientId, address }))).to.deep.equal([
        'tenant',
        'client',
        'redirectUri',
      ]);
      expect(told(await check('client', { tenantId: NOBODY, clientId, address }))).to.deep.equal([
        'tenant: tenantUnknown',
      ]);
      expect(told(await check('client', { tenantId, clientId: NOBODY, address }))).to.deep.equal([
        'tenant',
        'client: clientUnknown',
      ]);
      expect(told(await check('server', server()))).to.deep.equal([
        'tenant',
        'credentials',
        'permissions',
        'directory',
      ]);
      expect(told(await check('server', { ...server(), directoryClientSecret: 'wrong' }))).to.deep.equal([
        'tenant',
        'credentials: secretWrong',
      ]);
      const found = await client.call<FoundAdministrator>('POST', '/setup/administrator', {
        ...server(),
        administrator: { kind: 'group', reference: 'Finance' },
      });
      expect(found.body).to.include({ kind: 'group', displayName: 'Finance' });
      await nothingIsStored();
    });

    it('names the missing consent, and where to give it', async () => {
      const { application } = sandbox.tenant.registrations.server;
      const granted = application['graph']!;
      application['graph'] = ['User.ReadBasic.All'];
      try {
        const { body } = await check('server', server());
        const lacking = body.checks.find((each) => each.check === 'permissions')!;
        expect(lacking.fault).to.deep.equal({ id: 'consentMissing', values: { missing: 'GroupMember.Read.All' } });
        expect(lacking.consentUrl).to.contain(`client_id=${server().directoryClientId}`);
        const group = { kind: 'group', reference: 'Finance' };
        const found = await client.call('POST', '/setup/administrator', { ...server(), administrator: group });
        const { checks } = expectProblem(found, 422, 'validation_failed');
        expect(checks!['administrator.reference']!.values).to.deep.equal({ missing: 'Group.Read.All' });
      } finally {
        application['graph'] = granted;
      }
    });

    it('refuses wrong values by field, and stores nothing', async () => {
      const all = whole(wizard.url);
      const group = { kind: 'group', reference: 'Nobody knows it' };
      sandbox.tenant.people.find(({ key }) => key === 'radia')!.isDisabled = true;
      const { administrator: _administrator, ...withoutAdministrator } = all;
      const { directoryClientSecret: _secret, ...withoutSecret } = all;
      for (const [body, field, fault] of [
        [{ ...all, tenantId: 'contoso' }, 'tenantId', 'guid'],
        [{ ...all, directoryClientSecret: ` ${all.directoryClientSecret} ` }, 'directoryClientSecret', 'spacesAround'],
        [{ ...all, address: 'https://elsewhere.example/' }, 'address', 'otherHost'],
        [{ ...all, colour: 'red' }, 'colour', 'unknownName'],
        [{ ...all, tenantId: NOBODY }, 'tenantId', 'tenantUnknown'],
        [{ ...all, clientId: NOBODY }, 'clientId', 'clientUnknown'],
        [{ ...all, directoryClientId: NOBODY }, 'directoryClientId', 'clientUnknown'],
        [{ ...all, directoryClientSecret: 'wrong' }, 'directoryClientSecret', 'secretWrong'],
        [withoutSecret, 'directoryClientSecret', 'missing'],
        [withoutAdministrator, 'administrator', 'missing'],
        [
          { ...all, administrator: { kind: 'person', reference: 'x@y.test' } },
          'administrator.reference',
          'personUnknown',
        ],
        [{ ...all, administrator: group }, 'administrator.reference', 'groupUnknown'],
        [
          { ...all, administrator: { kind: 'person', reference: 'radia@sandbox.test' } },
          'administrator.reference',
          'personDisabled',
        ],
      ] as const) {
        const answer = await client.call('PUT', '/setup', body);
        const { checks } = expectProblem(answer, 422, 'validation_failed');
        expect(checks![field]?.id, `${field} of ${JSON.stringify(checks)}`).to.equal(fault);
        expect(JSON.stringify(answer.body)).not.to.contain(all.directoryClientSecret);
      }
      await nothingIsStored();
    });
  });

  forEachDatabase((_name, openUrl) => {
    let running: Running;
    let said: string[];
    let config: Config;
    before(async () => {
      config = await configOf(await openUrl());
      said = [];
      running = await startOrSetUp(config, (line) => said.push(line));
    });
    after(() => running?.close());

    it('starts the product on the same address, with the named administrator', async () => {
      expect(said).to.have.length(1);
      const { url, code } = announcedSetup(said[0]!)!;
      const done = await clientOf(url, code).call<SetupView>('PUT', '/setup', whole(url));
      expect([done.status, done.body.isComplete]).to.deep.equal([200, true]);
      const product = await running.product;
      expect([product.url, said[1]]).to.deep.equal([url, `Handback serves ${url}`]);
      const tim = clientOf(url, await sandbox.tokenFor('tim@sandbox.test'));
      const ken = clientOf(url, await sandbox.tokenFor('ken@sandbox.test'));
      expect((await tim.call<Me>('GET', '/me')).body.roles).to.deep.equal(['administrator']);
      expect((await ken.call<Me>('GET', '/me')).body.roles).to.deep.equal([]);
      expect((await clientOf(url, code).call('GET', '/setup')).status).to.equal(401);
      const { body } = await tim.call<AuditPage>('GET', '/audit?action=setting.');
      expect(new Set(body.items.map((each) => `${each.actor.id} by ${each.verifiedBy}`))).to.deep.equal(
        new Set(['operator by setup_code']),
      );
    });

    it('can be changed later by administrators only, who lose nothing by a failed attempt', async () => {
      const { url } = await running.product;
      const tim = clientOf(url, await sandbox.tokenFor('tim@sandbox.test'));
      expectProblem(
        await clientOf(url, await sandbox.tokenFor('ken@sandbox.test')).call('GET', '/setup'),
        403,
        'forbidden',
      );
      const before = (await tim.call<SetupView>('GET', '/setup')).body;
      expect(before.settings.map((each) => [each.name, each.source, each.isSet])).to.deep.include([
        'directoryClientSecret',
        'stored',
        true,
      ]);
      expect(JSON.stringify(before)).not.to.contain(server().directoryClientSecret);
      const wrong = await tim.call('PUT', '/setup', { address: `${url}/`, directoryClientSecret: 'wrong' });
      expectProblem(wrong, 422, 'validation_failed');
      expect((await tim.call<SetupView>('GET', '/setup')).body).to.deep.equal(before);
      const more = await tim.call('PUT', '/setup', {
        address: `${url}/`,
        administrator: { kind: 'group', reference: 'Legal' },
      });
      expect(more.status).to.equal(200);
      const legal = sandbox.tenant.groups.find(({ displayName }) => displayName === 'Legal')!.id;
      const { live } = (await running.product).services;
      expect(live.current().adminGroupIds).to.deep.equal([legal]);
      expect(live.current().adminIds).to.have.length(1);
    });

    it('is still there after a restart', async () => {
      await running.close();
      running = await startOrSetUp(config, (line) => said.push(line));
      expect(said.at(-1)).to.match(/^Handback serves/);
    });
  });

  it('ends on every server of a PostgreSQL database when one of them completes it', async () => {
    const url = await postgresUrl();
    const here = await startSetupServer(await configOf(url));
    const there = await startOrSetUp(await configOf(url), () => undefined);
    try {
      await clientOf(here.url, here.code).call('PUT', '/setup', whole(here.url));
      await here.completed;
      expect((await fetch(`${(await there.product).url}/readyz`)).status).to.equal(200);
    } finally {
      await here.close();
      await there.close();
    }
  });

  it('says that a variable cannot be changed here', async () => {
    const product = await startProduct({ sandbox });
    try {
      const ada = await product.as('ada@sandbox.test');
      const { body } = await ada.call<SetupView>('GET', '/setup');
      expect(new Set(body.settings.slice(0, 4).map(({ source }) => source))).to.deep.equal(new Set(['environment']));
      const answer = await ada.call('PUT', '/setup', { address: `${product.url}/`, tenantId: NOBODY });
      const { checks } = expectProblem(answer, 422, 'validation_failed');
      expect(checks!['tenantId']).to.deep.equal({ id: 'setByVariable', values: { variable: 'TENANT_ID' } });
    } finally {
      await product.close();
    }
  });
});

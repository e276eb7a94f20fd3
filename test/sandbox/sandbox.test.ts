import { execFile } from 'node:child_process';
import { createServer, type AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import { expect } from 'chai';
import { sandboxPorts } from '../../sandbox/ports.ts';
import { startSandbox, type Sandbox } from '../../sandbox/sandbox.ts';
import { banner, refusalToStart } from '../../sandbox/startUp.ts';
import { findPerson, readTenant, type Tenant } from '../../sandbox/tenant.ts';
import { skipBecause } from '../support/skip.ts';

describe('sandbox: the tenant', () => {
  const tenant: Tenant = readTenant();

  it('has the people and groups that the design names', () => {
    expect(tenant.people.map(({ key }) => key)).to.have.members(
      'ada grace alan katherine linus margaret tim barbara donald radia ken hedy edsger frances joan'.split(' '),
    );
    expect(tenant.groups.map(({ key }) => key)).to.have.members(
      'finance legal everyone ring-a ring-b nobody'.split(' '),
    );
    expect(findPerson(tenant, 'ADA@sandbox.test')?.appRoles).to.deep.equal(['Admin', 'Author']);
    expect(tenant.people.filter(({ guestOf }) => guestOf).map(({ key }) => key)).to.deep.equal(['joan']);
  });

  it('names nobody twice and nobody who does not exist', () => {
    const ids = [...tenant.people, ...tenant.groups].map(({ id }) => id);
    expect(new Set(ids).size).to.equal(ids.length);
    const people = tenant.people.map(({ key }) => key);
    const groups = tenant.groups.map(({ key }) => key);
    expect(people).to.include.members(tenant.people.flatMap(({ manager }) => manager ?? []));
    expect(people).to.include.members(tenant.groups.flatMap(({ members }) => members));
    expect(groups).to.include.members(tenant.groups.flatMap(({ memberGroups }) => memberGroups));
  });

  it('is a fresh copy for every reader', () => {
    readTenant().people.pop();
    expect(readTenant().people).to.have.length(15);
  });
});

describe('sandbox: ports', () => {
  it('are fixed, counted from a base, or any', () => {
    expect(sandboxPorts()).to.deep.equal({
      identity: 4400,
      smtp: 1025,
      mailbox: 1080,
      slack: 4410,
      slackPage: 4411,
      teams: 56_150,
    });
    expect(sandboxPorts('5000')).to.deep.equal({
      identity: 5000,
      smtp: 5001,
      mailbox: 5002,
      slack: 5003,
      slackPage: 5004,
      teams: 5005,
    });
    expect(sandboxPorts(0)).to.deep.equal({ identity: 0, smtp: 0, mailbox: 0, slack: 0, slackPage: 0, teams: 0 });
    for (const base of ['80', 'x', '70000', '-1', '4400.5'])
      expect(() => sandboxPorts(base), base).to.throw('SANDBOX_PORT_BASE');
  });

  for (const [service, name] of Object.entries({
    identity: 'identity provider',
    smtp: 'mail catcher',
    mailbox: 'mailbox',
  }))
    it(`say which one is taken: ${name}`, async () => {
      const holder = createServer();
      await new Promise<void>((resolve) => holder.listen(0, '127.0.0.1', resolve));
      const { port } = holder.address() as AddressInfo;
      const refusal = await startSandbox({ portBase: 0, ports: { [service]: port } }).then(
        async (sandbox) => sandbox.close(),
        (error: Error) => error.message,
      );
      await new Promise((resolve) => holder.close(resolve));
      expect(refusal)
        .to.contain(`Port ${port}`)
        .and.contain(name)
        .and.contain('SANDBOX_PORT_BASE')
        .and.not.contain('\n');
    });
});

describe('sandbox: start-up', () => {
  let sandbox: Sandbox;
  before(async () => {
    sandbox = await startSandbox({ portBase: 0 });
  });
  after(() => sandbox.close());

  it('is refused if real people could be affected', () => {
    expect(refusalToStart({ NODE_ENV: 'production' })).to.contain('NODE_ENV=production');
    expect(refusalToStart({ TENANT_ID: sandbox.tenant.id })).to.contain('TENANT_ID');
    expect(refusalToStart({ NODE_ENV: 'development' })).to.equal(null);
  });

  it('tells a newcomer where everything is', () => {
    const text = banner(sandbox, 'http://localhost:3000');
    expect(text).to.contain('http://localhost:3000').and.contain(sandbox.mail.url).and.contain('Ada Lovelace');
    expect(text).to.contain('sandbox:token -- ada@sandbox.test');
    expect(text)
      .to.contain('sandbox:teams')
      .and.contain('sandbox:slack')
      .and.not.match(/\bPORT=/);
  });

  it('tells a newcomer how the other commands find moved ports', () => {
    const { port } = new URL(sandbox.identity.url);
    const text = banner(sandbox, 'http://localhost:3111');
    for (const command of ['teams', 'slack'])
      expect(text).to.contain(`SANDBOX_PORT_BASE=${port} PORT=3111 npm run sandbox:${command}`);
  });

  it('listens on this machine only', async function () {
    const addresses = [sandbox.identity.url, sandbox.config.smtpUrl!, sandbox.mail.url].map((url) => new URL(url));
    for (const { hostname } of addresses) expect(['localhost', '127.0.0.1']).to.include(hostname);
    const outside = Object.values(networkInterfaces())
      .flat()
      .find((each) => each?.family === 'IPv4' && !each.internal);
    if (!outside) skipBecause(this, 'this machine has no address but its own');
    for (const { port } of addresses) {
      const answer = await fetch(`http://${outside.address}:${port}/`).catch(() => 'refused');
      expect(answer, port).to.equal('refused');
    }
  });

  it('gives the product a configuration with production addresses only', () => {
    const { originMap, authorityMetadata } = sandbox.config;
    expect(Object.keys(originMap)).to.include.members([
      'https://login.microsoftonline.com',
      'https://graph.microsoft.com',
      'https://login.botframework.com',
      'https://slack.com',
    ]);
    const { issuer, token_endpoint: endpoint } = JSON.parse(authorityMetadata!) as Record<string, string>;
    expect(issuer).to.equal(`https://login.microsoftonline.com/${sandbox.tenant.id}/v2.0`);
    expect(endpoint).to.equal(`${sandbox.identity.url}/${sandbox.tenant.id}/oauth2/v2.0/token`);
  });
});

describe('sandbox: npm run sandbox:token', () => {
  interface Run {
    code: number;
    stdout: string;
    stderr: string;
  }
  const run = (args: string[], portBase: number) =>
    new Promise<Run>((resolve) => {
      const env = { ...process.env, SANDBOX_PORT_BASE: String(portBase) };
      execFile(process.execPath, ['--import', 'tsx', 'sandbox/token.ts', ...args], { env }, (error, stdout, stderr) =>
        resolve({ code: Number(error?.code ?? 0), stdout, stderr }),
      );
    });

  it('prints a token and nothing else', async () => {
    const sandbox = await startSandbox({ portBase: 0 });
    const port = Number(new URL(sandbox.identity.url).port);
    const [found, unknown, nobody] = await Promise.all([
      run(['ada@sandbox.test'], port),
      run(['eve@sandbox.test'], port),
      run([], port),
    ]);
    await sandbox.close();
    expect(found).to.include({ code: 0, stderr: '' });
    expect(found.stdout).to.match(/^[\w-]+\.[\w-]+\.[\w-]+\n$/);
    expect(unknown).to.include({ code: 1, stdout: '' });
    expect(unknown.stderr)
      .to.contain('eve@sandbox.test')
      .and.contain('ada@sandbox.test')
      .and.match(/^.*\n$/);
    expect(nobody).to.include({ code: 1, stdout: '' });
  });

  it('says that no sandbox is running', async () => {
    const { code, stdout, stderr } = await run(['ada@sandbox.test'], 64_999);
    expect([code, stdout]).to.deep.equal([1, '']);
    expect(stderr).to.match(/^No sandbox answers on port 64999[^\n]*\n$/);
  });
});

import { expect } from 'chai';
import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ConfigError, readConfig, showsMetrics, VARIABLE_NAMES } from '../../server/foundation/config.ts';
import { insecureAddress } from '../../server/foundation/ownConfig.ts';

/** A wrong value for every variable that can have one. */
const WRONG: Record<string, string> = {
  PORT: '70000',
  PUBLIC_URL: 'ftp://files.example',
  TRUSTED_PROXIES: '10.0.0.0/8, proxy.example',
  DATABASE_URL: 'mysql://root:hunter2@db',
  HANDBACK_KEY: 'hunter2',
  LOG_LEVEL: 'loud',
  METRICS_PORT: 'hunter2',
  METRICS_TOKEN: 'hunter2',
  CLIENT_ID: 'hunter2',
  TENANT_ID: 'common',
  DIRECTORY_CLIENT_ID: '12',
  DIRECTORY_AUTH_TYPE: 'password',
  DOCSITE_CLIENT_ID: '12',
  SMTP_URL: 'http://user:hunter2@mail.example',
  SMTP_CONNECTIONS: '-17',
  TIME_ZONE: '+01:00',
  EXPRESSION_SECONDS_PER_MINUTE: '-17',
  EXPRESSION_SECONDS_TOTAL: 'for ever',
  LLM_BASE_URL: 'ftp://model.example/hunter2',
  LLM_API_KEY: 'hunter2 hunter3',
  LLM_MODEL: 'x'.repeat(201),
  MAIL_FROM: 'nobody\r\nBcc: everybody@example.com',
};

const problemsOf = (env: NodeJS.ProcessEnv): string[] => {
  try {
    readConfig(env);
    return [];
  } catch (error) {
    expect(error).to.be.instanceOf(ConfigError);
    return (error as ConfigError).problems;
  }
};

describe('config', () => {
  for (const [name, value] of Object.entries(WRONG))
    it(`names ${name} if it is wrong, but not its value`, () => {
      const [problem, ...others] = problemsOf({ [name]: value });
      expect(problem).to.match(new RegExp(`^${name} must be `));
      expect(problem).not.to.include(value);
      expect(others).to.deep.equal([]);
    });

  it('names everything that is wrong at once', () => {
    expect(problemsOf(WRONG).map((problem) => problem.split(' ')[0])).to.have.members(Object.keys(WRONG));
    expect(() => readConfig(WRONG)).to.throw(ConfigError, /Not configured:\n {2}- PORT must be a port number\n/);
  });

  it('never tells a wrong secret', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[g-z]{12,40}$/), (secret) => {
        const problems = problemsOf({
          HANDBACK_KEY: secret,
          DATABASE_URL: `mysql://${secret}`,
          SMTP_URL: secret,
        }).join();
        expect(problems).not.to.include(secret);
      }),
    );
  });

  it('has a default for every optional setting', () => {
    const config = readConfig({});
    expect(config).to.include({ mode: 'tenant', port: 3000, host: '0.0.0.0', publicUrl: 'http://localhost:3000' });
    expect(config.databaseUrl).to.equal(`sqlite:${path.resolve('.data', 'tenant.db')}`);
    expect([config.key, config.tenantId, config.smtpUrl, config.docSiteClientId]).to.deep.equal([
      null,
      null,
      null,
      null,
    ]);
    expect([config.trustedProxies, config.given, config.allowedPrivateHosts]).to.deep.equal([[], [], []]);
  });

  it('listens to this machine only in the sandbox, which has its own database', () => {
    const config = readConfig({ DATA_DIR: 'here', PORT: '0' }, 'sandbox');
    expect(config).to.include({ mode: 'sandbox', host: '127.0.0.1', port: 0 });
    expect(config.databaseUrl).to.equal(`sqlite:${path.resolve('here', 'sandbox.db')}`);
  });

  it('reads what is set, and treats an empty value as absent', () => {
    const env = {
      PUBLIC_URL: 'https://ask.example/',
      TRUSTED_PROXIES: ' 10.0.0.0/8, ,::1 ',
      TENANT_ID: '',
      PORT: '8080',
    };
    const config = readConfig(env);
    expect(config).to.include({ publicUrl: 'https://ask.example', tenantId: null, port: 8080 });
    expect(config.trustedProxies).to.deep.equal(['10.0.0.0/8', '::1']);
    expect(config.given).to.have.members(['PUBLIC_URL', 'TRUSTED_PROXIES', 'PORT']);
  });

  it('reads ids in lower case, as Microsoft writes them', () => {
    const names = [
      'TENANT_ID',
      'CLIENT_ID',
      'DIRECTORY_CLIENT_ID',
      'DOCSITE_CLIENT_ID',
      'TEAMS_APP_ID',
      'TEAMS_TENANT_ID',
    ];
    const config = readConfig(Object.fromEntries(names.map((name) => [name, 'ABCDEF00-0000-4000-8000-0000000000AB'])));
    const { tenantId, clientId, directoryClientId, docSiteClientId, teamsAppId, teamsTenantId } = config;
    for (const id of [tenantId, clientId, directoryClientId, docSiteClientId, teamsAppId, teamsTenantId])
      expect(id).to.equal('abcdef00-0000-4000-8000-0000000000ab');
  });

  it('serves metrics on the configured port, which must be its own', () => {
    const token = 'x'.repeat(32);
    expect(readConfig({})).to.include({ metricsPort: null, metricsHost: '127.0.0.1', metricsToken: null });
    expect(readConfig({ METRICS_TOKEN: token })).to.include({ metricsPort: null, metricsToken: token });
    const own = readConfig({ METRICS_PORT: '9464', METRICS_HOST: '0.0.0.0' });
    expect(own).to.include({ metricsPort: 9464, metricsHost: '0.0.0.0', metricsToken: null });
    expect([readConfig({}), readConfig({ METRICS_TOKEN: token }), own].map(showsMetrics)).to.deep.equal([
      false,
      true,
      true,
    ]);
    expect(problemsOf({ METRICS_PORT: '3000' })[0]).to.match(/^METRICS_PORT must differ from PORT/);
    expect(problemsOf({ METRICS_HOST: '0.0.0.0' })[0]).to.match(/^METRICS_PORT must be given too/);
    expect(problemsOf({ METRICS_TOKEN: `${token} ${token}` })[0]).to.match(/^METRICS_TOKEN must be at least 32/);
  });

  it('does not accept a blank number, which would be 0', () => {
    for (const name of ['PORT', 'METRICS_PORT', 'DRAIN_MS', 'UPLOAD_BYTES_PER_DAY', 'KEEP_FREE_BYTES'])
      for (const value of [' ', '0x10', '1e3'])
        expect(problemsOf({ [name]: value })[0], value).to.match(new RegExp(`^${name} must be `));
    expect(readConfig({ PORT: ' 8080 ', KEEP_FREE_BYTES: '0' })).to.include({ port: 8080, keepFreeBytes: 0 });
  });

  it('ignores white space around a value, but does not accept a value of nothing else', () => {
    const read = readConfig({
      HOST: ' 127.0.0.1 ',
      DATA_DIR: '/data\r',
      TIME_ZONE: 'Europe/Berlin ',
      DATABASE_URL: ' sqlite:/data/a.db\r',
      DIRECTORY_CLIENT_SECRET: ' secret\n',
    });
    expect(read).to.include({ host: '127.0.0.1', dataDir: path.resolve('/data'), timeZone: 'Europe/Berlin' });
    expect(read).to.include({ databaseUrl: 'sqlite:/data/a.db', directoryClientSecret: 'secret' });
    for (const name of ['HOST', 'DATA_DIR', 'METRICS_HOST', 'DIRECTORY_CLIENT_SECRET', 'LLM_MODEL'])
      expect(problemsOf({ [name]: ' ' })[0]).to.match(new RegExp(`^${name} must be `));
  });

  it('does not accept a limit that is given twice, because one of the two would be ignored', () => {
    expect(problemsOf({ LIMITS: 'startsPerHour=200,startsPerHour=300' })[0]).to.match(/^LIMITS must be .*once/);
  });

  it('accepts only a public address of a whole host, because the web client is at its root', () => {
    for (const end of ['?a=1', '#a', '/?', '/#/inbox', '/here/'])
      expect(problemsOf({ PUBLIC_URL: `https://ask.example${end}` }), end).to.have.length(1);
    expect(problemsOf({ PUBLIC_URL: 'https://me:hunter2@ask.example' })).to.have.length(1);
    expect(readConfig({ PUBLIC_URL: 'https://ask.example:8443//' }).publicUrl).to.equal('https://ask.example:8443');
  });

  it('writes the public address as browsers do, because it is compared with theirs', () => {
    const written = (PUBLIC_URL: string) => readConfig({ PUBLIC_URL }).publicUrl;
    expect(written('HTTPS://Ask.Example')).to.equal('https://ask.example');
    expect(written('https://ask.example:443/')).to.equal('https://ask.example');
    expect(written('http://localhost:80')).to.equal('http://localhost');
  });

  it('warns of an address where nobody could sign in', () => {
    const warned = (PUBLIC_URL: string) => insecureAddress(readConfig({ PUBLIC_URL })).length > 0;
    expect(['http://ask.example', 'http://10.0.0.7:3000', 'http://localhost.example'].map(warned)).not.to.include(
      false,
    );
    const fine = ['https://ask.example', 'http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000'];
    expect(fine.map(warned)).not.to.include(true);
  });

  it('accepts no number of proxies in place of their addresses', () => {
    expect(problemsOf({ TRUSTED_PROXIES: '1' })[0]).to.match(/^TRUSTED_PROXIES must be /);
    expect(readConfig({ TRUSTED_PROXIES: 'loopback' }).trustedProxies).to.deep.equal(['loopback']);
  });

  it('accepts no mail server without a host, and no sender without an address', () => {
    for (const value of ['smtp://', 'smtps:///', 'smtp://?pool=true'])
      expect(problemsOf({ SMTP_URL: value })[0], value).to.match(/^SMTP_URL must be /);
    for (const value of ['@', 'Handback <@example.com>', 'handback@'])
      expect(problemsOf({ MAIL_FROM: value })[0], value).to.match(/^MAIL_FROM must be /);
    expect(readConfig({ MAIL_FROM: 'Handback <ask@mail>', SMTP_URL: 'smtp://mail' })).to.include({
      smtpUrl: 'smtp://mail',
    });
  });

  it('is listed whole in the documentation', () => {
    const docs = readFileSync(new URL('../../docs/administrators.md', import.meta.url), 'utf8');
    const [table] = /## Settings in the environment[^]*?\n## /.exec(docs)!;
    expect(VARIABLE_NAMES.filter((name) => !new RegExp(`\\b${name}\\b`).test(table))).to.deep.equal([]);
  });

  it('accepts no limit that could not work', () => {
    for (const name of ['bodyBytes', 'connections', 'depth'])
      expect(problemsOf({ LIMITS: `${name}=0` })[0], name).to.match(/^LIMITS must be /);
  });

  it('accepts no previous key without a current one', () => {
    const key = 'ab'.repeat(32);
    expect(problemsOf({ HANDBACK_KEY_PREVIOUS: key })[0]).to.match(/^HANDBACK_KEY must be given too/);
    expect(problemsOf({ HANDBACK_KEY_PREVIOUS: key, HANDBACK_KEY: 'cd'.repeat(32) })).to.deep.equal([]);
  });

  it('accepts no in-memory database, because each connection would have its own', () => {
    expect(problemsOf({ DATABASE_URL: 'sqlite::memory:' })[0]).to.match(/^DATABASE_URL must be /);
  });

  it('configures a language model if its address and its name are set, with or without a key', () => {
    const given = { LLM_BASE_URL: 'http://127.0.0.1:11434/v1/', LLM_MODEL: 'small' };
    const llm = { baseUrl: 'http://127.0.0.1:11434/v1', model: 'small', apiKey: null };
    expect(readConfig({}).llm).to.equal(null);
    expect(readConfig(given).llm).to.deep.equal(llm);
    expect(readConfig({ ...given, LLM_API_KEY: 'hunter2' }).llm).to.deep.equal({ ...llm, apiKey: 'hunter2' });
    const missing = (env: NodeJS.ProcessEnv) => problemsOf(env).map((problem) => problem.split(' ')[0]);
    expect(missing({ LLM_MODEL: 'small' })).to.deep.equal(['LLM_BASE_URL']);
    expect(missing({ LLM_BASE_URL: given.LLM_BASE_URL, LLM_API_KEY: 'hunter2' })).to.deep.equal(['LLM_MODEL']);
    expect(missing({ LLM_API_KEY: 'hunter2' })).to.deep.equal(['LLM_BASE_URL', 'LLM_MODEL']);
  });
});

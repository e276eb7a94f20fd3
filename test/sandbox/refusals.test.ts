import { expect } from 'chai';
import { REFUSALS, type RefusalNumber } from '../../sandbox/identity/refusal.ts';
import { startSandbox, type Sandbox } from '../../sandbox/sandbox.ts';
import { apiScope } from '../../sandbox/tenant.ts';
import { createUserAgent, type TokenResponse } from './userAgent.ts';

type Agent = ReturnType<typeof createUserAgent>;
type Said = TokenResponse | Response;
type Scenario = (agent: Agent, sandbox: Sandbox, clock: { now: number }) => Promise<Said>;

const DAY_MS = 24 * 60 * 60_000;
const codeOf = async (agent: Agent) => agent.answerOf(await agent.pick('ada')).code ?? '';
const refreshFields = ({ body }: TokenResponse, clientId: string) => ({
  grant_type: 'refresh_token',
  client_id: clientId,
  refresh_token: body['refresh_token'] ?? '',
  scope: 'openid offline_access',
});

/** Every refusal, and how an application gets it; the type requires all of them. */
const SCENARIOS: Record<RefusalNumber, Scenario> = {
  28000: (agent, { tenant }) =>
    agent.pick('ada', { scope: `${apiScope(tenant)} https://graph.microsoft.com/User.Read` }),
  50011: (agent) => agent.authorize({ redirect_uri: 'https://evil.test/' }),
  50013: async (agent, sandbox) =>
    agent.token(agent.onBehalfOfFields(`${(await sandbox.tokenFor('ada@sandbox.test')).slice(0, -12)}AAAAAAAAAAAA`)),
  50034: (agent) => agent.press({ person: '10000000-0000-4000-8000-999999999999' }),
  50057: async (agent, { tenant, config }) => {
    const signedIn = await agent.signIn('ken');
    tenant.people.find(({ key }) => key === 'ken')!.isDisabled = true;
    expect(agent.answerOf(await agent.pick('ken'))).to.include({ error: 'access_denied' });
    return agent.token(refreshFields(signedIn, config.clientId!));
  },
  50058: (agent) => agent.authorize({ prompt: 'none' }),
  50076: async (agent, sandbox) => {
    sandbox.tenant.people.find(({ key }) => key === 'tim')!.secondFactorFor = ['graph'];
    return agent.token(agent.onBehalfOfFields(await sandbox.tokenFor('tim@sandbox.test')));
  },
  54005: async (agent) => {
    const code = await codeOf(agent);
    await agent.token(agent.codeFields(code));
    return agent.token(agent.codeFields(code));
  },
  65001: (agent) => agent.pick('ada', { scope: 'Directory.Read.All' }),
  65004: (agent) => agent.press({ cancel: 'yes' }),
  70003: (agent) => agent.token({ grant_type: 'password' }),
  70008: async (agent, _sandbox, clock) => {
    const code = await codeOf(agent);
    clock.now += 11 * 60_000;
    return agent.token(agent.codeFields(code));
  },
  90002: (_agent, { identity }) => fetch(`${identity.url}/nobody.test/v2.0/.well-known/openid-configuration`),
  90023: (agent) => agent.pick('ada', { claims: 'no JSON' }),
  500011: (agent) => agent.token(agent.appFields({ scope: 'api://nobody/.default' })),
  500112: async (agent) =>
    agent.token(agent.codeFields(await codeOf(agent), { redirect_uri: 'http://localhost:3001/' })),
  500131: async (agent, { identity }) =>
    agent.token(
      agent.onBehalfOfFields(
        await identity.issueFor('ada@sandbox.test', { scope: 'https://graph.microsoft.com/User.Read' }),
      ),
    ),
  500133: async (agent, sandbox, clock) => {
    const assertion = await sandbox.tokenFor('ada@sandbox.test');
    clock.now += 3_601_000;
    return agent.token(agent.onBehalfOfFields(assertion));
  },
  501481: async (agent) => agent.token(agent.codeFields(await codeOf(agent), { code_verifier: 'w'.repeat(43) })),
  501491: (agent) => agent.authorize({ code_challenge_method: 'plain' }),
  700005: async (agent, { config }) =>
    agent.token(
      agent.codeFields(await codeOf(agent), {
        client_id: config.directoryClientId,
        client_secret: config.directoryClientSecret,
      }),
    ),
  700016: (agent) => agent.authorize({ client_id: '30000000-0000-4000-8000-999999999999' }),
  700025: async (agent) =>
    agent.token(agent.codeFields(await codeOf(agent), { client_secret: 'none of its business' })),
  700054: (agent) => agent.authorize({ response_type: 'token' }),
  700084: async (agent, { config }, clock) => {
    const signedIn = await agent.signIn('ada');
    clock.now += DAY_MS + 1000;
    return agent.token(refreshFields(signedIn, config.clientId!));
  },
  900144: (agent) => agent.token({ client_id: 'somebody' }),
  1002012: (agent) => agent.token(agent.appFields({ scope: 'https://graph.microsoft.com/User.Read.All' })),
  7000114: async (agent, { identity, config }) =>
    agent.token(agent.onBehalfOfFields(await identity.issueForApp(`api://${config.directoryClientId}`))),
  7000215: (agent) => agent.token(agent.appFields({ client_secret: 'wrong' })),
  7000222: (agent, { tenant }) =>
    agent.token(agent.appFields({ client_secret: tenant.registrations.server.expiredSecret! })),
  7000218: (agent) => agent.token(agent.appFields({ client_secret: null })),
  9002313: (agent) => agent.token(agent.codeFields('never issued')),
  9002325: (agent) => agent.authorize({ code_challenge: null, code_challenge_method: null }),
  9002327: async (agent) => agent.token(agent.codeFields(await codeOf(agent)), {}),
};

/** Where the refusal appears: in the token response, in the redirect to the application, or on a page. */
async function numberOf(said: Said): Promise<number> {
  if ('body' in said && !(said instanceof Response)) return said.body.error_codes?.[0] ?? 0;
  const response = said;
  const location = response.headers.get('location');
  const text = location ? (new URL(location).searchParams.get('error_description') ?? '') : await response.text();
  return Number(/AADSTS(\d+)/.exec(text)?.[1] ?? 0);
}

describe("sandbox: the identity provider's refusals", () => {
  const clock = { now: 0 };
  let sandbox: Sandbox;
  let agent: Agent;
  before(async () => {
    clock.now = Date.now();
    sandbox = await startSandbox({ portBase: 0, now: () => clock.now });
    agent = createUserAgent(sandbox);
  });
  after(() => sandbox.close());

  for (const number of Object.keys(REFUSALS).map(Number) as RefusalNumber[]) {
    it(`AADSTS${number}`, async () => {
      expect(await numberOf(await SCENARIOS[number](agent, sandbox, clock))).to.equal(number);
    });
  }

  it('answers a refused token request in the shape of the real provider', async () => {
    const { status, body } = await agent.token(agent.appFields({ client_secret: 'wrong' }), {
      'client-request-id': 'my-id',
    });
    expect(status).to.equal(401);
    expect(body).to.include({ error: 'invalid_client', correlation_id: 'my-id' });
    expect(body).to.include.keys('error_description', 'error_codes', 'timestamp', 'trace_id');
    expect(JSON.stringify(body)).to.not.contain('wrong');
  });

  it('never redirects to an unregistered address', async () => {
    const strangers = [
      'http://localhost:3000/x',
      'https://localhost:3000/',
      'http://localhost.evil.test/',
      'http://localhost:3000@evil.test/',
      '//evil.test',
      '',
    ];
    for (const redirect_uri of strangers) {
      const response = await agent.pick('ada', { redirect_uri }).catch(() => agent.authorize({ redirect_uri }));
      expect(response.status, redirect_uri).to.equal(400);
      expect(response.headers.get('location'), redirect_uri).to.equal(null);
    }
  });

  it('refuses a public client everything that needs a secret', async () => {
    const clientId = sandbox.config.clientId!;
    const { body } = await agent.token(agent.appFields({ client_id: clientId, client_secret: null }));
    expect(body.error_codes).to.deep.equal([7000218]);
    const assertion = await sandbox.tokenFor('ada@sandbox.test');
    const obo = await agent.token(agent.onBehalfOfFields(assertion, { client_id: clientId, client_secret: null }));
    expect(obo.body.error_codes).to.deep.equal([7000218]);
  });
});

// cspell:ignore serviceurl
import { expect } from 'chai';
import { createRemoteJWKSet, decodeJwt, jwtVerify } from 'jose';
import { createAppTokens } from '../../server/people/identity/appTokens.ts';
import { createPlatformFetch } from '../../server/foundation/http/outbound.ts';
import { startSandbox, type Sandbox } from '../../sandbox/sandbox.ts';

const CHANNEL = 'https://api.botframework.com';

describe('sandbox: the proxy between Teams and the bot', () => {
  let sandbox: Sandbox;
  before(async () => {
    sandbox = await startSandbox({ portBase: 0 });
  });
  after(() => sandbox.close());

  const keyDocument = async () => {
    const document = `${sandbox.config.originMap['https://login.botframework.com']}/v1/.well-known/openidconfiguration`;
    return (await (await fetch(document)).json()) as Record<string, string>;
  };

  it('signs what it delivers with its own key, endorsed for Teams', async () => {
    const { issuer, jwks_uri: keys } = await keyDocument();
    const token = await sandbox.teams.sign({ serviceUrl: 'http://localhost:56150/_connector' });
    const { payload } = await jwtVerify(token, createRemoteJWKSet(new URL(keys!)), {
      issuer: CHANNEL,
      audience: sandbox.config.teamsAppId!,
      algorithms: ['RS256'],
    });
    expect(issuer).to.equal(CHANNEL);
    expect(payload['serviceurl']).to.equal('http://localhost:56150/_connector');
    const published = (await (await fetch(keys!)).json()) as { keys: { kid: string; endorsements: string[] }[] };
    expect(published.keys.map(({ endorsements }) => endorsements)).to.deep.equal([['msteams']]);
    expect(sandbox.identity.jwks().keys.map(({ kid }) => kid)).to.not.include(published.keys[0]!.kid);
  });

  it('issues a token to the bot for its messages, and only for its secret', async () => {
    const { teamsTenantId, teamsAppId, teamsAppPassword, originMap } = sandbox.config;
    const bot = { tenantId: teamsTenantId!, clientId: teamsAppId!, clientSecret: teamsAppPassword! };
    const appToken = () => createAppTokens(createPlatformFetch(originMap));
    const claims = decodeJwt(await appToken()(bot, `${CHANNEL}/.default`));
    expect(claims).to.include({ aud: CHANNEL, appid: bot.clientId, tid: bot.tenantId });
    const refusal = await appToken()({ ...bot, clientSecret: 'another' }, `${CHANNEL}/.default`).then(
      () => 'a token',
      (error: Error) => error.message,
    );
    expect(refusal).to.contain('7000215');
  });

  it('signs for commands on this machine, and for no page in a browser', async () => {
    const ask = (headers: Record<string, string>) =>
      fetch(`${sandbox.identity.url}/sandbox/teams/token`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ serviceUrl: 'http://localhost:56150' }),
      });
    const { token } = (await (await ask({})).json()) as { token: string };
    expect(decodeJwt(token)['serviceurl']).to.equal('http://localhost:56150');
    expect((await ask({ origin: 'http://localhost:3000' })).status).to.equal(403);
    expect((await ask({ 'sec-fetch-site': 'none' })).status).to.equal(403);
  });
});

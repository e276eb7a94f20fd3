import { expect } from 'chai';
import { createLocalJWKSet, decodeJwt, jwtVerify, type JWTPayload } from 'jose';
import { startSandbox, type Sandbox } from '../../sandbox/sandbox.ts';
import { createUserAgent, formAction, formFields, REDIRECT_URI } from './userAgent.ts';

const GRAPH = 'https://graph.microsoft.com';

describe('sandbox: signing in', () => {
  let sandbox: Sandbox;
  let agent: ReturnType<typeof createUserAgent>;
  before(async () => {
    sandbox = await startSandbox({ portBase: 0 });
    agent = createUserAgent(sandbox);
  });
  after(() => sandbox.close());

  describe('the people picker', () => {
    it('offers everybody, without a script and without framing', async () => {
      const response = await agent.authorize();
      const html = await response.text();
      for (const { displayName, mail } of sandbox.tenant.people) expect(html).to.contain(displayName).and.contain(mail);
      expect(html).to.not.contain('<script');
      expect(response.headers.get('content-security-policy'))
        .to.contain("script-src 'none'")
        .and.contain("frame-ancestors 'none'");
    });

    it("offers the application's hint first", async () => {
      const html = await (await agent.authorize({ login_hint: 'hedy@sandbox.test' })).text();
      expect(html.indexOf('Hedy Lamarr')).to.be.lessThan(html.indexOf('Ada Lovelace'));
    });

    it('passes the request on unchanged, whatever it contains', async () => {
      const state = `"><script>alert(1)</script>&amp;'`;
      const html = await (await agent.authorize({ state })).text();
      expect(html).to.not.contain('<script');
      expect(formFields(html)['state']).to.equal(state);
      expect(agent.answerOf(await agent.pick('ada', { state }))['state']).to.equal(state);
    });
  });

  describe('the consent of an administrator', () => {
    const page = async (clientId: string) => {
      const url = `${sandbox.identity.url}/${sandbox.tenant.id}/adminconsent?client_id=${encodeURIComponent(clientId)}`;
      const response = await fetch(url);
      return { status: response.status, html: await response.text() };
    };

    it('says what an application has been granted', async () => {
      const { status, html } = await page(sandbox.tenant.registrations.docSite.clientId);
      expect([
        status,
        /<h1>Consent for Sandbox Ltd<\/h1>/.test(html),
        /<li>Sites\.Selected<\/li>/.test(html),
      ]).to.deep.equal([200, true, true]);
    });

    it('does not know every application', async () => {
      const { status, html } = await page('<b>');
      expect(status).to.equal(400);
      expect(html).to.contain('AADSTS700016').and.not.contain('<b>');
    });
  });

  describe('the redirect back', () => {
    it('puts code and state into the query', async () => {
      const location = new URL((await agent.pick('ada')).headers.get('location')!);
      expect(location.origin + location.pathname).to.equal(REDIRECT_URI);
      expect(location.searchParams.get('state')).to.equal('the state');
      expect(location.searchParams.has('code')).to.equal(true);
    });

    it('puts them into the fragment', async () => {
      const location = new URL((await agent.pick('ada', { response_mode: 'fragment' })).headers.get('location')!);
      expect(location.search).to.equal('');
      expect(new URLSearchParams(location.hash.slice(1)).has('code')).to.equal(true);
    });

    it('posts them with a form, by hand if scripts are off', async () => {
      const html = await (await agent.pick('ada', { response_mode: 'form_post' })).text();
      expect(formAction(html)).to.equal(REDIRECT_URI);
      expect(formFields(html)).to.include.keys('code', 'state');
      expect(html).to.contain('<noscript>');
    });

    it('goes to any port of this machine', async () => {
      const response = await agent.pick('ada', { redirect_uri: 'http://localhost:53123' });
      expect(response.headers.get('location')).to.match(/^http:\/\/localhost:53123\/\?code=/);
    });
  });

  describe('a person who is already signed in', () => {
    const cookieOf = (response: Response) => response.headers.get('set-cookie')!.split(';')[0]!;

    it('is not asked with prompt=none', async () => {
      const cookie = cookieOf(await agent.pick('grace'));
      expect(agent.answerOf(await agent.authorize({ prompt: 'none' }, cookie))).to.include.keys('code');
    });

    it('is not asked if the application names them, unless it wants to', async () => {
      const cookie = cookieOf(await agent.pick('grace'));
      const hinted = await agent.authorize({ login_hint: 'grace@sandbox.test' }, cookie);
      const asked = await agent.authorize({ login_hint: 'grace@sandbox.test', prompt: 'select_account' }, cookie);
      expect([hinted.status, asked.status]).to.deep.equal([302, 200]);
    });

    it('is not mistaken for somebody else', async () => {
      const cookie = cookieOf(await agent.pick('grace'));
      const answer = agent.answerOf(await agent.authorize({ prompt: 'none', login_hint: 'ada@sandbox.test' }, cookie));
      expect(answer['error']).to.equal('login_required');
    });

    it('is forgotten after signing out', async () => {
      const url = `${agent.base}/logout?${new URLSearchParams({ post_logout_redirect_uri: REDIRECT_URI }).toString()}`;
      const response = await fetch(url, { redirect: 'manual' });
      expect(response.headers.get('location')).to.equal(REDIRECT_URI);
      expect(response.headers.get('set-cookie')).to.contain('Max-Age=0');
      const stranger = await fetch(`${agent.base}/logout?post_logout_redirect_uri=https://evil.test/`, {
        redirect: 'manual',
      });
      expect(stranger.status).to.equal(200);
    });
  });

  describe('tokens', () => {
    const verify = async (token: string, claims: Partial<JWTPayload>) => {
      const { payload } = await jwtVerify(token, createLocalJWKSet(sandbox.identity.jwks()));
      expect(payload).to.deep.include(claims);
      return payload;
    };

    it('carry the production issuer, the product as audience, and the roles', async () => {
      const { body } = await agent.signIn('ada');
      const { tenant, config } = sandbox;
      await verify(body['access_token']!, {
        iss: `https://login.microsoftonline.com/${tenant.id}/v2.0`,
        aud: config.directoryClientId!,
        azp: config.clientId!,
        oid: agent.person('ada').id,
        tid: tenant.id,
        ver: '2.0',
        scp: 'User.Read',
        roles: ['Admin', 'Author'],
        preferred_username: 'ada@sandbox.test',
      });
      await verify(body['id_token']!, { aud: config.clientId!, nonce: 'the nonce', name: 'Ada Lovelace' });
    });

    it('carry no roles for people without any, and none for Graph', async () => {
      expect(decodeJwt(await sandbox.tokenFor('grace@sandbox.test'))).to.not.have.property('roles');
      const graph = await sandbox.identity.issueFor('ada@sandbox.test', { scope: `${GRAPH}/User.Read` });
      expect(decodeJwt(graph))
        .to.deep.include({ aud: GRAPH, scp: 'User.Read', ver: '1.0' })
        .and.not.have.property('roles');
    });

    it('of version 1 have its issuer, audience and claim names', async () => {
      const { tenant, config } = sandbox;
      await verify(await sandbox.tokenFor('alan@sandbox.test', { version: 1 }), {
        iss: `https://sts.windows.net/${tenant.id}/`,
        aud: `api://${config.directoryClientId}`,
        appid: config.clientId!,
        upn: 'alan@sandbox.test',
        ver: '1.0',
      });
    });

    it('have the version that the registration requests', async () => {
      sandbox.tenant.registrations.server.accessTokenVersion = 1;
      const { body } = await agent.signIn('alan');
      sandbox.tenant.registrations.server.accessTokenVersion = 2;
      expect(decodeJwt(body['access_token']!)).to.include({ ver: '1.0' });
    });

    it('of a guest belong to our tenant and name the home tenant', async () => {
      const { body } = await agent.signIn('joan');
      const joan = agent.person('joan');
      await verify(body['access_token']!, {
        oid: joan.id,
        tid: sandbox.tenant.id,
        preferred_username: 'joan@fabrikam.test',
        idp: `https://sts.windows.net/${joan.guestOf!.tenantId}/`,
      });
      const clientInfo: unknown = JSON.parse(Buffer.from(body['client_info']!, 'base64url').toString());
      expect(clientInfo).to.deep.equal({ uid: joan.guestOf!.objectId, utid: joan.guestOf!.tenantId });
      const one = decodeJwt(await sandbox.tokenFor('joan@fabrikam.test', { version: 1 }));
      expect(one).to.not.have.property('upn');
    });

    it('are renewed by a refresh token, and a new one comes with them', async () => {
      const { body } = await agent.signIn('ada');
      const fields = {
        grant_type: 'refresh_token',
        client_id: sandbox.config.clientId!,
        scope: 'User.Read offline_access',
      };
      const second = await agent.token({ ...fields, refresh_token: body['refresh_token']! });
      expect(second.body['refresh_token']).to.be.a('string').and.not.equal(body['refresh_token']);
      expect(decodeJwt(second.body['access_token']!)).to.include({ scp: 'User.Read', aud: GRAPH });
      const other = await agent.token({
        ...fields,
        client_id: sandbox.config.directoryClientId!,
        client_secret: sandbox.config.directoryClientSecret!,
        refresh_token: body['refresh_token']!,
      });
      expect(other.body.error_codes).to.deep.equal([9002313]);
    });

    it('of the server itself carry its application permissions and no scope', async () => {
      const { body } = await agent.token(agent.appFields(), {});
      const claims = decodeJwt(body['access_token']!);
      expect(claims['roles']).to.deep.equal(sandbox.tenant.registrations.server.application['graph']);
      expect(claims).to.include({ idtyp: 'app', aud: GRAPH }).and.not.have.property('scp');
      expect(body).to.not.have.any.keys('refresh_token', 'id_token');
    });

    it('on behalf of a person are theirs, for Graph', async () => {
      const { body } = await agent.token(agent.onBehalfOfFields(await sandbox.tokenFor('grace@sandbox.test')), {});
      expect(decodeJwt(body['access_token']!)).to.include({
        oid: agent.person('grace').id,
        aud: GRAPH,
        scp: 'Mail.Read',
      });
      expect(body['scope']).to.equal('https://graph.microsoft.com/Mail.Read');
      const unconsented = { scope: 'https://graph.microsoft.com/Sites.Read.All' };
      const refused = await agent.token(
        agent.onBehalfOfFields(await sandbox.tokenFor('ada@sandbox.test'), unconsented),
        {},
      );
      expect(refused.body).to.include({ error: 'invalid_grant', suberror: 'consent_required' });
    });

    it('can have any claims, for tests of refusals', async () => {
      const token = await sandbox.identity.signToken(
        { iss: 'https://evil.test', exp: 1 },
        { header: { typ: 'at+jwt' } },
      );
      expect(decodeJwt(token)).to.include({ iss: 'https://evil.test', exp: 1 });
    });

    it('name the existing people if one does not exist', async () => {
      const refusal = await sandbox.tokenFor('nobody@sandbox.test').catch((error: Error) => error.message);
      expect(refusal).to.contain('nobody@sandbox.test').and.contain('ada@sandbox.test');
    });
  });

  describe('consent', () => {
    const ORDER = [
      'User.Read Group.Read.All User.Read.All',
      'User.Read Group.Read.All',
      'User.Read Directory.Read.All',
      'User.Read',
    ];
    const attempts = async (key: string) => {
      const answers = await Promise.all(ORDER.map(async (scope) => agent.answerOf(await agent.pick(key, { scope }))));
      return answers.map(({ error, code }) => error ?? (code ? 'granted' : 'nothing'));
    };

    it("exists for the client registration's granted permissions", async () => {
      expect(await attempts('ada')).to.deep.equal(['granted', 'granted', 'consent_required', 'granted']);
    });

    it('exists for User.Read only if a guest asks', async () => {
      expect(await attempts('joan')).to.deep.equal([
        'consent_required',
        'consent_required',
        'consent_required',
        'granted',
      ]);
    });
  });

  describe('keys', () => {
    it('can change: earlier tokens stay valid until their key is forgotten', async () => {
      const early = await sandbox.tokenFor('ada@sandbox.test');
      await sandbox.identity.rotateKeys();
      const late = await sandbox.tokenFor('ada@sandbox.test');
      const published = () => createLocalJWKSet(sandbox.identity.jwks());
      await jwtVerify(early, published());
      await jwtVerify(late, published());
      await sandbox.identity.rotateKeys({ forgetEarlier: true });
      const refused = await jwtVerify(early, published()).catch((error: Error) => error.name);
      expect(refused).to.equal('JWKSNoMatchingKey');
    });

    it('are published without their private part', async () => {
      const response = await fetch(`${sandbox.identity.url}/${sandbox.tenant.id}/discovery/v2.0/keys`);
      const { keys } = (await response.json()) as { keys: Record<string, string>[] };
      expect(keys).to.have.length.above(0);
      for (const key of keys) expect(key).to.include.keys('n', 'e', 'kid').and.not.have.any.keys('d', 'p', 'q');
    });
  });

  describe('other origins', () => {
    it('may read the token response only where the application lives', async () => {
      const preflight = (origin: string) =>
        fetch(`${agent.base}/token`, {
          method: 'OPTIONS',
          headers: { origin, 'access-control-request-headers': 'content-type' },
        });
      const ours = await preflight('http://localhost:5173');
      expect(ours.headers.get('access-control-allow-origin')).to.equal('http://localhost:5173');
      expect((await preflight('https://evil.test')).headers.has('access-control-allow-origin')).to.equal(false);
    });

    it('never get a token without signing in', async () => {
      const ask = (headers: Record<string, string>) =>
        fetch(`${sandbox.identity.url}/sandbox/token?user=ada@sandbox.test`, { headers });
      expect((await ask({})).status).to.equal(200);
      expect((await ask({ origin: 'https://evil.test' })).status).to.equal(403);
      expect((await ask({ 'sec-fetch-site': 'cross-site' })).status).to.equal(403);
    });
  });
});

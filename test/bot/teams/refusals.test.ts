import { createHmac, generateKeyPairSync } from 'node:crypto';
import { expect } from 'chai';
import { exportSPKI, importJWK, SignJWT, type CryptoKey, type JWTPayload } from 'jose';
import { NAMES, everything, submitOf, useTeams, type TeamsStage } from './teamsStage.ts';

const OTHER_ID = '99999999-0000-4000-8000-000000000000';
const EMULATOR = 'https://sts.windows.net/d6d49420-f39b-4df7-a1dc-d59a935871db/';
const MINUTES = 60;

type Call = (stage: TeamsStage) => Promise<Response>;

const seconds = () => Math.floor(Date.now() / 1000);
const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** What Teams would send if Grace pressed her card's button, so that an accepted call would be visible. */
let press: Record<string, unknown> = {};

const claimsOf = (stage: TeamsStage): JWTPayload => ({
  iss: 'https://api.botframework.com',
  aud: stage.product.config.teamsAppId!,
  serviceurl: stage.connector.serviceUrl,
  iat: seconds(),
  nbf: seconds(),
  exp: seconds() + 3600,
});
const publishedKey = (stage: TeamsStage) => stage.product.sandbox.teams.signing.jwks().keys[0]!;
const bearer = (stage: TeamsStage, token: string, activity: object = press) =>
  stage.callWith(activity, `Bearer ${token}`);

async function signedByAnother(stage: TeamsStage): Promise<Response> {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const header = { alg: 'RS256', kid: publishedKey(stage).kid!, typ: 'JWT' };
  return bearer(stage, await new SignJWT(claimsOf(stage)).setProtectedHeader(header).sign(privateKey));
}

/** With the public key as the secret, which fools a library that lets the token choose its algorithm. */
async function signedWithThePublicKey(stage: TeamsStage): Promise<Response> {
  const key = publishedKey(stage);
  const secret = await exportSPKI((await importJWK(key, 'RS256')) as CryptoKey);
  const content = `${encoded({ alg: 'HS256', kid: key.kid, typ: 'JWT' })}.${encoded(claimsOf(stage))}`;
  return bearer(stage, `${content}.${createHmac('sha256', secret).update(content).digest('base64url')}`);
}

const unsigned: Call = (stage) =>
  bearer(stage, `${encoded({ alg: 'none', kid: publishedKey(stage).kid, typ: 'JWT' })}.${encoded(claimsOf(stage))}.`);

async function ofAnUnknownKey(stage: TeamsStage): Promise<Response> {
  const { signing } = stage.product.sandbox.teams;
  return bearer(stage, await signing.sign(claimsOf(stage), { header: { kid: 'unknown' } }));
}

/** From the tenant's identity provider: genuine, but not from Teams. */
async function ofTheTenant(stage: TeamsStage): Promise<Response> {
  return bearer(stage, await stage.product.sandbox.tokenFor(NAMES.grace));
}

const sign =
  (claims: JWTPayload, more: object = {}): Call =>
  (stage) =>
    stage.call({ ...press, ...more }, claims);

/** @param claims with times relative to the call */
const signNow =
  (claims: () => JWTPayload): Call =>
  (stage) =>
    sign(claims())(stage);

const UNAUTHENTICATED: Record<string, Call> = {
  'no header': (stage) => stage.callWith(press, null),
  'an empty header': (stage) => stage.callWith(press, ''),
  'no token': (stage) => stage.callWith(press, 'Bearer '),
  'another scheme': (stage) => stage.callWith(press, `Basic ${Buffer.from('bot:secret').toString('base64')}`),
  'a malformed token': (stage) => bearer(stage, 'abc'),
  'a token with three malformed parts': (stage) => bearer(stage, 'a.b.c'),
  'another audience': sign({ aud: OTHER_ID }),
  'another issuer': sign({ iss: 'https://evil.test' }),
  'the issuer of the emulator, for our app': (stage) =>
    stage.call(press, { iss: EMULATOR, ver: '1.0', appid: stage.product.config.teamsAppId! }),
  'the issuer of the emulator, for another app': sign({ iss: EMULATOR, ver: '2.0', azp: OTHER_ID }),
  'another bot that calls ours': sign({ iss: EMULATOR, ver: '2.0', azp: OTHER_ID, appid: OTHER_ID }),
  'an expired token': signNow(() => ({
    iat: seconds() - 7200,
    nbf: seconds() - 7200,
    exp: seconds() - 10 * MINUTES,
  })),
  'a token that is not valid yet': signNow(() => ({ nbf: seconds() + 30 * MINUTES })),
  'a signature with another key': signedByAnother,
  'no signature': unsigned,
  'a signature with the public key as its secret': signedWithThePublicKey,
  'a key that is not published': ofAnUnknownKey,
  'a token from the tenant': ofTheTenant,
  'another service URL in the token': sign({ serviceurl: 'https://evil.test/' }),
  'no service URL in the token': sign({ serviceurl: undefined }),
  'another service URL in the activity': (stage) =>
    stage.call({ ...press, serviceUrl: 'https://evil.test/' }, { serviceurl: stage.connector.serviceUrl }),
  'a channel that the key is not endorsed for': sign({}, { channelId: 'slack' }),
  'a channel with its own rules': sign({}, { channelId: 'AseChannel' }),
};

const without =
  (name: string): Call =>
  (stage) =>
    stage.call({ ...press, [name]: undefined });

const MALFORMED: Record<string, Call> = {
  'an activity without a type': without('type'),
  'an activity without a channel': without('channelId'),
  'an activity without a service URL': (stage) =>
    stage.call({ ...press, serviceUrl: undefined }, { serviceurl: undefined }),
  'an activity without a conversation': without('conversation'),
  'an activity without a sender': without('from'),
  'an activity without a recipient': without('recipient'),
  'a service URL that is not an address': (stage) => stage.call({ ...press, serviceUrl: 'file:///etc' }),
  'a list': (stage) => stage.callWith([press], 'Bearer x'),
  nothing: (stage) => stage.callWith(null, 'Bearer x'),
};

const inTenant =
  (conversation: string | undefined, channel: string | undefined): Call =>
  (stage) =>
    stage.call({
      ...press,
      conversation: { ...(press['conversation'] as object), tenantId: conversation },
      channelData: channel === undefined ? undefined : { tenant: { id: channel } },
    });

const FOREIGN: Record<string, Call> = {
  'another tenant': inTenant(OTHER_ID, OTHER_ID),
  'another tenant in the conversation': (stage) => inTenant(OTHER_ID, stage.product.config.tenantId!)(stage),
  'another tenant in the channel': (stage) => inTenant(stage.product.config.tenantId!, OTHER_ID)(stage),
  'no tenant': inTenant(undefined, undefined),
};

describe('calls that are not from Teams (behaviour 5.2)', () => {
  const logged: string[] = [];
  const stage = useTeams({
    config: { logLevel: 'debug', trustedProxies: ['127.0.0.1'] }, // beside the security event, which is bounded
    logTo: { write: (line) => void logged.push(line) },
  });
  const printed: string[] = [];
  const { write } = process.stderr;

  before(async () => {
    process.stderr.write = (text: string | Uint8Array) => printed.push(String(text)) > 0;
    await stage.meet('grace');
    await stage.askInTeams({ inputType: 'approval', prompt: 'May I?', assignees: { users: [NAMES.grace] } });
    await stage.tick();
    const copy = stage.last('grace');
    press = stage.activity('grace', {
      value: { ...submitOf(copy.card), f_value: 'o0' },
      replyToId: copy.activityId,
    });
  });
  after(() => void (process.stderr.write = write));
  beforeEach(() => {
    logged.length = 0;
    printed.length = 0;
  });

  for (const [calls, status, code] of [
    [UNAUTHENTICATED, 401, 'unauthenticated'],
    [MALFORMED, 400, 'malformed'],
    [FOREIGN, 403, 'forbidden'],
  ] as const)
    for (const [name, call] of Object.entries(calls))
      it(`are refused with ${status}: ${name}`, async () => {
        const before = await everything(stage);
        const said = stage.connector.said.length;
        const response = await call(stage);
        const body = await response.text();
        expect([response.status, (JSON.parse(body) as { code: string }).code], body).to.deep.equal([status, code]);
        const words = body.replace(/[0-9A-HJKMNP-TV-Z]{26}/, ''); // the request id may contain anything
        expect(words, 'says nothing of what is wrong').to.not.match(/eyJ|jwt|signature|audience|issuer|endorse/i);
        expect(logged.join('\n'))
          .to.include('was refused')
          .and.to.not.match(/eyJ|[0-9a-f]{64}/);
        expect(printed.join('\n'), 'beside the log, which is bounded').to.equal('');
        await stage.tick();
        expect(await everything(stage)).to.deep.equal(before);
        expect(stage.connector.said.length).to.equal(said);
      });

  it('have to wait if they are many, without slowing down Teams at the same address', async () => {
    const from = '198.51.100.7';
    const before = await everything(stage);
    const forged = async () => (await stage.callWith(press, 'Bearer a.b.c', from)).status;
    const statuses = await Promise.all(Array.from({ length: 40 }, forged));
    expect(statuses.filter((status) => status === 401)).to.have.length(30);
    expect(statuses.filter((status) => status === 429)).to.have.length(10);
    const last = await stage.callWith(press, null, from);
    expect(last.status).to.equal(429);
    expect(Number(last.headers.get('retry-after'))).to.be.within(1, 60);
    expect(await everything(stage)).to.deep.equal(before);
    const token = await stage.product.sandbox.teams.signing.sign(claimsOf(stage));
    const many = Array.from({ length: 40 }, () =>
      stage.callWith({ ...press, type: 'typing' }, `Bearer ${token}`, from),
    );
    expect((await Promise.all(many)).map(({ status }) => status)).to.deep.equal(many.map(() => 200));
  });

  it('do not block a genuine call', async () => {
    expect((await stage.call(press)).status).to.equal(200);
    expect(await stage.services.ground.reader('responses')).to.have.length(1);
    expect(logged.join('\n')).to.not.match(/eyJ|[0-9a-f]{64}/);
  });
});

import { createHmac } from 'node:crypto';
import { expect } from 'chai';
import fc from 'fast-check';
import { exportJWK, exportSPKI, generateKeyPair, importJWK, SignJWT, type JWTPayload } from 'jose';
import { ProblemError } from '../../../contract/problem.ts';
import { startSandbox, type Sandbox } from '../../../sandbox/sandbox.ts';
import { createPlatformFetch, type Fetch } from '../../../server/foundation/http/outbound.ts';
import { createBearerVerifier, type BearerOptions, type VerifyBearer } from '../../../server/people/identity/bearer.ts';
import { rejection } from '../tenant.ts';

const OTHER_TENANT = '80000000-0000-4000-8000-000000000001';
const STRANGER = 'ffffffff-0000-4000-8000-00000000000f';
/** Stops during the suite. */
let now = 0;
const seconds = (offset: number): number => Math.floor(now / 1000) + offset;
const base64url = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

describe('bearer tokens', () => {
  let sandbox: Sandbox;
  let keyFetches = 0;
  let verify: VerifyBearer;

  const verifier = (changes: Partial<BearerOptions> = {}): VerifyBearer => {
    const platformFetch = createPlatformFetch(sandbox.config.originMap);
    const counted: Fetch = (url, init) => (keyFetches++, platformFetch(url, init));
    return createBearerVerifier({
      tenantId: sandbox.config.tenantId!,
      clientId: sandbox.config.clientId!,
      directoryClientId: sandbox.config.directoryClientId!,
      platformFetch: counted,
      now: () => now,
      ...changes,
    });
  };

  const issuer1 = () => `https://sts.windows.net/${sandbox.tenant.id}/`;
  const issuer2 = () => `https://login.microsoftonline.com/${sandbox.tenant.id}/v2.0`;
  /** Acceptable claims. */
  const goodClaims = (): JWTPayload => ({
    iss: issuer2(),
    aud: sandbox.config.directoryClientId!,
    oid: sandbox.tenant.people[0]!.id,
    tid: sandbox.tenant.id,
    ver: '2.0',
    azp: sandbox.config.clientId!,
    scp: 'User.Read',
    iat: seconds(0),
    nbf: seconds(0),
    exp: seconds(3600),
  });
  const signed = (changes: JWTPayload = {}): Promise<string> =>
    sandbox.identity.signToken({ ...goodClaims(), ...changes });
  const accept = async (token: string) => verify(`Bearer ${token}`);
  const refuse = async (token: string) => (await rejection(verify(`Bearer ${token}`), ProblemError)).code;

  before(async () => {
    now = Date.now();
    sandbox = await startSandbox({ portBase: 0, now: () => now });
    verify = verifier();
  });
  after(() => sandbox.close());

  it('accepts both versions as the identity provider issues them', async () => {
    for (const version of [1, 2] as const) {
      const token = await accept(await sandbox.tokenFor('ada@sandbox.test', { version }));
      expect(token).to.deep.include({ kind: 'user', tid: sandbox.tenant.id, appRoles: ['Admin', 'Author'] });
      expect(token.oid).to.equal(sandbox.tenant.people[0]!.id);
      expect(token.clientId).to.equal(sandbox.config.clientId);
      expect(token.expiresAt - now).to.be.within(3_590_000, 3_620_000);
    }
  });

  it('accepts guests, who are people of our tenant by their object id there', async () => {
    const guest = sandbox.tenant.people.find(({ guestOf }) => guestOf)!;
    for (const version of [1, 2] as const)
      expect(await accept(await sandbox.tokenFor(guest.mail!, { version }))).to.include({
        kind: 'user',
        oid: guest.id,
      });
  });

  it('tells programs from people', async () => {
    const claims = [{ idtyp: 'app', scp: undefined }, { scp: undefined, roles: ['Admin'] }, { idtyp: 'app' }];
    for (const changes of claims) expect((await accept(await signed(changes))).kind).to.equal('app');
  });

  it('accepts further configured clients', async () => {
    const azp = '30000000-0000-4000-8000-00000000000a';
    const token = await signed({ azp });
    expect(await refuse(token)).to.equal('forbidden');
    expect((await verifier({ extraClientIds: [azp] })(`Bearer ${token}`)).clientId).to.equal(azp);
  });

  describe('hostile ones', () => {
    const header = () => ({ alg: 'RS256', typ: 'JWT', kid: String(sandbox.identity.jwks().keys[0]!.kid) });
    const withMac = async (alg: string): Promise<string> => {
      const spki = await exportSPKI((await importJWK(sandbox.identity.jwks().keys[0]!, 'RS256')) as never);
      const content = `${base64url({ ...header(), alg })}.${base64url(goodClaims())}`;
      return `${content}.${createHmac('sha256', spki).update(content).digest('base64url')}`;
    };
    const byStranger = async (kid: string): Promise<string> => {
      const { privateKey } = await generateKeyPair('RS256');
      return new SignJWT(goodClaims()).setProtectedHeader({ ...header(), kid }).sign(privateKey);
    };
    const tampered = async (part: 0 | 1, changes: object): Promise<string> => {
      const parts = (await signed()).split('.');
      parts[part] = base64url({ ...JSON.parse(Buffer.from(parts[part]!, 'base64url').toString()), ...changes });
      return parts.join('.');
    };
    const without = (claim: string): Promise<string> => signed({ [claim]: undefined });

    const UNAUTHENTICATED: Record<string, () => Promise<string> | string> = {
      'algorithm none': () => `${base64url({ alg: 'none', typ: 'JWT' })}.${base64url(goodClaims())}.`,
      'algorithm none with a signature': () => `${base64url({ alg: 'none' })}.${base64url(goodClaims())}.AAAA`,
      'HMAC with the public key': () => withMac('HS256'),
      'another algorithm in the header': () => tampered(0, { alg: 'PS256' }),
      "a stranger's key under our key id": () => byStranger(header().kid),
      "a stranger's key under its own id": () => byStranger('nope'),
      'an unknown critical header': () => tampered(0, { crit: ['x'], x: 1 }),
      'for Microsoft Graph': () => signed({ aud: 'https://graph.microsoft.com' }),
      'an ID token of the client': () => signed({ aud: sandbox.config.clientId! }),
      'from an unknown issuer': () => signed({ iss: 'https://evil.test/v2.0' }),
      'from the issuer of another tenant': () =>
        signed({ iss: `https://login.microsoftonline.com/${OTHER_TENANT}/v2.0`, tid: OTHER_TENANT }),
      'another tenant than its issuer': () => signed({ tid: OTHER_TENANT }),
      'version 1 from the issuer of version 2': () => signed({ ver: '1.0', appid: sandbox.config.clientId! }),
      'version 2 from the issuer of version 1': () => signed({ iss: issuer1() }),
      'an unknown version': () => signed({ ver: '3.0' }),
      expired: () => signed({ exp: seconds(-600) }),
      'not valid yet': () => signed({ nbf: seconds(600) }),
      'without an object id': () => without('oid'),
      'a malformed object id': () => signed({ oid: '../me' }),
      'without an expiry': () => signed({ exp: null } as never),
      'without a start': () => signed({ nbf: null } as never),
      'without a tenant': () => without('tid'),
      'with another body under the signature': () => tampered(1, { oid: STRANGER }),
      garbage: () => 'a.b.c',
      empty: () => '',
      huge: () => `${'a'.repeat(20_000)}.b.c`,
      'two parts': () => 'a.b',
      encrypted: () => 'a.b.c.d.e',
    };
    for (const [name, make] of Object.entries(UNAUTHENTICATED))
      it(`refuses: ${name}`, async () => expect(await refuse(await make())).to.equal('unauthenticated'));

    const FORBIDDEN: Record<string, () => Promise<string>> = {
      'issued to an unknown client': () => signed({ azp: STRANGER }),
      'version 1, issued to an unknown client': () => signed({ iss: issuer1(), ver: '1.0', appid: STRANGER }),
      'a client named in the claim of the other version': () =>
        signed({ azp: undefined, appid: sandbox.config.clientId! }),
      'without a scope': () => without('scp'),
      'with another scope': () => signed({ scp: 'User.ReadWrite Other' }),
    };
    for (const [name, make] of Object.entries(FORBIDDEN))
      it(`refuses: ${name}`, async () => expect(await refuse(await make())).to.equal('forbidden'));

    it('refuses anything but a bearer token', async () => {
      const token = await signed();
      for (const authorization of [
        undefined,
        '',
        'Bearer',
        token,
        `Basic ${token}`,
        `Bearer  ${token}`,
        `Bearer ${token} x`,
      ])
        expect((await rejection(verify(authorization), ProblemError)).code).to.equal('unauthenticated');
    });

    it('answers every malformed text with a refusal', async () => {
      const part = fc.oneof(
        fc.base64String(),
        fc.string(),
        fc.json().map((json) => Buffer.from(json).toString('base64url')),
      );
      await fc.assert(
        fc.asyncProperty(fc.array(part, { maxLength: 5 }), async (parts) => {
          expect(await refuse(parts.join('.'))).to.equal('unauthenticated');
        }),
        { numRuns: 300 },
      );
    });

    it('refuses every algorithm except RS256, even if the published keys do not name theirs, as with Entra', async () => {
      for (const alg of ['RS256', 'PS256', 'RS512']) {
        const { privateKey, publicKey } = await generateKeyPair(alg);
        const keys = [{ ...(await exportJWK(publicKey)), kid: 'own', alg: undefined }];
        const check = verifier({ platformFetch: async () => Response.json({ keys }) });
        const token = await new SignJWT(goodClaims()).setProtectedHeader({ alg, kid: 'own' }).sign(privateKey);
        const outcome = await check(`Bearer ${token}`).then(
          ({ kind }) => kind,
          (error: ProblemError) => error.code,
        );
        expect(outcome, alg).to.equal(alg === 'RS256' ? 'user' : 'unauthenticated');
      }
    });

    it('says that a token has expired, and nothing else about it', async () => {
      const words = async (changes: JWTPayload) =>
        (await rejection(accept(await signed(changes)), ProblemError)).detail;
      expect(await words({ exp: seconds(-600) })).to.equal('The token has expired.');
      expect(await words({ iss: 'https://evil.test/' })).to.equal(await words({ aud: 'https://graph.microsoft.com' }));
    });
  });

  it('tolerates clocks that differ by 90 seconds, not by 10 minutes', async () => {
    const at = (skewSeconds: number) => verifier({ now: () => now + skewSeconds * 1000 });
    const token = `Bearer ${await signed({ nbf: seconds(0), exp: seconds(1) })}`;
    for (const skew of [-90, 90]) expect((await at(skew)(token)).kind).to.equal('user');
    for (const skew of [-600, 600])
      expect((await rejection(at(skew)(token), ProblemError)).code).to.equal('unauthenticated');
  });

  describe('signing keys', () => {
    it('are fetched once for any number of tokens and unknown key ids', async () => {
      const { privateKey } = await generateKeyPair('RS256');
      const strange = (kid: string) =>
        new SignJWT(goodClaims()).setProtectedHeader({ alg: 'RS256', kid }).sign(privateKey);
      const check = verifier();
      keyFetches = 0;
      const good = `Bearer ${await signed()}`;
      await Promise.all(Array.from({ length: 20 }, () => check(good)));
      for (let n = 0; n < 50; n++) await rejection(check(`Bearer ${await strange(`unknown-${n}`)}`), ProblemError);
      expect(keyFetches).to.equal(1);
    });

    it('may be rotated: the new one is found, and the old one works until it is withdrawn', async () => {
      const check = verifier({ keyCooldownMs: 0 });
      const before = `Bearer ${await signed()}`;
      await check(before);
      await sandbox.identity.rotateKeys();
      const after = `Bearer ${await signed()}`;
      expect([(await check(after)).kind, (await check(before)).kind]).to.deep.equal(['user', 'user']);
      await sandbox.identity.rotateKeys({ forgetEarlier: true });
      expect((await check(`Bearer ${await signed()}`)).kind).to.equal('user');
      expect((await rejection(check(before), ProblemError)).code).to.equal('unauthenticated');
    });

    it('are fetched no sooner for 10,000 bad tokens, and nobody who signed in is verified again', async () => {
      const check = verifier({ keyCooldownMs: 600_000 }); // longer than the tokens take, on any machine
      const good = `Bearer ${await signed()}`;
      for (let n = 0; n < 2; n++) await check(good); // the first time, keys arrive meanwhile
      keyFetches = 0;
      const expired = `Bearer ${await signed({ exp: seconds(-600) })}`;
      const [head, claims] = good.slice('Bearer '.length).split('.');
      for (let n = 0; n < 10_000; n++) {
        const token = [
          `Bearer ${base64url({ alg: 'RS256', kid: `k${n}` })}.${claims}.AAAA`,
          `Bearer ${head}.${n}.AAAA`,
        ];
        await check(n % 10 === 0 ? expired : token[n % 2]).catch((error: ProblemError) =>
          expect(error.code).to.equal('unauthenticated'),
        );
      }
      expect(keyFetches).to.equal(0);
      const { verify: verifySignature } = crypto.subtle;
      let verifications = 0;
      crypto.subtle.verify = (...call) => (verifications++, verifySignature.apply(crypto.subtle, call));
      try {
        expect((await check(good)).kind).to.equal('user');
        expect(verifications).to.equal(0);
      } finally {
        crypto.subtle.verify = verifySignature;
      }
    });

    it("that cannot be fetched are our error, not the caller's", async () => {
      const down: Fetch[] = [
        () => Promise.reject(new TypeError('fetch failed')),
        async () => new Response('busy', { status: 503 }),
        async () => new Response('<html>', { status: 200 }),
        async () => Response.json({ keys: 'none' }),
      ];
      for (const platformFetch of down)
        expect((await rejection(verifier({ platformFetch })(`Bearer ${await signed()}`), ProblemError)).code).to.equal(
          'unavailable',
        );
    });
  });
});

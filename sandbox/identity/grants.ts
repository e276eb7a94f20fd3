import { randomBytes } from 'node:crypto';
import { errors, jwtVerify, type JWTPayload } from 'jose';
import { findPerson, type RedirectUri, type Registration, type Tenant } from '../tenant.ts';
import { isSame, sha256 } from '../../server/foundation/isSame.ts';
import { authenticateClient, authenticateConfidentialClient, requireBrowser } from './clients.ts';
import { Refusal } from './refusal.ts';
import { parseScopes } from './scopes.ts';
import { hasSecondFactor, requireSecondFactor } from './secondFactor.ts';
import type { Signing } from './signing.ts';
import { issuerV1, issuerV2, type IssuedTokens, type Issuer } from './tokens.ts';

const CODE_LIFETIME_MS = 10 * 60_000;
const SPA_REFRESH_LIFETIME_MS = 24 * 60 * 60_000;
const REFRESH_LIFETIME_MS = 90 * SPA_REFRESH_LIFETIME_MS;

/** The content of an authorisation code. */
export interface CodeContents {
  personId: string;
  clientId: string;
  redirectUri: string;
  platform: RedirectUri['platform'];
  scope: string;
  nonce: string | undefined;
  /** PKCE, S256. */
  challenge: string | undefined;
  hasSecondFactor: boolean;
}

interface Code extends CodeContents {
  expiresAt: number;
  isRedeemed: boolean;
}

interface RefreshContents {
  personId: string;
  clientId: string;
  platform: RedirectUri['platform'];
  expiresAt: number;
  hasSecondFactor: boolean;
}

interface TokenRequest {
  body: URLSearchParams;
  /** The `Origin` header: browsers send it, apps do not. */
  origin: string | undefined;
}

type TokenAnswer = IssuedTokens & { refresh_token?: string };

/** What the grants need. */
interface Desk {
  tenant: Tenant;
  signing: Signing;
  issuer: Issuer;
  /** Epoch milliseconds. */
  now: () => number;
  codes: Map<string, Code>;
  refreshTokens: Map<string, RefreshContents>;
}

type Grant = (desk: Desk, request: TokenRequest) => Promise<TokenAnswer>;

const randomToken = () => `1.${randomBytes(48).toString('base64url')}`;

interface Issue {
  registration: Registration;
  grant: RefreshContents;
  scope: string;
  nonce?: string | undefined;
}

async function issueWithRefresh(desk: Desk, { registration, grant, scope, nonce }: Issue): Promise<TokenAnswer> {
  const person = findPerson(desk.tenant, grant.personId);
  if (!person) throw new Refusal(50034);
  if (person.isDisabled) throw new Refusal(50057);
  requireSecondFactor(desk.tenant, { registration, person, scope, hasSecondFactor: grant.hasSecondFactor });
  const issued = await desk.issuer.forPerson(registration, person, scope, {
    nonce,
    hasSecondFactor: grant.hasSecondFactor,
  });
  if (!parseScopes(scope).openId.includes('offline_access')) return issued;
  const refreshToken = randomToken();
  desk.refreshTokens.set(refreshToken, grant);
  return { ...issued, refresh_token: refreshToken };
}

/** A code is used up by the first attempt of its own application, even a failed one. */
const redeemCode: Grant = async (desk, { body, origin }) => {
  const registration = authenticateClient(desk.tenant, body);
  const code = desk.codes.get(body.get('code') ?? '');
  if (!code) throw new Refusal(9002313);
  if (code.clientId !== registration.clientId) throw new Refusal(700005);
  if (code.isRedeemed) throw new Refusal(54005);
  code.isRedeemed = true;
  if (code.expiresAt <= desk.now()) throw new Refusal(70008);
  if (code.redirectUri !== body.get('redirect_uri')) throw new Refusal(500112, body.get('redirect_uri'));
  requireBrowser(code.platform, origin);
  if (code.challenge && !isSame(sha256(body.get('code_verifier') ?? '').toString('base64url'), code.challenge))
    throw new Refusal(501481);
  const { personId, clientId, platform, nonce } = code;
  const expiresAt = desk.now() + (platform === 'spa' ? SPA_REFRESH_LIFETIME_MS : REFRESH_LIFETIME_MS);
  const grant = { personId, clientId, platform, expiresAt, hasSecondFactor: code.hasSecondFactor };
  return issueWithRefresh(desk, { registration, grant, scope: body.get('scope') ?? code.scope, nonce });
};

/** Each response has a new refresh token; as with the real provider, the old one stays valid until it expires. */
const refresh: Grant = async (desk, { body, origin }) => {
  const registration = authenticateClient(desk.tenant, body);
  const grant = desk.refreshTokens.get(body.get('refresh_token') ?? '');
  if (!grant || grant.clientId !== registration.clientId) throw new Refusal(9002313);
  if (grant.expiresAt <= desk.now()) throw new Refusal(700084);
  requireBrowser(grant.platform, origin);
  return issueWithRefresh(desk, { registration, grant, scope: body.get('scope') ?? '' });
};

const clientCredentials: Grant = async ({ tenant, issuer }, { body }) => {
  const registration = authenticateConfidentialClient(tenant, body);
  const { resource, names } = parseScopes(body.get('scope') ?? '');
  if (names.length !== 1 || names[0] !== '.default') throw new Refusal(1002012, body.get('scope'));
  return issuer.forApp(registration, resource);
};

/** @throws Refusal unless it is a person's token for this application */
async function readAssertion(desk: Desk, { clientId }: Registration, assertion: string): Promise<JWTPayload> {
  const { payload } = await jwtVerify(assertion, desk.signing.verificationKey, {
    issuer: [issuerV1(desk.tenant.id), issuerV2(desk.tenant.id)],
    algorithms: ['RS256'],
    currentDate: new Date(desk.now()),
  }).catch((error: unknown) => {
    throw new Refusal(error instanceof errors.JWTExpired ? 500133 : 50013);
  });
  if (payload.aud !== clientId && payload.aud !== `api://${clientId}`) throw new Refusal(500131);
  if (!payload.scp) throw new Refusal(7000114);
  return payload;
}

const onBehalfOf: Grant = async (desk, { body }) => {
  const registration = authenticateConfidentialClient(desk.tenant, body);
  if (body.get('requested_token_use') !== 'on_behalf_of') throw new Refusal(900144, 'requested_token_use');
  const { oid, amr } = await readAssertion(desk, registration, body.get('assertion') ?? '');
  const grant: RefreshContents = {
    personId: String(oid),
    clientId: registration.clientId,
    platform: 'native',
    expiresAt: desk.now() + REFRESH_LIFETIME_MS,
    hasSecondFactor: hasSecondFactor(amr),
  };
  return issueWithRefresh(desk, { registration, grant, scope: body.get('scope') ?? '' });
};

const GRANTS: Record<string, Grant> = {
  authorization_code: redeemCode,
  refresh_token: refresh,
  client_credentials: clientCredentials,
  'urn:ietf:params:oauth:grant-type:jwt-bearer': onBehalfOf,
};

export interface Grants {
  issueCode(contents: CodeContents): string;
  /** Answers a token request. @throws Refusal */
  redeem(request: TokenRequest): Promise<TokenAnswer>;
}

/** @param now epoch milliseconds */
export function createGrants(tenant: Tenant, signing: Signing, issuer: Issuer, now: () => number): Grants {
  const desk: Desk = { tenant, signing, issuer, now, codes: new Map(), refreshTokens: new Map() };
  return {
    issueCode(contents) {
      const code = randomToken();
      desk.codes.set(code, { ...contents, expiresAt: now() + CODE_LIFETIME_MS, isRedeemed: false });
      return code;
    },
    async redeem(request) {
      const name = request.body.get('grant_type');
      if (!name) throw new Refusal(900144, 'grant_type');
      const grant = Object.hasOwn(GRANTS, name) ? GRANTS[name] : undefined;
      if (!grant) throw new Refusal(70003, name);
      return grant(desk, request);
    },
  };
}

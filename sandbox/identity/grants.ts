import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { errors, jwtVerify } from 'jose';
import type { JWTPayload } from 'jose';
import { findPerson, registrationKey } from '../tenant.ts';
import type { RedirectUri, Registration, Tenant } from '../tenant.ts';
import { Refusal } from './refusal.ts';
import { parseScopes } from './scopes.ts';
import type { Signing } from './signing.ts';
import { issuerV1, issuerV2 } from './tokens.ts';
import type { IssuedTokens, Issuer } from './tokens.ts';

const CODE_LIFETIME_MS = 10 * 60_000;
const SPA_REFRESH_LIFETIME_MS = 24 * 60 * 60_000;
const REFRESH_LIFETIME_MS = 90 * SPA_REFRESH_LIFETIME_MS;

/** What an authorisation code stands for. */
export interface CodeContents {
  personId: string;
  clientId: string;
  redirectUri: string;
  platform: RedirectUri['platform'];
  scope: string;
  nonce: string | undefined;
  /** PKCE, S256. */
  challenge: string | undefined;
}

interface RefreshContents {
  personId: string;
  clientId: string;
  platform: RedirectUri['platform'];
  expiresAt: number;
}

interface TokenRequest {
  body: URLSearchParams;
  /** The `Origin` header: browsers send it, apps do not. */
  origin: string | undefined;
}

type TokenAnswer = IssuedTokens & { refresh_token?: string };

export interface Grants {
  issueCode(contents: CodeContents): string;
  /** Answers a token request. @throws Refusal */
  redeem(request: TokenRequest): Promise<TokenAnswer>;
}

const sha256 = (text: string) => createHash('sha256').update(text).digest();
const isSame = (one: string, other: string) => timingSafeEqual(sha256(one), sha256(other));
const randomToken = () => `1.${randomBytes(48).toString('base64url')}`;

export function findRegistration(tenant: Tenant, clientId: string | null): Registration {
  const key = clientId && registrationKey(tenant, clientId);
  if (!key || tenant.registrations[key].clientId !== clientId)
    throw new Refusal(
      'unauthorized_client',
      700016,
      `Application with identifier '${clientId}' was not found in the directory '${tenant.displayName}'.`,
    );
  return tenant.registrations[key];
}

/** Who asks: a confidential client proves itself, a public one must not carry a secret. */
function authenticateClient(tenant: Tenant, body: URLSearchParams, mustBeConfidential = false): Registration {
  const registration = findRegistration(tenant, body.get('client_id'));
  const secret = body.get('client_secret');
  if (registration.secret === null) {
    if (secret !== null)
      throw new Refusal(
        'invalid_client',
        700025,
        `Client is public so neither 'client_assertion' nor 'client_secret' should be presented.`,
        { status: 401 },
      );
    if (mustBeConfidential)
      throw new Refusal(
        'invalid_client',
        7000218,
        `The request body must contain the following parameter: 'client_assertion' or 'client_secret'.`,
        { status: 401 },
      );
    return registration;
  }
  if (secret === null)
    throw new Refusal(
      'invalid_client',
      7000218,
      `The request body must contain the following parameter: 'client_assertion' or 'client_secret'.`,
      { status: 401 },
    );
  if (!isSame(secret, registration.secret))
    throw new Refusal(
      'invalid_client',
      7000215,
      `Invalid client secret provided. Ensure the secret being sent in the request is the client secret value, for a secret added to app '${registration.clientId}'.`,
      { status: 401 },
    );
  return registration;
}

/** A single-page app's codes and refresh tokens are redeemed by a browser on another origin, and by nothing else. */
function requireBrowser(platform: RedirectUri['platform'], origin: string | undefined): void {
  if (platform === 'spa' && !origin)
    throw new Refusal(
      'invalid_request',
      9002327,
      `Tokens issued for the 'Single-Page Application' client-type may only be redeemed via cross-origin requests.`,
    );
}

/** @param now epoch milliseconds */
export function createGrants(tenant: Tenant, signing: Signing, issuer: Issuer, now: () => number): Grants {
  const codes = new Map<string, CodeContents & { expiresAt: number; isRedeemed: boolean }>();
  const refreshTokens = new Map<string, RefreshContents>();

  const personById = (id: string) => {
    const person = findPerson(tenant, id);
    if (!person) throw new Refusal('invalid_grant', 50034, 'The user account does not exist in the directory.');
    return person;
  };

  async function issueWithRefresh(
    registration: Registration,
    grant: RefreshContents,
    scope: string,
    nonce?: string,
  ): Promise<TokenAnswer> {
    const issued = await issuer.forPerson(registration, personById(grant.personId), scope, { nonce });
    if (!parseScopes(scope).openId.includes('offline_access')) return issued;
    const refreshToken = randomToken();
    refreshTokens.set(refreshToken, grant);
    return { ...issued, refresh_token: refreshToken };
  }

  async function redeemCode({ body, origin }: TokenRequest): Promise<TokenAnswer> {
    const registration = authenticateClient(tenant, body);
    const code = codes.get(body.get('code') ?? '');
    if (!code) throw new Refusal('invalid_grant', 9002313, 'Invalid request. Request is malformed or invalid.');
    if (code.clientId !== registration.clientId)
      throw new Refusal(
        'invalid_grant',
        700005,
        'Provided Authorization Code is intended to use against other application, thus rejected.',
      );
    if (code.isRedeemed)
      throw new Refusal(
        'invalid_grant',
        54005,
        'OAuth2 Authorization code was already redeemed, please retry with a new valid code or use an existing refresh token.',
      );
    code.isRedeemed = true;
    if (code.expiresAt <= now())
      throw new Refusal('invalid_grant', 70008, 'The provided authorization code has expired.');
    if (code.redirectUri !== body.get('redirect_uri'))
      throw new Refusal(
        'invalid_grant',
        500112,
        `The reply address '${body.get('redirect_uri')}' does not match the reply address '${code.redirectUri}' provided when requesting Authorization code.`,
      );
    requireBrowser(code.platform, origin);
    if (code.challenge && !isSame(sha256(body.get('code_verifier') ?? '').toString('base64url'), code.challenge))
      throw new Refusal(
        'invalid_grant',
        501481,
        `The Code_Verifier does not match the code_challenge supplied in the authorization request.`,
      );
    const expiresAt = now() + (code.platform === 'spa' ? SPA_REFRESH_LIFETIME_MS : REFRESH_LIFETIME_MS);
    const { personId, clientId, platform } = code;
    return issueWithRefresh(
      registration,
      { personId, clientId, platform, expiresAt },
      body.get('scope') ?? code.scope,
      code.nonce,
    );
  }

  /** Each answer carries a new refresh token; like the real provider, the earlier one stays usable until it expires. */
  async function refresh({ body, origin }: TokenRequest): Promise<TokenAnswer> {
    const registration = authenticateClient(tenant, body);
    const grant = refreshTokens.get(body.get('refresh_token') ?? '');
    if (!grant || grant.clientId !== registration.clientId)
      throw new Refusal('invalid_grant', 9002313, 'Invalid request. Request is malformed or invalid.');
    if (grant.expiresAt <= now())
      throw new Refusal(
        'invalid_grant',
        700084,
        'The refresh token was issued to a single page app (SPA), and therefore has a fixed, limited lifetime, which can not be extended. It is now expired.',
      );
    requireBrowser(grant.platform, origin);
    return issueWithRefresh(registration, grant, body.get('scope') ?? '');
  }

  async function clientCredentials({ body }: TokenRequest): Promise<TokenAnswer> {
    const registration = authenticateClient(tenant, body, true);
    const { resource, names } = parseScopes(body.get('scope') ?? '');
    if (names.length !== 1 || names[0] !== '.default')
      throw new Refusal(
        'invalid_scope',
        1002012,
        `The provided value for scope ${body.get('scope')} is not valid. Client credential flows must have a scope value with /.default suffixed to the resource identifier (application ID URI).`,
      );
    return issuer.forApp(registration, resource);
  }

  async function readAssertion(registration: Registration, assertion: string): Promise<JWTPayload> {
    const { payload } = await jwtVerify(assertion, signing.verificationKey, {
      issuer: [issuerV1(tenant.id), issuerV2(tenant.id)],
      algorithms: ['RS256'],
      currentDate: new Date(now()),
    }).catch((error: unknown) => {
      if (error instanceof errors.JWTExpired)
        throw new Refusal(
          'invalid_grant',
          500133,
          'Assertion is not within its valid time range. Ensure that the access token is not expired before using it for user assertion.',
        );
      throw new Refusal('invalid_grant', 50013, 'Assertion failed signature validation.');
    });
    if (payload.aud !== registration.clientId && payload.aud !== `api://${registration.clientId}`)
      throw new Refusal(
        'invalid_grant',
        500131,
        'Assertion audience does not match the Client app presenting the assertion.',
      );
    if (!payload.scp)
      throw new Refusal(
        'invalid_grant',
        7000114,
        `Application '${payload.azp ?? payload.appid}' is not allowed to make application on-behalf-of calls.`,
      );
    return payload;
  }

  async function onBehalfOf({ body }: TokenRequest): Promise<TokenAnswer> {
    const registration = authenticateClient(tenant, body, true);
    if (body.get('requested_token_use') !== 'on_behalf_of')
      throw new Refusal(
        'invalid_request',
        900144,
        `The request body must contain the following parameter: 'requested_token_use'.`,
      );
    const { oid } = await readAssertion(registration, body.get('assertion') ?? '');
    const grant: RefreshContents = {
      personId: String(oid),
      clientId: registration.clientId,
      platform: 'native',
      expiresAt: now() + REFRESH_LIFETIME_MS,
    };
    return issueWithRefresh(registration, grant, body.get('scope') ?? '');
  }

  const GRANTS: Record<string, (request: TokenRequest) => Promise<TokenAnswer>> = {
    authorization_code: redeemCode,
    refresh_token: refresh,
    client_credentials: clientCredentials,
    'urn:ietf:params:oauth:grant-type:jwt-bearer': onBehalfOf,
  };

  return {
    issueCode(contents) {
      const code = randomToken();
      codes.set(code, { ...contents, expiresAt: now() + CODE_LIFETIME_MS, isRedeemed: false });
      return code;
    },
    async redeem(request) {
      const name = request.body.get('grant_type');
      if (!name)
        throw new Refusal(
          'invalid_request',
          900144,
          `The request body must contain the following parameter: 'grant_type'.`,
        );
      const grant = Object.hasOwn(GRANTS, name) ? GRANTS[name] : undefined;
      if (!grant)
        throw new Refusal('unsupported_grant_type', 70003, `The app requested an unsupported grant type '${name}'.`);
      return grant(request);
    },
  };
}

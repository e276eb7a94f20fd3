import { createHash } from 'node:crypto';
import type { Sandbox } from '../../sandbox/sandbox.ts';
import { apiScope } from '../../sandbox/tenant.ts';
import { unescapeHtml } from '../support/html.ts';

export const VERIFIER = 'v'.repeat(43);
export const REDIRECT_URI = 'http://localhost:3000/';
const ORIGIN = 'http://localhost:3000';

export type Fields = Record<string, string>;
export type Overrides = Record<string, string | null>;

/** Fields with replacements; null removes a field. */
const merge = (fields: Fields, overrides: Overrides): Fields =>
  Object.fromEntries(
    Object.entries({ ...fields, ...overrides }).filter((pair): pair is [string, string] => pair[1] !== null),
  );

/** The hidden fields of a page's form, as a browser would send them. */
export const formFields = (html: string): Fields =>
  Object.fromEntries(
    [...html.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)].map(([, name, value]) => [
      unescapeHtml(name!),
      unescapeHtml(value!),
    ]),
  );

export const formAction = (html: string): string => unescapeHtml(/ action="([^"]*)"/.exec(html)?.[1] ?? '');

export interface TokenResponse {
  status: number;
  headers: Headers;
  body: Fields & { error_codes?: number[] };
}

/** A browser and an application's back end, as the identity provider sees them. */
export function createUserAgent({ identity, tenant, config }: Sandbox) {
  const base = `${identity.url}/${tenant.id}/oauth2/v2.0`;
  const person = (key: string) => tenant.people.find((each) => each.key === key)!;

  const authorizeFields = (overrides: Overrides = {}): Fields =>
    merge(
      {
        client_id: config.clientId!,
        redirect_uri: REDIRECT_URI,
        response_type: 'code',
        response_mode: 'query',
        scope: `${apiScope(tenant)} openid profile offline_access`,
        state: 'the state',
        nonce: 'the nonce',
        code_challenge: createHash('sha256').update(VERIFIER).digest('base64url'),
        code_challenge_method: 'S256',
      },
      overrides,
    );

  const authorize = (overrides: Overrides = {}, cookie = '') =>
    fetch(`${base}/authorize?${new URLSearchParams(authorizeFields(overrides)).toString()}`, {
      redirect: 'manual',
      headers: { cookie },
    });

  /** Opens the page and presses one of its buttons. */
  async function press(button: Fields, overrides: Overrides = {}): Promise<Response> {
    const page = await (await authorize(overrides)).text();
    const body = new URLSearchParams({ ...formFields(page), ...button });
    return fetch(`${base}/authorize`, { method: 'POST', body, redirect: 'manual' });
  }

  const pick = (key: string, overrides?: Overrides) => press({ person: person(key).id }, overrides);

  const answerOf = (response: Response): Fields =>
    Object.fromEntries(new URL(response.headers.get('location') ?? 'http://nowhere').searchParams);

  async function token(fields: Fields, headers: Fields = { origin: ORIGIN }): Promise<TokenResponse> {
    const response = await fetch(`${base}/token`, { method: 'POST', body: new URLSearchParams(fields), headers });
    return {
      status: response.status,
      headers: response.headers,
      body: (await response.json()) as TokenResponse['body'],
    };
  }

  const codeFields = (code: string, overrides: Overrides = {}) =>
    merge(
      {
        grant_type: 'authorization_code',
        client_id: config.clientId!,
        redirect_uri: REDIRECT_URI,
        code,
        code_verifier: VERIFIER,
      },
      overrides,
    );

  /** Signs in and redeems the code. */
  async function signIn(key: string, overrides: Overrides = {}): Promise<TokenResponse> {
    const { code } = answerOf(await pick(key, overrides));
    return token(codeFields(code ?? ''));
  }

  const secretFields = (overrides: Overrides = {}) =>
    merge({ client_id: config.directoryClientId!, client_secret: config.directoryClientSecret! }, overrides);

  const appFields = (overrides: Overrides = {}) =>
    secretFields({ grant_type: 'client_credentials', scope: 'https://graph.microsoft.com/.default', ...overrides });

  const onBehalfOfFields = (assertion: string, overrides: Overrides = {}) =>
    secretFields({
      grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
      requested_token_use: 'on_behalf_of',
      scope: 'https://graph.microsoft.com/Mail.Read',
      assertion,
      ...overrides,
    });

  return { base, person, authorize, press, pick, answerOf, token, codeFields, signIn, appFields, onBehalfOfFields };
}

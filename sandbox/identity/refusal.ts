import { randomUUID } from 'node:crypto';

interface Entry {
  error: string;
  text: string;
  suberror?: string;
  status?: number;
}

/** All refusals, by the number after `AADSTS` in the real provider's messages. */
export const REFUSALS = {
  28000: { error: 'invalid_request', text: 'The scope asks for more than one resource.' },
  50011: { error: 'invalid_request', text: 'The redirect URI is not one of those configured for the application.' },
  50013: { error: 'invalid_grant', text: 'Assertion failed signature validation.' },
  50034: { error: 'invalid_grant', text: 'The user account does not exist in the directory.' },
  50057: { error: 'invalid_grant', text: 'The user account is disabled.' },
  50058: { error: 'login_required', text: 'A silent sign-in request was sent but no user is signed in.' },
  50076: {
    error: 'interaction_required',
    suberror: 'basic_action',
    text: 'Due to a configuration change made by your administrator, or because you moved to a new location, you must use multi-factor authentication.',
  },
  54005: { error: 'invalid_grant', text: 'OAuth2 Authorization code was already redeemed.' },
  65001: {
    error: 'invalid_grant',
    suberror: 'consent_required',
    text: 'The user or administrator has not consented to use the application. Send an interactive authorization request for this user and resource.',
  },
  65004: { error: 'access_denied', text: 'User declined to consent to access the app.' },
  70003: { error: 'unsupported_grant_type', text: 'The app requested an unsupported grant type.' },
  70008: { error: 'invalid_grant', text: 'The provided authorization code has expired.' },
  90002: { error: 'invalid_tenant', text: 'The tenant was not found. Check that its id is correct.' },
  90023: { error: 'invalid_request', text: 'The authentication service request is not valid.' },
  500011: { error: 'invalid_resource', text: 'The resource principal was not found in the tenant.' },
  500112: { error: 'invalid_grant', text: 'The reply address is not the one of the authorization request.' },
  500131: {
    error: 'invalid_grant',
    text: 'Assertion audience does not match the Client app presenting the assertion.',
  },
  500133: { error: 'invalid_grant', text: 'Assertion is not within its valid time range.' },
  501481: { error: 'invalid_grant', text: 'The Code_Verifier does not match the code_challenge.' },
  501491: { error: 'invalid_request', text: 'Invalid Code_Challenge: only the method S256 is supported.' },
  700005: { error: 'invalid_grant', text: 'The Authorization Code is intended to use against other application.' },
  700016: { error: 'unauthorized_client', text: 'The application was not found in the directory.' },
  700025: { error: 'invalid_client', status: 401, text: 'Client is public so no client_secret should be presented.' },
  700054: { error: 'unsupported_response_type', text: 'The response_type is not enabled for the application.' },
  700084: { error: 'invalid_grant', text: 'The refresh token is expired: its lifetime is fixed and limited.' },
  900144: { error: 'invalid_request', text: 'The request body lacks a required parameter.' },
  1002012: { error: 'invalid_scope', text: 'Client credential flows need one scope that ends in /.default.' },
  7000114: { error: 'invalid_grant', text: 'The application is not allowed to make application on-behalf-of calls.' },
  7000215: { error: 'invalid_client', status: 401, text: 'Invalid client secret provided.' },
  7000218: { error: 'invalid_client', status: 401, text: 'The request body must contain client_secret.' },
  7000222: { error: 'invalid_client', status: 401, text: 'The provided client secret keys are expired.' },
  9002313: { error: 'invalid_grant', text: 'The code or refresh token is not known.' },
  9002325: { error: 'invalid_request', text: 'Proof Key for Code Exchange is required.' },
  9002327: {
    error: 'invalid_request',
    text: "Tokens issued for the 'Single-Page Application' client-type may only be redeemed via cross-origin requests.",
  },
} as const satisfies Record<number, Entry>;

export type RefusalNumber = keyof typeof REFUSALS;

/** A refusal in the shape of the real identity provider's. */
export class Refusal extends Error {
  readonly number: RefusalNumber;

  /**
   * @param detail the exact fault; never a secret, code or token
   * @param claims what the next sign-in has to ask for
   */
  constructor(
    number: RefusalNumber,
    detail?: string | null,
    readonly claims?: string,
  ) {
    super(`AADSTS${number}: ${REFUSALS[number].text}${detail ? ` (${detail})` : ''}`);
    this.name = 'Refusal';
    this.number = number;
  }

  get entry(): Entry {
    return REFUSALS[this.number];
  }
}

/** The body of a refused token request. @param now epoch milliseconds */
export function refusalBody(refusal: Refusal, correlationId: string, now: number): Record<string, unknown> {
  const { error, suberror } = refusal.entry;
  const timestamp = new Date(now)
    .toISOString()
    .replace('T', ' ')
    .replace(/\.\d+Z$/, 'Z');
  const traceId = randomUUID();
  return {
    error,
    error_description: `${refusal.message} Trace ID: ${traceId} Correlation ID: ${correlationId} Timestamp: ${timestamp}`,
    error_codes: [refusal.number],
    timestamp,
    trace_id: traceId,
    correlation_id: correlationId,
    ...(suberror ? { suberror } : {}),
    ...(refusal.claims === undefined ? {} : { claims: refusal.claims }),
  };
}

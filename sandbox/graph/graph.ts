import { randomBytes, randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { errors, jwtVerify, type JWTVerifyGetKey } from 'jose';
import { GRAPH, GRAPH_APP_ID } from '../identity/scopes.ts';
import { hasSecondFactor, SECOND_FACTOR_CLAIMS } from '../identity/secondFactor.ts';
import { issuerV1, issuerV2 } from '../identity/tokens.ts';
import { findPerson, type Tenant } from '../tenant.ts';
import { readQuestion } from './answers.ts';
import { driveRoutes } from './driveRoutes.ts';
import { GraphError, graphErrorBody } from './graphError.ts';
import type { GraphCaller } from './permissions.ts';
import { personalRoutes } from './personal.ts';
import { createDrives, type Drives } from './personalDrives.ts';
import { directoryRoutes } from './routes.ts';
import { createSites, type Sites } from './sites.ts';
import { teamsAppRoutes } from './teamsApps.ts';
import { uploadRoutes } from './uploadRoutes.ts';

/** A logged request, without tokens. */
export interface LoggedRequest {
  method: string;
  /** Without the API version, such as `/users`. */
  path: string;
  /** Decoded, such as `$select=id&$top=999`. */
  query: string;
}

/** A simulated failure: an error response, a cut connection, or a lost response to a completed request. */
export type Trouble = { status: number; retryAfterSeconds?: number } | 'cut' | 'lost';

/** The Graph stand-in's handle for tests. */
export interface Graph {
  /** Its endpoints, such as `GET /users/:id`. */
  endpoints: readonly string[];
  /** In order of arrival. */
  requests: LoggedRequest[];
  /** Its document sites. */
  sites: Sites;
  /** Drives of its people. */
  drives: Drives;
  /** The next n requests are answered 429 with this `Retry-After`. */
  throttleNext(n: number, retryAfterSeconds?: number): void;
  /** The next n requests, after any throttled ones, are answered with this status. */
  failNext(n: number, status: number): void;
  /** Called for every further request, including pieces of files, to choose a failure; null: none. */
  meddle(failureFor: ((request: LoggedRequest) => Trouble | null) | null): void;
}

export interface GraphParts {
  tenant: Tenant;
  verificationKey: JWTVerifyGetKey;
  /** Epoch milliseconds. */
  now(): number;
}

const invalidToken = (message: string) => new GraphError(401, 'InvalidAuthenticationToken', message);

/** Continuous access evaluation: the token is valid, but the person has to sign in with these claims. */
const insufficientClaims = () => {
  const claims = Buffer.from(SECOND_FACTOR_CLAIMS).toString('base64');
  const challenge = `Bearer realm="", authorization_uri="https://login.microsoftonline.com/common/oauth2/authorize", client_id="${GRAPH_APP_ID}", error="insufficient_claims", claims="${claims}"`;
  const message = 'Continuous access evaluation resulted in challenge.';
  return new GraphError(401, 'InvalidAuthenticationToken', message, { 'www-authenticate': challenge });
};

/** @throws GraphError 401 */
async function readCaller({ tenant, verificationKey, now }: GraphParts, request: FastifyRequest): Promise<GraphCaller> {
  const token = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
  if (!token) throw invalidToken('Access token is empty.');
  const { payload } = await jwtVerify(token, verificationKey, {
    algorithms: ['RS256'],
    audience: [GRAPH, GRAPH_APP_ID],
    issuer: [issuerV1(tenant.id), issuerV2(tenant.id)],
    requiredClaims: ['exp', 'oid', 'tid'],
    currentDate: new Date(now()),
  }).catch((error: unknown) => {
    if (error instanceof errors.JWTExpired) throw invalidToken('Lifetime validation failed, the token is expired.');
    if (error instanceof errors.JWTClaimValidationFailed && error.claim === 'aud')
      throw invalidToken('Access token validation failure. Invalid audience.');
    throw invalidToken('Access token validation failure.');
  });
  const person = findPerson(tenant, String(payload.oid));
  if (person?.isChallengedByGraph && !hasSecondFactor(payload['amr'])) throw insufficientClaims();
  const scopes = typeof payload.scp === 'string' ? payload.scp.split(' ') : null;
  const roles = Array.isArray(payload.roles) ? payload.roles.map(String) : [];
  return {
    tenantId: tenant.id,
    objectId: String(payload.oid),
    appId: String(payload['appid'] ?? payload['azp'] ?? ''),
    isApp: scopes === null,
    permissions: scopes ?? roles,
  };
}

function toLogged({ method, url: address }: FastifyRequest): LoggedRequest {
  const url = new URL(address, GRAPH);
  const query = [...url.searchParams].map((pair) => pair.join('=')).join('&');
  return { method, path: url.pathname.replace(/^\/v1\.0/, ''), query };
}

function asGraphError(error: unknown): GraphError {
  if (error instanceof GraphError) return error;
  const status = (error as { statusCode?: number }).statusCode ?? 500;
  return new GraphError(status, status < 500 ? 'BadRequest' : 'generalException', (error as Error).message);
}

const CODES: Record<number, string> = { 429: 'TooManyRequests', 503: 'ServiceUnavailable' };

const ordered = ({ status, retryAfterSeconds: after }: Exclude<Trouble, string>) =>
  new GraphError(
    status,
    CODES[status] ?? 'generalException',
    'Trouble ordered by a test.',
    after === undefined ? {} : { 'retry-after': String(after) },
  );

/** CORS: any origin may call, with a token. */
const FROM_ANYWHERE = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, PUT, POST, DELETE',
  'access-control-allow-headers': 'authorization, content-type',
};

function cutOff(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  request.raw.socket.destroy();
  return reply.hijack();
}

/**
 * Applies a failure that a test ordered.
 * @returns true if the request is finished
 * @throws GraphError
 */
function applyFailure(failure: Trouble | null, request: FastifyRequest, reply: FastifyReply): boolean {
  if (failure === null) return false;
  if (failure === 'cut') {
    cutOff(request, reply);
    return true;
  }
  if (failure !== 'lost') throw ordered(failure);
  reply.raw.end = reply.raw.write = () => request.raw.socket.destroy() as never;
  return false;
}

/** @param now epoch milliseconds */
const sendErrors = (now: () => number) => (error: unknown, _request: FastifyRequest, reply: FastifyReply) => {
  const graphError = asGraphError(error);
  const requestId = String(reply.getHeader('request-id'));
  const body = graphErrorBody(graphError, requestId, String(reply.getHeader('client-request-id')), now());
  return reply.code(graphError.status).headers(graphError.headers).send(body);
};

const METHODS = ['GET', 'POST', 'PUT', 'DELETE'];

/** Adds Graph's `/v1.0` to the server, for the same tenant as the identity provider (behaviour 5.3). */
export function graphRoutes(app: FastifyInstance, parts: GraphParts): Graph {
  const requests: LoggedRequest[] = [];
  const endpoints: string[] = [];
  const trouble: GraphError[] = [];
  let failureFor: Parameters<Graph['meddle']>[0] = null;
  const repeat = (n: number, error: GraphError) => void trouble.push(...Array.from({ length: n }, () => error));
  const pageSecret = randomBytes(32);
  const documents = createSites(parts.tenant, parts.now);
  const drives = createDrives(parts.tenant, parts.now);
  const callers = new WeakMap<FastifyRequest, GraphCaller>();
  const applyOrderedFailure = (request: FastifyRequest, reply: FastifyReply): boolean =>
    applyFailure(failureFor?.(toLogged(request)) ?? null, request, reply);

  app.register(
    async (scope) => {
      scope.setErrorHandler(sendErrors(parts.now));
      scope.addHook('onRequest', async (request, reply) => {
        if (request.method === 'OPTIONS') return reply.code(204).headers(FROM_ANYWHERE).send();
        reply.headers(FROM_ANYWHERE);
        const requestId = randomUUID();
        reply.headers({
          'request-id': requestId,
          'client-request-id': request.headers['client-request-id'] ?? requestId,
        });
        requests.push(toLogged(request));
        const error = trouble.shift();
        if (error) throw error;
        if (applyOrderedFailure(request, reply)) return;
        callers.set(request, await readCaller(parts, request));
      });
      const questionOf = (request: FastifyRequest) => readQuestion(request, callers.get(request)!, pageSecret);
      scope.addHook('onRoute', ({ method, path }) => {
        if (METHODS.includes(String(method))) endpoints.push(`${String(method)} ${path.slice('/v1.0'.length)}`);
      });
      directoryRoutes(scope, parts.tenant, questionOf);
      teamsAppRoutes(scope, parts.tenant, questionOf);
      documents.routes(scope, app, { questionOf, secret: pageSecret, drives });
      await scope.register(async (own) => {
        own.removeAllContentTypeParsers();
        own.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, content, done) => done(null, content));
        personalRoutes(own, parts.tenant, { questionOf, now: parts.now });
        driveRoutes(own, { tenant: parts.tenant, drives, questionOf, now: parts.now });
      });
      scope.all('/*', async (request) => {
        const segment = new URL(request.url, GRAPH).pathname.split('/')[2];
        throw new GraphError(400, 'BadRequest', `Resource not found for the segment '${segment}'.`);
      });
    },
    { prefix: '/v1.0' },
  );

  uploadRoutes(app, { drives, now: parts.now, applyFailure: applyOrderedFailure });

  return {
    endpoints,
    requests,
    sites: documents.sites,
    drives,
    throttleNext: (n, retryAfterSeconds = 1) => repeat(n, ordered({ status: 429, retryAfterSeconds })),
    failNext: (n, status) => repeat(n, ordered({ status })),
    meddle: (chosen) => void (failureFor = chosen),
  };
}

import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Tenant } from '../tenant.ts';
import { authorize, type AuthorizeAnswer } from './authorize.ts';
import { findRedirectUri } from './clients.ts';
import { discoveryDocument, instanceDiscovery, PATHS } from './discovery.ts';
import type { IdentityProvider } from './identityProvider.ts';
import { consentPage, formPostPage, messagePage, pickerPage, SUBMIT_SCRIPT_HASH } from './pages.ts';
import { Refusal, refusalBody } from './refusal.ts';
import { requireLocalCommand } from './localOnly.ts';

const SESSION_COOKIE = 'sandbox_session';

/** Must include the application's origin, because Chromium also applies `form-action` to redirects. */
const pagePolicy = (formTarget = '', script = "'none'") =>
  `default-src 'none'; style-src 'unsafe-inline'; script-src ${script}; form-action ${`'self' ${formTarget}`.trim()}; frame-ancestors 'none'; base-uri 'none'`;

const html = (reply: FastifyReply, policy: string, page: string) =>
  reply
    .headers({ 'content-security-policy': policy, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
    .type('text/html; charset=utf-8')
    .send(page);

const sessionOf = (request: FastifyRequest) =>
  new RegExp(`(?:^|;\\s*)${SESSION_COOKIE}=([0-9a-f-]+)`).exec(request.headers.cookie ?? '')?.[1];

const sessionCookie = (value: string, more = '') => `${SESSION_COOKIE}=${value}; Path=/; HttpOnly; SameSite=Lax${more}`;

const queryOf = (request: FastifyRequest) => new URL(request.url, 'http://sandbox').searchParams;

/** Sends the person back to the application with the requested response mode. */
function sendAnswer(reply: FastifyReply, { mode, redirectUri, fields, signedIn }: AuthorizeAnswer) {
  if (signedIn) reply.header('set-cookie', sessionCookie(signedIn.id));
  const target = new URL(redirectUri);
  if (mode === 'form_post')
    return html(reply, pagePolicy(target.origin, `'${SUBMIT_SCRIPT_HASH}'`), formPostPage(redirectUri, fields));
  if (mode === 'fragment') target.hash = new URLSearchParams(fields).toString();
  else for (const [name, value] of Object.entries(fields)) target.searchParams.set(name, value);
  return reply.header('cache-control', 'no-store').redirect(target.href, 302);
}

function authorizeRoute(provider: IdentityProvider) {
  return (request: FastifyRequest, reply: FastifyReply) => {
    const asked = request.method === 'POST' ? (request.body as URLSearchParams) : queryOf(request);
    const result = authorize({ ...provider, sessionPersonId: sessionOf(request) }, asked);
    if (result.kind === 'answer') return sendAnswer(reply, result);
    const { registration, people, redirectUri } = result;
    const page = pickerPage({
      applicationName: registration.displayName,
      tenantName: provider.tenant.displayName,
      people,
      request: [...asked].filter(([name]) => name !== 'person' && name !== 'cancel'),
    });
    return html(reply, pagePolicy(new URL(redirectUri).origin), page);
  };
}

/** CORS: a browser may only read the token response if the application is registered for its origin. */
function allowBrowser(tenant: Tenant, request: FastifyRequest, reply: FastifyReply): void {
  const { origin } = request.headers;
  const registrations = Object.values(tenant.registrations);
  if (!origin || !registrations.some((registration) => findRedirectUri(registration, `${origin}/`))) return;
  reply.headers({
    'access-control-allow-origin': origin,
    'access-control-allow-methods': 'POST',
    'access-control-allow-headers': request.headers['access-control-request-headers'] ?? '*',
    vary: 'Origin',
  });
}

function logoutRoute(tenant: Tenant) {
  return (request: FastifyRequest, reply: FastifyReply) => {
    reply.header('set-cookie', sessionCookie('', '; Max-Age=0'));
    const target = queryOf(request).get('post_logout_redirect_uri');
    const isKnown = target && Object.values(tenant.registrations).some((each) => findRedirectUri(each, target));
    if (!isKnown) return html(reply, pagePolicy(), messagePage('Signed out', 'You can close this page.'));
    const state = queryOf(request).get('state');
    const url = new URL(target);
    if (state) url.searchParams.set('state', state);
    return reply.redirect(url.href, 302);
  };
}

/** Where an administrator would consent to what a registration requests. Everything is granted here already. */
function adminConsentRoute(tenant: Tenant) {
  return (request: FastifyRequest, reply: FastifyReply) => {
    const clientId = queryOf(request).get('client_id') ?? '';
    const registration = Object.values(tenant.registrations).find((each) => each.clientId === clientId);
    if (!registration) throw new Refusal(700016, clientId);
    const { displayName, application } = registration;
    return html(reply, pagePolicy(), consentPage(displayName, tenant.displayName, Object.values(application).flat()));
  };
}

/** For `npm run sandbox:token`. */
function scriptTokenRoute(provider: IdentityProvider) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    try {
      return { token: await provider.issueFor(queryOf(request).get('user') ?? '') };
    } catch (error) {
      return reply.code(404).send({ error: (error as Error).message });
    }
  };
}

/** The endpoints of the identity provider. @param origin of the stand-in, known once it listens */
export function identityRoutes(
  app: FastifyInstance,
  provider: IdentityProvider,
  origin: () => string,
  now: () => number,
): void {
  const { tenant, grants, signing } = provider;
  const path = (name: keyof typeof PATHS) => `/:tenant${PATHS[name]}`;

  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, new URLSearchParams(String(body))),
  );
  const forPrograms = [path('token'), path('discovery')];
  app.setErrorHandler((error, request, reply) => {
    if (!(error instanceof Refusal)) return reply.send(error);
    const correlationId = String(request.headers['client-request-id'] ?? randomUUID());
    const body = refusalBody(error, correlationId, now());
    if (forPrograms.includes(request.routeOptions.url ?? '')) return reply.code(error.entry.status ?? 400).send(body);
    return html(reply.code(400), pagePolicy(), messagePage('This sign-in cannot go on', error.message));
  });

  app.get('/common/discovery/instance', () => instanceDiscovery(tenant, origin()));
  app.addHook('onRequest', async ({ params }) => {
    const { tenant: asked } = params as { tenant?: string };
    if (asked !== undefined && asked !== tenant.id) throw new Refusal(90002, asked);
  });
  app.get(path('discovery'), () => discoveryDocument(tenant, origin()));
  for (const url of [path('keys'), '/:tenant/discovery/keys', '/common/discovery/keys'])
    app.get(url, () => signing.jwks());

  app.get(path('authorize'), authorizeRoute(provider));
  app.post(path('authorize'), authorizeRoute(provider));
  app.get(path('logout'), logoutRoute(tenant));
  app.get(path('adminConsent'), adminConsentRoute(tenant));
  app.get('/sandbox/token', { preHandler: requireLocalCommand }, scriptTokenRoute(provider));

  app.options(path('token'), (request, reply) => {
    allowBrowser(tenant, request, reply);
    return reply.code(204).send();
  });
  app.post(path('token'), async (request, reply) => {
    allowBrowser(tenant, request, reply);
    reply.header('cache-control', 'no-store');
    const body = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
    return grants.redeem({ body, origin: request.headers.origin });
  });
}

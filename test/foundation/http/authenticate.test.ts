import { expect } from 'chai';
import Fastify from 'fastify';
import { FREE_CALLS } from '../../support/limits.ts';
import { ProblemError } from '../../../contract/problem.ts';
import type { Role } from '../../../contract/people.ts';
import {
  createAuthenticate,
  isAdministrator,
  isAuditor,
  isAuthor,
  requireAdministrator,
  requireAuditor,
  requireAuthor,
  type Caller,
} from '../../../server/foundation/http/authenticate.ts';

const caller = (...roles: Role[]): Caller => ({
  person: { id: 'p', displayName: 'P', email: null, userPrincipalName: null },
  roles,
  groups: [],
  isGuest: false,
  tokenExpiresAt: 0,
});

function build() {
  const app = Fastify();
  const authenticate = createAuthenticate(async (authorization) => {
    if (!authorization) throw new ProblemError('unauthenticated', 'Sign in.');
    if (authorization === 'nobody') throw new ProblemError('forbidden', 'Not you.');
    return caller(...(authorization.split(' ') as Role[]));
  }, FREE_CALLS);
  app.setErrorHandler((error, _, reply) =>
    reply
      .code(error instanceof ProblemError ? { unauthenticated: 401, forbidden: 403 }[error.code as 'forbidden'] : 500)
      .send(),
  );
  app.all('/open', { onRequest: authenticate }, async (request) => request.caller.roles);
  app.get('/write', { onRequest: [authenticate, requireAuthor] }, async () => 'written');
  app.get('/audit', { onRequest: [authenticate, requireAuditor] }, async () => 'read');
  app.get('/admin', { onRequest: [authenticate, requireAdministrator] }, async () => 'done');
  return app;
}

describe('authenticate', () => {
  const app = build();
  after(() => app.close());

  it('refuses every method alike, HEAD and OPTIONS among them, and says what it wants', async () => {
    for (const method of ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE'] as const) {
      const answer = await app.inject({ method, url: '/open' });
      expect([answer.statusCode, answer.headers['www-authenticate']]).to.deep.equal([401, 'Bearer'], method);
    }
    const head = await app.inject({ method: 'HEAD', url: '/write' });
    expect(head.statusCode).to.equal(401);
  });

  it('does not ask signed-in callers to sign in when it refuses them', async () => {
    const answer = await app.inject({ url: '/open', headers: { authorization: 'nobody' } });
    expect([answer.statusCode, answer.headers['www-authenticate']]).to.deep.equal([403, undefined]);
  });

  it('puts the caller on the request', async () => {
    const answer = await app.inject({ url: '/open', headers: { authorization: 'author' } });
    expect(answer.json()).to.deep.equal(['author']);
  });

  it('lets authors and administrators write, and only administrators administrate', async () => {
    const seen: Record<string, number[]> = {};
    for (const roles of ['other', 'author', 'auditor', 'administrator', 'author administrator'])
      seen[roles] = await Promise.all(
        ['/write', '/audit', '/admin'].map(
          async (url) => (await app.inject({ url, headers: { authorization: roles } })).statusCode,
        ),
      );
    expect(seen).to.deep.equal({
      other: [403, 403, 403],
      author: [200, 403, 403],
      auditor: [403, 200, 403],
      administrator: [200, 200, 200],
      'author administrator': [200, 200, 200],
    });
  });

  it('knows roles', () => {
    expect([caller(), caller('author'), caller('administrator')].map(isAuthor)).to.deep.equal([false, true, true]);
    expect([caller('author'), caller('auditor'), caller('administrator')].map(isAuditor)).to.deep.equal([
      false,
      true,
      true,
    ]);
    expect([caller(), caller('author'), caller('administrator')].map(isAdministrator)).to.deep.equal([
      false,
      false,
      true,
    ]);
  });
});

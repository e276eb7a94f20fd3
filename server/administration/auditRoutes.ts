import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { Readable } from 'node:stream';
import { z } from 'zod';
import { AuditChainState, AuditFilter, AuditPage, AuditQuery, AuditVerification } from '../../contract/audit.ts';
import { requireAuditor, type Authenticate } from '../foundation/http/authenticate.ts';
import { decodeCursor, encodeCursor } from '../foundation/http/cursor.ts';
import { throwAsProblem } from '../people/directory/directory.ts';
import type { AuditLog } from './auditLog.ts';

interface Parts {
  authenticate: Authenticate;
  auditLog: AuditLog;
}

const tags = ['audit'];
const Place = z.object({ at: z.int(), seq: z.int() });

/** The audit, for auditors and administrators. */
export const auditRoutes =
  ({ authenticate, auditLog }: Parts): FastifyPluginAsyncZod =>
  async (app) => {
    app.addHook('onRequest', authenticate);
    app.addHook('preHandler', requireAuditor);
    app.setErrorHandler(throwAsProblem);

    app.get(
      '/audit',
      { schema: { tags, querystring: AuditQuery, response: { 200: AuditPage } } },
      async ({ query: { limit, cursor, ...filter } }) => {
        const after = cursor === undefined ? undefined : decodeCursor(Place, cursor);
        const { items, next } = await auditLog.page(filter, { after, limit });
        return { items, nextCursor: next && encodeCursor(next) };
      },
    );

    app.get(
      '/audit.csv',
      { schema: { tags, querystring: AuditFilter, response: { 200: z.string() } } },
      async ({ caller, query, method }, reply) => {
        const lines = method === 'HEAD' ? [] : await auditLog.export(query, caller); // HEAD receives no row
        return reply
          .type('text/csv; charset=utf-8')
          .header('content-disposition', 'attachment; filename="audit.csv"')
          .send(Readable.from(lines) as never); // a stream bypasses the schema
      },
    );

    app.get('/audit/state', { schema: { tags, response: { 200: AuditChainState } } }, () => auditLog.state());

    app.post('/audit/verify', { schema: { tags, response: { 200: AuditVerification } } }, ({ caller }) =>
      auditLog.verify(caller),
    );
  };

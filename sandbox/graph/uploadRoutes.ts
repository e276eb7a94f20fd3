import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { badRequest, GraphError, graphErrorBody } from './graphError.ts';
import { showItem } from './libraryRoutes.ts';
import type { DriveStore, UploadSession } from './personalDrives.ts';
import { itemNotFound } from './siteAccess.ts';

export const UPLOAD_PATH = '/personal/_api/uploadSession';
/** Every piece except the last must be a multiple of this. */
const PIECE = 320 * 1024;
const MOST_BYTES = 60 * 1024 * 1024;

interface Parts {
  drives: DriveStore;
  /** Epoch milliseconds. */
  now(): number;
  /**
   * Applies a failure that a test ordered; may throw or cut the connection. @returns true if the request is finished
   */
  applyFailure(request: FastifyRequest, reply: FastifyReply): boolean;
}

const lengthOf = ({ received }: UploadSession): number => received.reduce((sum, { length }) => sum + length, 0);

export const showSession = (session: UploadSession) => ({
  expirationDateTime: new Date(session.expiresAt).toISOString(),
  nextExpectedRanges: [`${lengthOf(session)}-`],
});

/** `bytes 0-25/128`. @throws GraphError 400 */
function readRange(header: string | undefined, bytes: number): { from: number; to: number; total: number } {
  const [, from, to, total] = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(header ?? '') ?? [];
  const range = { from: Number(from), to: Number(to), total: Number(total) };
  const fits = range.to - range.from + 1 === bytes && bytes > 0 && range.to < range.total;
  if (!fits) throw badRequest('The Content-Range header is missing or malformed.');
  return range;
}

/** Uploads of large files in pieces: on another host, at a secret URL without a token. */
export function uploadRoutes(app: FastifyInstance, { drives, now, applyFailure }: Parts): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, content, done) => done(null, content));
    scope.setErrorHandler((error, _request, reply) => {
      const known = error instanceof GraphError ? error : new GraphError(500, 'generalException', String(error));
      return reply
        .code(known.status)
        .headers(known.headers)
        .send(graphErrorBody(known, '', '', now()));
    });
    const sessionOf = (request: FastifyRequest): UploadSession => {
      if (request.headers.authorization) throw new GraphError(401, 'unauthenticated', 'A token is not wanted here.');
      const session = drives.sessions.get((request.params as { id: string }).id);
      if (!session || session.expiresAt < now()) throw itemNotFound();
      return session;
    };

    scope.put(`${UPLOAD_PATH}/:id`, { bodyLimit: MOST_BYTES }, async (request, reply) => {
      if (applyFailure(request, reply)) return;
      const session = sessionOf(request);
      const piece = (request.body as Buffer | undefined) ?? Buffer.alloc(0);
      const { from, to, total } = readRange(request.headers['content-range'], piece.length);
      if (session.total !== null && session.total !== total) throw badRequest('The total size has changed.');
      if (from !== lengthOf(session))
        return reply.code(416).send({ error: { code: 'invalidRange', message: 'Another range is expected.' } });
      const isLast = to + 1 === total;
      if (!isLast && piece.length % PIECE !== 0) throw badRequest('The fragment is no multiple of 320 KiB.');
      session.total = total;
      if (!isLast) {
        session.received.push(piece);
        return reply.code(202).send(showSession(session));
      }
      const content = Buffer.concat([...session.received, piece]);
      const { drive, path, conflict } = session;
      const { item, isNew } = drives.write(drive, path, content, conflict);
      drives.sessions.delete(session.id);
      return reply.code(isNew ? 201 : 200).send(showItem({ ...drive, isPersonal: true }, item, true));
    });
    scope.get(`${UPLOAD_PATH}/:id`, async (request, reply) => {
      if (applyFailure(request, reply)) return;
      return showSession(sessionOf(request));
    });
    scope.delete(`${UPLOAD_PATH}/:id`, async (request, reply) => {
      if (applyFailure(request, reply)) return;
      drives.sessions.delete(sessionOf(request).id);
      return reply.code(204).send();
    });
  });
}

import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { FileView, UploadQuery } from '../../contract/files.ts';
import { Ulid } from '../../contract/ids.ts';
import { notFound } from '../foundation/errors.ts';
import type { Authenticate, Caller } from '../foundation/http/authenticate.ts';
import { mediaTypeOf } from './fileRules.ts';
import type { FileService } from './fileService.ts';

interface Parts {
  authenticate: Authenticate;
  files: FileService;
  /** Whether a request is any business of the caller. */
  isConcerned(requestId: string, caller: Caller): Promise<boolean>;
}

/** Files that belong to answers: uploaded by assignees, read by everybody whom the request concerns. */
export const fileRoutes =
  ({ authenticate, files, isConcerned }: Parts): FastifyPluginAsyncZod =>
  async (app) => {
    app.addHook('onRequest', authenticate);
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', (_request, _content, done) => done(null)); // read as it comes, whatever it is

    /** A refusal comes before the file was read: what still comes is let go, and the connection with it. */
    app.addHook('onError', async ({ raw }, reply) => {
      if (raw.readableEnded) return;
      reply.header('connection', 'close');
      raw.resume();
    });

    const ofUpload = { tags: ['files'], querystring: UploadQuery, response: { 201: FileView } };
    app.post('/files', { schema: ofUpload }, async ({ caller, query, headers, raw }, reply) => {
      const announced = headers['content-length'] === undefined ? null : Number(headers['content-length']);
      const type = mediaTypeOf(headers['content-type']);
      const file = await files.upload({ ...query, person: caller.person.id, type, content: raw, announced });
      return reply.code(201).send(file);
    });

    app.get('/files/:id', { schema: { tags: ['files'], params: z.object({ id: Ulid }) } }, async (request, reply) => {
      const file = await files.find(request.params.id);
      if (!(await isConcerned(file.requestId, request.caller))) throw notFound('file');
      return reply
        .type('application/octet-stream') // never shown by a browser: it was made by somebody else
        .header('content-disposition', `attachment; filename*=UTF-8''${encoded(file.name)}`)
        .header('content-length', file.size!)
        .send(await files.read(file));
    });
  };

/** As RFC 8187 wants a name in a header. */
const encoded = (name: string): string =>
  encodeURIComponent(name).replace(/['()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);

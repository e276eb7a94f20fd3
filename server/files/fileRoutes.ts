import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { Readable } from 'node:stream';
import { z } from 'zod';
import { FileView, UploadQuery } from '../../contract/files.ts';
import { Ulid } from '../../contract/ids.ts';
import { notFound } from '../foundation/errors.ts';
import type { Authenticate, Caller } from '../foundation/http/authenticate.ts';
import { mediaTypeOf } from './fileRules.ts';
import type { FileService } from './fileService.ts';
import type { StoredFile } from './fileStore.ts';

interface Parts {
  authenticate: Authenticate;
  files: FileService;
  /** Whether the caller may read somebody else's file. */
  mayRead(file: StoredFile, caller: Caller): Promise<boolean>;
}

/** Files of answers: assignees upload them, and nobody else sees them until an answer refers to them. */
export const fileRoutes =
  ({ authenticate, files, mayRead }: Parts): FastifyPluginAsyncZod =>
  async (app) => {
    app.addHook('onRequest', authenticate);
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', (_request, _content, done) => done(null)); // streamed as it is, whatever its type

    /** A refusal comes before the file has been read: discard the rest, and close the connection. */
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

    const ofFile = { tags: ['files'], params: z.object({ id: Ulid }) };
    app.get('/files/:id', { schema: ofFile }, async ({ caller, params, method }, reply) => {
      const file = await files.find(params.id);
      if (file.person !== caller.person.id && !(await mayRead(file, caller))) throw notFound('file');
      const { content, size } =
        method === 'HEAD' // receives no byte, so the audit must not say that the file was downloaded
          ? { content: Readable.from([]), size: await files.sizeOf(file) }
          : await files.read(file, caller.person.id);
      if (size !== null) reply.header('content-length', size);
      return reply
        .type('application/octet-stream') // untrusted content: browsers must not display it
        .header('content-disposition', `attachment; filename*=UTF-8''${encoded(file.name)}`)
        .send(content);
    });
  };

/** Encodes a name for a header (RFC 8187). */
const encoded = (name: string): string =>
  encodeURIComponent(name).replace(/['()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);

import type { FastifyInstance } from 'fastify';
import { MAX_FILE_BYTES, type FileView } from '../../../contract/files.ts';
import { newId } from '../../../server/foundation/newId.ts';

/** Every file arrives. */
export function fileRoutes(api: FastifyInstance): void {
  api.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_FILE_BYTES }, (_request, body, done) =>
    done(null, body),
  );
  api.get('/files/:id', (_request, reply) => reply.type('application/octet-stream').send('%PDF'));
  api.post<{ Querystring: { name: string }; Body: Buffer }>('/files', ({ query: { name }, body, headers }) => {
    const type = headers['content-type'] ?? '';
    return { id: newId(), name, size: body.length, type } satisfies FileView;
  });
}

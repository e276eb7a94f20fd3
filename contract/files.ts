import { z } from 'zod';
import { Name, RequestId, Ulid } from './ids.ts';

/** Bytes of one uploaded file. */
export const MAX_FILE_BYTES = 25 * 1024 * 1024;

/** `POST /files`: the body is the file itself, its media type the `Content-Type`. */
export const UploadQuery = z.strictObject({
  requestId: RequestId,
  variable: Name,
  name: z.string().min(1).max(255),
});
export type UploadQuery = z.infer<typeof UploadQuery>;

/** An uploaded file; in an answer, `id`, `name` and `size` refer to it. */
export const FileView = z
  .object({ id: Ulid, name: z.string(), size: z.int().describe('bytes'), type: z.string() })
  .meta({ id: 'File' });
export type FileView = z.infer<typeof FileView>;

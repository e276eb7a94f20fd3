import { z } from 'zod';
import { Name, RequestId, Ulid } from './ids.ts';
import type { VariableSpec } from './variables.ts';

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

/** A link to a file on a host that the author allows, in place of an upload; the server never fetches it. */
export interface FileLink {
  url: string;
  name: string;
}

/** The hosts that may hold a field's file; empty: files are uploaded. */
export const fileHosts = ({ type, validation }: Pick<VariableSpec, 'type' | 'validation'>): string[] =>
  type === 'file' ? (validation?.hosts ?? []) : [];

const LONGEST_NAME = 255;

/** Typed text as a file link; `checkAnswers` checks that it is one. */
export function fileLinkOf(typed: string): FileLink {
  const url = typed.trim();
  const last = URL.canParse(url) ? new URL(url).pathname.split('/').at(-1)! : '';
  return { url, name: (readable(last) || url).slice(0, LONGEST_NAME) };
}

/** Decodes a part of an address and removes misleading characters; unchanged if it does not decode. */
function readable(part: string): string {
  try {
    return decodeURIComponent(part).replace(/[\p{Cc}\p{Cf}]/gu, '');
  } catch {
    return part;
  }
}

/** Whether an address is https on one of these hosts, without user name, password or port. */
export function isAtHost(url: string, hosts: readonly string[]): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, username, password, host } = new URL(url);
  return protocol === 'https:' && username === '' && password === '' && hosts.includes(host);
}

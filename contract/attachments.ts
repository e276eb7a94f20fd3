import { z } from 'zod';
import { FileView } from './files.ts';

/** The most attachments of a question, declared and shown, and the longest label and URL in characters. */
export const ATTACHMENT_LIMITS = { declared: 10, shown: 10, label: 80, url: 2000 } as const;

const label = z.string();

/** A link or a file that comes with a question. Null: not found; shown as not available. */
export const Attachment = z
  .discriminatedUnion('kind', [
    z.object({ label, kind: z.literal('link'), url: z.string().nullable().describe('https') }),
    z.object({ label, kind: z.literal('file'), file: FileView.nullable() }),
  ])
  .meta({ id: 'Attachment' });
export type Attachment = z.infer<typeof Attachment>;

/** The normalized URL of a page: https only, without user name or password. Null for anything else. */
export function attachedUrl(text: string): string | null {
  const given = text.trim();
  if (given.length > ATTACHMENT_LIMITS.url || !/^https:\/\//i.test(given) || !URL.canParse(given)) return null;
  const { username, password, href } = new URL(given);
  return username === '' && password === '' && href.length <= ATTACHMENT_LIMITS.url ? href : null;
}

import { z } from 'zod';
import { FileView } from './files.ts';

/** How many attachments a question has at most, as declared and as shown, and how long their words are, in characters. */
export const ATTACHMENT_LIMITS = { declared: 10, shown: 10, label: 80, url: 2000 } as const;

const label = z.string();

/** A link or a file that comes with a question. Null: it could not be found, and is shown as not available. */
export const Attachment = z
  .discriminatedUnion('kind', [
    z.object({ label, kind: z.literal('link'), url: z.string().nullable().describe('https') }),
    z.object({ label, kind: z.literal('file'), file: FileView.nullable() }),
  ])
  .meta({ id: 'Attachment' });
export type Attachment = z.infer<typeof Attachment>;

/** The address of a page, as a browser opens it: https only, and nothing that hides a name or password. Null for anything else. */
export function attachedUrl(text: string): string | null {
  const given = text.trim();
  if (given.length > ATTACHMENT_LIMITS.url || !/^https:\/\//i.test(given) || !URL.canParse(given)) return null;
  const { username, password, href } = new URL(given);
  return username === '' && password === '' && href.length <= ATTACHMENT_LIMITS.url ? href : null;
}

import { z } from 'zod';
import { SIMPLE_FIELD } from '../../contract/answers.ts';

/** A stored draft, as far as it matters here. */
const Draft = z.looseObject({
  values: z.looseObject({ [SIMPLE_FIELD]: z.string().optional() }),
  note: z.string(),
  comment: z.string().optional(),
  files: z.array(z.string()).optional(),
});

/**
 * The draft of a question that is answered in words, with more words at its end.
 *
 * @param stored the stored draft; null: there is none
 */
export function withTyped(stored: string | null, typed: string): string {
  const draft = read(stored) ?? { values: {}, note: '' };
  const before = draft.values[SIMPLE_FIELD] ?? '';
  const words = before === '' || before === typed ? typed : `${before}\n\n${typed}`;
  return JSON.stringify({ ...draft, values: { ...draft.values, [SIMPLE_FIELD]: words } });
}

function read(stored: string | null): z.infer<typeof Draft> | null {
  try {
    return Draft.parse(JSON.parse(stored ?? 'null'));
  } catch {
    return null;
  }
}

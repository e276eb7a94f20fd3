import type { Text } from '../../text.ts';
import type { Part } from '../draft/draft.ts';
import type { Field } from '../draft/schema.ts';

const DECISIONS = ['approval', 'choice'];
const APPLIES: Record<string, readonly unknown[]> = {
  options: DECISIONS,
  comment: DECISIONS,
  commentLabel: DECISIONS,
  autoSubmitOnSelect: DECISIONS,
  variables: ['form'],
};

/** Hides fields of other input types unless they are set. */
export const askedOfHuman = (fields: readonly Field[], config: Part): Field[] =>
  fields.filter(({ name }) => name in config || (APPLIES[name]?.includes(config['inputType']) ?? true));

/** Adds the required parts: two options for a choice, one field for a form. */
export function withItsParts(next: Part, before: Part, text: Text): Part {
  if (next['inputType'] === before['inputType']) return next;
  const option = (number: number) => ({ value: `option${number}`, label: text('draw.option', { number }) });
  if (next['inputType'] === 'choice' && !next['options']) return { ...next, options: [option(1), option(2)] };
  if (next['inputType'] === 'form' && !next['variables'])
    return { ...next, variables: [{ name: 'field1', type: 'text', label: text('draw.newField') }] };
  return next;
}

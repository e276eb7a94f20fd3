import { COMMENT_CHARACTERS, COMMENT_FIELD, type Commented } from './comment.ts';
import { type CommentOffer } from './commentOffer.ts';
import type { GivenValues } from './conversation.ts';
import { optionLabel, optionsOf, type VariableSpec } from './variables.ts';

/** The words that are ours, in the reader's language. */
interface Words {
  say(id: 'comment.label' | 'comment.neededFor' | 'comment.quoted', values?: Record<string, string>): string;
}

/** What a comment is called: the author's words, or ours. */
export const commentLabel = ({ label }: Pick<CommentOffer, 'label'>, { say }: Words): string =>
  label ?? say('comment.label');

/** The comment of a question as the last field of its form, in the reader's words; none where none can be added. */
export function commentField({ comment, variables }: Commented, words: Words): VariableSpec[] {
  if (!comment) return [];
  const { say } = words;
  const needing = comment.required
    ? []
    : variables.flatMap(optionsOf).filter((option) => option.comment === 'required');
  const options = needing.map((option) => say('comment.quoted', { text: optionLabel(option) })).join(', ');
  return [
    {
      name: COMMENT_FIELD,
      type: 'textarea',
      label: commentLabel(comment, words),
      required: comment.required,
      validation: { max: COMMENT_CHARACTERS },
      ...(options !== '' && { description: say('comment.neededFor', { options }) }),
    },
  ];
}

/** What a form gave that was drawn with `commentField`. */
export function commentApart({ comment }: Pick<Commented, 'comment'>, given: Record<string, unknown>): GivenValues {
  const { [COMMENT_FIELD]: text, ...values } = given;
  return comment ? { values, comment: typeof text === 'string' ? text : undefined } : { values: given };
}

import { COMMENT_CHARACTERS, COMMENT_FIELD, type Commented } from './comment.ts';
import { type CommentOffer } from './commentOffer.ts';
import type { GivenValues } from './conversation.ts';
import { optionLabel, optionsOf, type VariableSpec } from './variables.ts';

/** The product's own words, in the reader's language. */
interface Words {
  say(id: 'comment.label' | 'comment.neededFor' | 'comment.quoted', values?: Record<string, string>): string;
}

/** The label of the comment: the author's, or ours. */
export const commentLabel = ({ label }: Pick<CommentOffer, 'label'>, { say }: Words): string =>
  label ?? say('comment.label');

/** The comment as the last field of a form, in the reader's language; empty if the question takes no comment. */
export function commentField({ comment, variables }: Commented, words: Words): VariableSpec[] {
  if (!comment) return [];
  const { say } = words;
  const needing = comment.required
    ? []
    : variables.flatMap((spec) => optionsOf(spec).filter((option) => option.comment === 'required'));
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

/** Separates the comment from the values of a form built with `commentField`. */
export function commentApart({ comment }: Pick<Commented, 'comment'>, given: Record<string, unknown>): GivenValues {
  const { [COMMENT_FIELD]: text, ...values } = given;
  return comment ? { values, comment: typeof text === 'string' ? text : undefined } : { values: given };
}

import { checkAnswers } from './answers.ts';
import { withoutTurns } from './cleanText.ts';
import type { CommentOffer } from './commentOffer.ts';
import type { InputType } from './requests.ts';
import type { FailedCheck } from './problem.ts';
import { optionsChosen, optionsOf, type VariableSpec } from './variables.ts';

/** Under this name a check says what is wrong with a comment. A question that takes one has no field of this name. */
export const COMMENT_FIELD = 'comment';
/** UTF-16 units, as browsers count. */
export const COMMENT_CHARACTERS = 2000;

/** A comment goes with a decision; a text and a form are words already. */
export const takesComment = (inputType: InputType): boolean => inputType === 'approval' || inputType === 'choice';

/** As much of a question as its comment depends on. */
export interface Commented {
  comment?: CommentOffer;
  variables: readonly Pick<VariableSpec, 'name' | 'options'>[];
}

/** Whether an answer with these values has to have a comment. */
export const needsComment = ({ comment, variables }: Commented, values: Readonly<Record<string, unknown>>): boolean =>
  comment !== undefined &&
  (comment.required || optionsChosen(variables, values).some((option) => option.comment === 'required'));

/** Whether there is an option that cannot be chosen with one press, because a comment has to go with it. */
export const mayNeedComment = ({ comment, variables }: Commented): boolean =>
  comment !== undefined &&
  variables.some((spec) => optionsOf(spec).some((option) => comment.required || option.comment === 'required'));

type CheckedComment = { ok: true; comment?: string } | { ok: false; check: FailedCheck };

const SPEC: VariableSpec = { name: COMMENT_FIELD, type: 'textarea', validation: { max: COMMENT_CHARACTERS } };

/** A comment as it is stored, or what is wrong with it. One that shows nothing counts as none. */
export function checkComment(asked: Commented, values: Readonly<Record<string, unknown>>, given = ''): CheckedComment {
  const comment = given.replace(/\r\n?/g, '\n').trim();
  if (withoutTurns(comment).trim() === '') return needsComment(asked, values) ? failed('comment') : { ok: true };
  if (!asked.comment) return failed('commentNotAsked');
  const checked = checkAnswers([SPEC], { [COMMENT_FIELD]: comment });
  return checked.ok ? { ok: true, comment } : { ok: false, check: checked.checks[COMMENT_FIELD]! };
}

const failed = (id: FailedCheck['id']): CheckedComment => ({ ok: false, check: { id, values: {} } });

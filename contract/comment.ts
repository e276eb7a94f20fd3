import { checkAnswers } from './answers.ts';
import { isBlank } from './blank.ts';
import type { CommentOffer } from './commentOffer.ts';
import type { InputType } from './requests.ts';
import type { FailedCheck } from './problem.ts';
import { optionsChosen, optionsOf, type VariableSpec } from './variables.ts';

/** The key of checks on the comment. A question that takes a comment has no field of this name. */
export const COMMENT_FIELD = 'comment';
/** UTF-16 units, as browsers count. */
export const COMMENT_CHARACTERS = 2000;

/** Only decisions take a comment; text and form answers are words already. */
export const takesComment = (inputType: InputType): boolean => inputType === 'approval' || inputType === 'choice';

/** The parts of a question that its comment depends on. */
export interface Commented {
  comment?: CommentOffer;
  variables: readonly Pick<VariableSpec, 'name' | 'options'>[];
}

/** Whether an answer with these values requires a comment. */
export const needsComment = ({ comment, variables }: Commented, values: Readonly<Record<string, unknown>>): boolean =>
  comment !== undefined &&
  (comment.required || optionsChosen(variables, values).some((option) => option.comment === 'required'));

/** Whether some option requires a comment, so that one press cannot choose it. */
export const mayNeedComment = ({ comment, variables }: Commented): boolean =>
  comment !== undefined &&
  variables.some((spec) => optionsOf(spec).some((option) => comment.required || option.comment === 'required'));

type CheckedComment = { ok: true; comment?: string } | { ok: false; check: FailedCheck };

const SPEC: VariableSpec = { name: COMMENT_FIELD, type: 'textarea', validation: { max: COMMENT_CHARACTERS } };

/** The comment as stored, or what is wrong with it. A comment without visible characters counts as none. */
export function checkComment(asked: Commented, values: Readonly<Record<string, unknown>>, given = ''): CheckedComment {
  const comment = given.replace(/\r\n?/g, '\n').trim();
  if (isBlank(comment)) return needsComment(asked, values) ? failed('comment') : { ok: true };
  if (!asked.comment) return failed('commentNotAsked');
  const checked = checkAnswers([SPEC], { [COMMENT_FIELD]: comment });
  return checked.ok ? { ok: true, comment } : { ok: false, check: checked.checks[COMMENT_FIELD]! };
}

const failed = (id: FailedCheck['id']): CheckedComment => ({ ok: false, check: { id, values: {} } });

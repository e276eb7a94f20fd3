import { checkAnswers, type CheckedAnswers } from './answers.ts';
import { checkComment, COMMENT_FIELD } from './comment.ts';
import type { GivenValues } from './conversation.ts';
import type { Question } from './messages.ts';
import type { FieldChecks } from './problem.ts';
import { optionsChosen, type Option, type VariableSpec } from './variables.ts';

/** What somebody has chosen that is asked about once more before it is sent, in the order of the fields. */
export const optionsToConfirm = (
  specs: readonly Pick<VariableSpec, 'name' | 'options'>[],
  values: Readonly<Record<string, unknown>>,
): Option[] => optionsChosen(specs, values).filter(({ confirm }) => confirm === true);

type Check = (specs: readonly VariableSpec[], values: Record<string, unknown>) => CheckedAnswers;

/**
 * What is wrong with an answer, before anybody is asked whether to send it; null where nothing is. Files are left to
 * whoever takes the answer: what they are called while they are being chosen is a platform's own.
 */
export function faultsBeforeAsking(
  question: Pick<Question, 'variables' | 'comment'>,
  { values, comment }: GivenValues,
  check: Check = checkAnswers,
): FieldChecks | null {
  const files = new Set(question.variables.filter(({ type }) => type === 'file').map(({ name }) => name));
  const checked = check(
    question.variables.filter(({ name }) => !files.has(name)),
    Object.fromEntries(Object.entries(values).filter(([name]) => !files.has(name))),
  );
  const commented = checkComment(question, values, comment);
  if (checked.ok && commented.ok) return null;
  return { ...(!checked.ok && checked.checks), ...(!commented.ok && { [COMMENT_FIELD]: commented.check }) };
}

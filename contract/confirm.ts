import { isAbsent } from './answers/absent.ts';
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
 * What is wrong with an answer, before anybody is asked whether to send it; null where nothing is. Left to whoever takes
 * the answer are files (what they are called while they are being chosen is a platform's own), and choices from a list
 * that only the server can ask for.
 */
export function faultsBeforeAsking(
  question: Pick<Question, 'variables' | 'comment'>,
  { values, comment }: GivenValues,
  check: Check = checkAnswers,
): FieldChecks | null {
  const isLeft = ({ name, type, optionsSource }: VariableSpec) =>
    type === 'file' || (optionsSource !== undefined && !isAbsent(values[name]));
  const left = new Set(question.variables.filter(isLeft).map(({ name }) => name));
  const checked = check(
    question.variables.filter(({ name }) => !left.has(name)),
    Object.fromEntries(Object.entries(values).filter(([name]) => !left.has(name))),
  );
  const commented = checkComment(question, values, comment);
  if (checked.ok && commented.ok) return null;
  return { ...(!checked.ok && checked.checks), ...(!commented.ok && { [COMMENT_FIELD]: commented.check }) };
}

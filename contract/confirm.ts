import { isAbsent } from './answers/absent.ts';
import { checkAnswers, type CheckedAnswers } from './answers.ts';
import { checkComment, COMMENT_FIELD } from './comment.ts';
import type { GivenValues } from './conversation.ts';
import type { Question } from './messages.ts';
import type { FieldChecks } from './problem.ts';
import { optionsChosen, type Option, type VariableSpec } from './variables.ts';

/** The chosen options that need confirmation before the answer is sent, in field order. */
export const optionsToConfirm = (
  specs: readonly Pick<VariableSpec, 'name' | 'options'>[],
  values: Readonly<Record<string, unknown>>,
): Option[] => optionsChosen(specs, values).filter(({ confirm }) => confirm === true);

type Check = (specs: readonly VariableSpec[], values: Record<string, unknown>) => CheckedAnswers;

/**
 * Checks an answer before asking for confirmation; null if nothing is wrong. Not checked here: files, because their ids
 * are the platform's until they are uploaded, and options from a source that only the server can query.
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

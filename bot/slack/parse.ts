import type { Typist } from '../../contract/answers.ts';
import { COMMENT_FIELD } from '../../contract/comment.ts';
import type { Question } from '../../contract/messages.ts';
import { fieldId } from '../shared/fieldNames.ts';
import { valueOfChoice } from '../shared/flattenOptions.ts';
import { visible } from './capabilities.ts';
import { readCell, type Cell } from './inputs.ts';

/** `view.state.values` of a submission: block id, then action id. */
export type ViewState = Record<string, Record<string, Cell>>;

const cellOf = (state: ViewState, block: string): Cell =>
  (Object.hasOwn(state, block) ? state[block]?.['v'] : null) ?? {};

/**
 * The answered values by field; unanswered ones are absent. Values of the fields in `pickedPeople` are Slack user ids,
 * which the caller must resolve.
 *
 * @param typist the person's time zone and number format
 */
export function parseModal(
  question: Pick<Question, 'variables'>,
  state: ViewState,
  typist?: Typist,
): Record<string, unknown> {
  const read = visible(question).map(
    (spec) => [spec.name, readCell(cellOf(state, fieldId(spec)), spec, typist)] as const,
  );
  return Object.fromEntries(read.filter(([, value]) => value !== undefined));
}

/** The typed comment, if the question takes one. */
export const commentIn = ({ comment }: Pick<Question, 'comment'>, state: ViewState): string | undefined =>
  comment && (cellOf(state, fieldId({ name: COMMENT_FIELD })).value ?? undefined);

/** The state of a modal with this option preselected. */
export function stateWith(question: Pick<Question, 'variables'>, choice: string): ViewState {
  const [spec] = visible(question);
  return spec ? { [fieldId(spec)]: { v: { selected_option: { value: choice } } } } : {};
}

/** The fields answered with a people picker. */
export const pickedPeople = (question: Pick<Question, 'variables'>, state: ViewState): string[] =>
  visible(question)
    .filter((spec) => {
      const { selected_user: one, selected_users: many } = cellOf(state, fieldId(spec));
      return Boolean(one) || Boolean(many?.length);
    })
    .map(({ name }) => name);

/** The Slack file ids of each field that has files. */
export const pickedFiles = (question: Pick<Question, 'variables'>, state: ViewState): [string, string[]][] =>
  visible(question).flatMap((spec) => {
    const { files } = cellOf(state, fieldId(spec));
    return files?.length ? [[spec.name, files.map(({ id }) => id)]] : [];
  });

/** The answer of an inline button. Returns an unknown choice unchanged, so that `checkAnswers` refuses it. */
export function parseChoice(question: Pick<Question, 'variables'>, choice: string): Record<string, unknown> {
  const [spec] = visible(question);
  if (!spec) return {};
  return { [spec.name]: spec.type === 'boolean' ? readCell({ value: choice }, spec) : valueOfChoice(spec, choice) };
}

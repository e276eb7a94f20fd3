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
 * What was answered, field by field; what was not is absent. Of fields that `pickedPeople` names the values are Slack user
 * ids, which only the receiving side can turn into people.
 *
 * @param typist by whose clock a date and time is read that was typed, and how they write numbers
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

/** The comment that was typed, where one was asked for. */
export const commentIn = ({ comment }: Pick<Question, 'comment'>, state: ViewState): string | undefined =>
  comment && (cellOf(state, fieldId({ name: COMMENT_FIELD })).value ?? undefined);

/** A modal in which this option is chosen already. */
export function stateWith(question: Pick<Question, 'variables'>, choice: string): ViewState {
  const [spec] = visible(question);
  return spec ? { [fieldId(spec)]: { v: { selected_option: { value: choice } } } } : {};
}

/** Fields that were answered with a people picker. */
export const pickedPeople = (question: Pick<Question, 'variables'>, state: ViewState): string[] =>
  visible(question)
    .filter((spec) => {
      const { selected_user: one, selected_users: many } = cellOf(state, fieldId(spec));
      return Boolean(one) || Boolean(many?.length);
    })
    .map(({ name }) => name);

/** The files of each field that has some; of Slack, which knows them by ids of its own. */
export const pickedFiles = (question: Pick<Question, 'variables'>, state: ViewState): [string, string[]][] =>
  visible(question).flatMap((spec) => {
    const { files } = cellOf(state, fieldId(spec));
    return files?.length ? [[spec.name, files.map(({ id }) => id)]] : [];
  });

/** What a press of an inline button answers. An unknown choice comes back as it is, so that the check of answers refuses it. */
export function parseChoice(question: Pick<Question, 'variables'>, choice: string): Record<string, unknown> {
  const [spec] = visible(question);
  if (!spec) return {};
  return { [spec.name]: spec.type === 'boolean' ? readCell({ value: choice }, spec) : valueOfChoice(spec, choice) };
}

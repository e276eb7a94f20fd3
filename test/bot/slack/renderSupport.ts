import type { HomeView, InputBlock, KnownBlock, ModalView } from '@slack/types';
import fc from 'fast-check';
import { checkAnswers } from '../../../contract/answers.ts';
import type { Outcome, Question } from '../../../contract/messages.ts';
import { anOutcome, aQuestion as theQuestion } from '../../support/messages.ts';
import { VARIABLE_TYPES, type VariableSpec } from '../../../contract/variables.ts';
import { anyAttachments, anyFacts, anyReason } from '../../support/facts.ts';
import type { Cell } from '../../../bot/slack/inputs.ts';
import type { SlackMessage } from '../../../bot/slack/limits.ts';
import type { ViewState } from '../../../bot/slack/parse.ts';
import { markedPrompt } from '../../support/markedPrompts.ts';

export { anOutcome };

export const TOKEN = 'a'.repeat(64);

export const APPROVAL: VariableSpec = {
  name: 'value',
  type: 'select',
  label: 'Your answer',
  required: true,
  options: [
    { value: 'approved', label: 'Approve' },
    { value: 'rejected', label: 'Reject' },
  ],
};

export const aQuestion = (overrides: Partial<Question> = {}): Question =>
  theQuestion({ variables: [APPROVAL], ...overrides });

export const aForm = (...variables: VariableSpec[]): Question => aQuestion({ inputType: 'form', variables });

type Node = Record<string, unknown>;
export type Drawn = SlackMessage | ModalView | HomeView;

/** Everything in a payload that has a type, at any depth. */
export function partsOf(value: unknown): Node[] {
  if (Array.isArray(value)) return value.flatMap(partsOf);
  if (typeof value !== 'object' || value === null) return [];
  const node = value as Node;
  return [...('type' in node ? [node] : []), ...Object.values(node).flatMap(partsOf)];
}

export const ofType = (drawn: unknown, type: string): Node[] => partsOf(drawn).filter((part) => part.type === type);

/** The texts a person reads, in order. */
export const textsOf = (drawn: unknown): string[] =>
  partsOf(drawn)
    .filter(({ type }) => type === 'plain_text' || type === 'mrkdwn')
    .map(({ text }) => String(text));

export interface DrawnButton {
  action_id: string;
  text: { text: string };
  value?: string;
  url?: string;
  style?: string;
}
export const buttonsOf = (drawn: unknown): DrawnButton[] => ofType(drawn, 'button') as unknown as DrawnButton[];

export const inputsOf = (view: { blocks: unknown[] }): InputBlock[] =>
  (view.blocks as KnownBlock[]).filter((block) => block.type === 'input');

/** What Slack sends for an untouched input. */
function cellOf(element: Node): Cell {
  const initial = (name: string): never => (element[`initial_${name}`] ?? null) as never;
  const cells: Record<string, Cell> = {
    plain_text_input: { value: initial('value') },
    number_input: { value: initial('value') },
    static_select: { selected_option: initial('option') },
    radio_buttons: { selected_option: initial('option') },
    multi_static_select: { selected_options: initial('options') ?? [] },
    datepicker: { selected_date: initial('date') },
    timepicker: { selected_time: initial('time') },
    datetimepicker: { selected_date_time: initial('date_time') },
    users_select: { selected_user: initial('user') },
    multi_users_select: { selected_users: initial('users') ?? [] },
  };
  return cells[String(element.type)]!;
}

/** `view.state.values` of a modal that is submitted untouched. */
export const submittedAsIs = (view: { blocks: unknown[] }): ViewState =>
  Object.fromEntries(
    inputsOf(view).map(({ block_id, element }) => [block_id!, { v: cellOf(element as unknown as Node) }]),
  );

const STACKED = `Z${'\u0301\u0489'.repeat(200)}`;
const FAMILY = '👨‍👩‍👧‍👦';
export const EVIL = [
  '<!channel>',
  '<@U0000001>',
  '<#C0000001>',
  '<https://evil.test|click>',
  'https://evil.test',
  '@here',
  '*bold* _it_ ~gone~ `code`',
  '&lt;!here&gt;',
  '> quoted',
  ':fire:',
];

/** Short and long texts with everything that makes lengths differ. */
export const anyText = (max: number): fc.Arbitrary<string> =>
  fc
    .oneof(
      fc.string({ unit: 'grapheme', maxLength: 40 }),
      fc.string({ unit: 'binary', maxLength: 40 }),
      fc.constantFrom(
        ...EVIL,
        STACKED,
        FAMILY,
        '\u05e9\u05dc\u05d5\u05dd\u202Eabc',
        '\ud83d',
        '\0',
        ' ',
        '\n\n',
        '&',
        'a\nb',
      ),
    )
    .chain((piece) => fc.integer({ min: 1, max: 4000 }).map((times) => piece.repeat(times).slice(0, max)))
    .map((text) => text || 'x');

const anyOption = fc.record(
  { value: anyText(500), label: anyText(500), description: anyText(2000), disabled: fc.boolean() },
  { requiredKeys: ['value'] },
);

const anyOptions = fc.oneof(
  { weight: 6, arbitrary: fc.array(fc.oneof(anyOption, anyGroup()), { maxLength: 8 }) },
  { weight: 1, arbitrary: fc.constant(Array.from({ length: 101 }, (_, i) => ({ value: `v${i}`, label: 'same' }))) },
  {
    weight: 1,
    arbitrary: fc.constant(
      Array.from({ length: 100 }, (_, i) => ({
        value: `v${i}`,
        label: '字'.repeat(500),
        description: '字'.repeat(500),
      })),
    ),
  },
  { weight: 1, arbitrary: fc.constant(Array.from({ length: 10_000 }, (_, i) => ({ value: `${i}` }))) },
);

function anyGroup() {
  return fc.record({ label: anyText(500), options: fc.array(anyOption, { minLength: 1, maxLength: 4 }) });
}

const anyColumns = fc.constant([
  { name: 'item', label: 'Item', type: 'text' as const },
  { name: 'price', type: 'number' as const },
]);

const DEFAULTS = [
  '2026-03-31',
  '14:30',
  '2026-03-31T14:30',
  ['grace@sandbox.test', 'ada@sandbox.test'],
  [{ label: 'a', children: [{ label: 'b', children: [] }] }],
  [{ item: 'Train', price: 900 }],
];

/** A default that would be refused as an answer is refused when the flow is saved. */
function withGoodDefault(spec: Omit<VariableSpec, 'name'>): Omit<VariableSpec, 'name'> {
  const { default: value, ...rest } = spec;
  return checkAnswers([{ ...spec, name: 'x' }], { x: value }).ok ? spec : rest;
}

export const anySpec: fc.Arbitrary<Omit<VariableSpec, 'name'>> = (
  fc.record(
    {
      type: fc.constantFrom(...VARIABLE_TYPES),
      label: anyText(500),
      description: anyText(2000),
      placeholder: anyText(200),
      required: fc.boolean(),
      default: fc.oneof(anyText(5000), fc.double({ noNaN: true }), fc.boolean(), fc.constantFrom(...DEFAULTS)),
      options: anyOptions,
      optionsSource: fc.constant({ url: 'https://options.test/' }),
      columns: anyColumns,
    },
    { requiredKeys: ['type'] },
  ) as fc.Arbitrary<Omit<VariableSpec, 'name'>>
).map(withGoodDefault);

const anyInstant = fc
  .date({ min: new Date('2020-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString());

const anyContext = fc.record({
  chatName: anyText(500),
  recentMessages: fc.array(
    fc.record({ role: fc.constantFrom('user' as const, 'ai' as const, 'system' as const), content: anyText(500) }),
    { maxLength: 10 },
  ),
  totalMessages: fc.integer({ min: 0, max: 100_000 }),
});

const about = {
  facts: anyFacts(anyText),
  attachments: anyAttachments(anyText),
  flowName: anyText(5000),
  requester: anyText(500),
  asked: fc.oneof(
    markedPrompt,
    anyText(20_000).map((prompt) => ({ prompt })),
  ),
  progress: fc.option(fc.record({ answered: fc.nat(20), of: fc.nat(20) })),
};

const anyComment = fc.option(
  fc.record({ required: fc.boolean(), label: anyText(200) }, { requiredKeys: ['required'] }),
);

export const anyQuestion: fc.Arbitrary<Question> = fc
  .record({
    ...about,
    askedAs: anyReason(anyText),
    inputType: fc.constantFrom('text' as const, 'approval' as const, 'choice' as const, 'form' as const),
    variables: fc.oneof(
      fc.array(anySpec, { minLength: 1, maxLength: 4 }),
      fc
        .tuple(anySpec, fc.constantFrom(60, 90, 91, 200))
        .map(([spec, count]) =>
          Array<typeof spec>(count).fill({ ...spec, ...(spec.options && { options: spec.options.slice(0, 101) }) }),
        ), // a flow of a megabyte has no room for 200 times 10,000 options
    ),
    chatContext: anyContext,
    expiresAt: anyInstant,
    comment: anyComment,
  })
  .map(({ variables, comment, asked, ...rest }) =>
    aQuestion({
      ...rest,
      ...asked,
      ...(comment && { comment }),
      variables: variables.map((spec, index) => ({ ...spec, name: `field${index}` })),
    }),
  );

export const anyOutcome: fc.Arbitrary<Outcome> = fc
  .record({
    ...about,
    text: anyText(5000),
    status: fc.constantFrom('answered' as const, 'completed' as const, 'timed_out' as const, 'cancelled' as const),
    answers: fc.array(fc.record({ label: anyText(500), text: anyText(5000) }), { maxLength: 100 }),
    at: anyInstant,
    comment: fc.option(fc.record({ label: anyText(200), text: anyText(2000) }, { requiredKeys: ['text'] })),
  })
  .map(({ comment, asked, ...rest }) => anOutcome({ ...rest, ...asked, ...(comment && { comment }) }));

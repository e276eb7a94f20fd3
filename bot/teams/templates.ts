/* eslint-disable no-template-curly-in-string -- these are the bindings of card templates, not of JavaScript */
import { Template } from 'adaptivecards-templating';
import { LIMITS } from './limits.ts';

/** An element or an action of a card. */
export type Element = Record<string, unknown>;

/** An Adaptive Card. */
export interface Card extends Element {
  type: 'AdaptiveCard';
  version: string;
  /** One line for clients without cards, toasts and the conversation list. */
  fallbackText: string;
  body: Element[];
  actions: Element[];
}

/** Parses a template once to fill it often. Filled-in values are data and never expanded. */
const filling = (payload: object): ((data: object) => Element) => {
  const template = new Template(payload);
  return (data) => template.expand({ $root: data }) as Element;
};

/** Removes empty fields, because some clients render an empty placeholder or refuse an empty number. */
const withoutBlanks = (element: Element): Element =>
  Object.fromEntries(Object.entries(element).filter(([, value]) => value !== '' && value !== null && value !== false));

const run = (text: string, more: object = {}) => ({ type: 'TextRun', text, ...more });

/** People's text goes into text runs, which no client parses as Markdown. */
const line = (inlines: object[], more: object = {}) => ({ type: 'RichTextBlock', spacing: 'None', ...more, inlines });

const card = (body: unknown[]) => ({
  $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
  type: 'AdaptiveCard',
  version: LIMITS.version,
  fallbackText: '${preview}',
  body,
  actions: ['${actions}'],
});

const HEADLINE = line([run('${headline.text}', { size: '${headline.size}', weight: '${headline.weight}' })]);
const PARAGRAPHS = line([run('${text}')], { $data: '${paragraphs}', spacing: 'Small' });
const FACT = line([run('${label} ', { isSubtle: true }), run('${text}', { $when: "${text != ''}" })], {
  spacing: 'Small',
});
const FACTS = { $data: '${facts}', ...FACT };
/** An answer of several lines has them below its label. */
const ANSWERS = {
  type: 'Container',
  $data: '${answers}',
  spacing: 'Small',
  items: [FACT, line([run('${text}')], { $data: '${lines}' })],
};
const MOMENT = { type: 'TextBlock', text: '${moment}', wrap: true, spacing: 'Small', $when: "${moment != ''}" };
const PROGRESS = line([run('${progress}', { weight: 'Bolder' })], { spacing: 'Small', $when: "${progress != ''}" });
const REMARK = line([run('${remark}', { isSubtle: true })], { spacing: 'Medium', $when: "${remark != ''}" });

/** Some clients parse Markdown here, so callers must escape. */
const TABLE = {
  type: 'FactSet',
  spacing: 'Medium',
  $when: '${count(table) > 0}',
  facts: [{ $data: '${table}', title: '${title}', value: '${value}' }],
};

const SUMMARY = {
  type: 'Container',
  style: 'attention',
  bleed: true,
  $when: "${summary.title != ''}",
  items: [
    line([run('${summary.title}', { weight: 'Bolder', color: 'Attention' })]),
    line([run('${text}', { color: 'Attention' })], { $data: '${summary.lines}', spacing: 'Small' }),
  ],
};

const CONVERSATION = {
  type: 'Container',
  spacing: 'Small',
  $when: "${context.title != ''}",
  items: [
    {
      type: 'ActionSet',
      actions: [{ type: 'Action.ToggleVisibility', title: '${context.show}', targetElements: ['context'] }],
    },
    {
      type: 'Container',
      id: 'context',
      isVisible: false,
      style: 'emphasis',
      items: [
        line([run('${context.title}', { isSubtle: true })]),
        line([run('${who}: ', { weight: 'Bolder' }), run('${text}')], { $data: '${context.lines}', spacing: 'Small' }),
      ],
    },
  ],
};

export const questionTemplate = filling(
  card([
    SUMMARY,
    { type: 'Container', items: ['${prompt}'] },
    TABLE,
    { type: 'Container', spacing: 'Medium', items: [MOMENT, FACTS] },
    CONVERSATION,
    '${fields}',
    REMARK,
  ]),
);

export const outcomeTemplate = filling(
  card([
    line([run('${status}', { weight: 'Bolder', color: '${color}' })]),
    { ...HEADLINE, spacing: 'Small' },
    { ...PARAGRAPHS, $data: '${comment}' },
    { type: 'Container', spacing: 'Medium', items: [PARAGRAPHS] },
    TABLE,
    {
      type: 'Container',
      spacing: 'Medium',
      $when: '${count(answers) > 0}',
      items: [ANSWERS],
    },
    { type: 'Container', spacing: 'Medium', items: [MOMENT, FACTS, PROGRESS] },
    REMARK,
  ]),
);

export const noticeTemplate = filling(card([HEADLINE, PARAGRAPHS]));

export const inboxTemplate = filling(
  card([
    HEADLINE,
    {
      type: 'Container',
      $data: '${items}',
      separator: true,
      spacing: 'Medium',
      items: [
        line([run('${prompt}', { weight: 'Bolder' })]),
        line([run('${about}', { isSubtle: true })]),
        { type: 'TextBlock', text: '${moment}', wrap: true, isSubtle: true, spacing: 'None' },
        { type: 'ActionSet', spacing: 'Small', actions: ['${actions}'] },
      ],
    },
    REMARK,
  ]),
);

/** The inputs that forms use. Each has an id and a label; the server checks bounds and patterns. */
const INPUTS = {
  text: { type: 'Input.Text', isMultiline: '${isMultiline}', style: '${style}' },
  number: { type: 'Input.Number' },
  date: { type: 'Input.Date' },
  time: { type: 'Input.Time' },
  toggle: { type: 'Input.Toggle', title: '${title}', valueOn: 'true', valueOff: 'false' },
  choices: {
    type: 'Input.ChoiceSet',
    style: '${style}',
    isMultiSelect: '${isMultiSelect}',
    wrap: '${wrap}',
    choices: '${choices}',
  },
} as const;

export type InputKind = keyof typeof INPUTS;

const inputTemplates = Object.fromEntries(
  Object.entries(INPUTS).map(([kind, input]) => [
    kind,
    filling({ ...input, id: '${id}', label: '${label}', placeholder: '${placeholder}', value: '${value}' }),
  ]),
) as Record<InputKind, (data: object) => Element>;

export interface InputData {
  id: string;
  label: string;
  placeholder: string;
  value: string | number;
  title?: string;
  isMultiline?: boolean;
  style?: string;
  isMultiSelect?: boolean;
  wrap?: boolean;
  choices?: { title: string; value: string }[];
}

const UNSET = { title: '', isMultiline: false, style: '', isMultiSelect: false, wrap: false, choices: [] };

export const inputElement = (kind: InputKind, data: InputData): Element =>
  withoutBlanks(inputTemplates[kind]({ ...UNSET, ...data }));

/** Two inputs for one answer, side by side. */
export const sideBySide = (...inputs: Element[]): Element => ({
  type: 'ColumnSet',
  columns: inputs.map((input) => ({
    type: 'Column',
    width: 'stretch',
    verticalContentAlignment: 'Bottom',
    items: [input],
  })),
});

const HINT = run('${text}', { isSubtle: true, size: 'Small' });

/** A field: control, error and hint. */
const fieldTemplate = filling({
  type: 'Container',
  spacing: 'Medium',
  items: [
    '${inputs}',
    line([run('${text}', { color: 'Attention' })], { $data: '${errors}', spacing: 'Small' }),
    line([HINT], { $data: '${hints}', spacing: 'Small' }),
  ],
});

const labelTemplate = filling(line([run('${text}', { weight: 'Bolder' })]));

const hintTemplate = filling(line([HINT], { spacing: 'Small' }));

export const hintElement = (text: string): Element => hintTemplate({ text });

const asTexts = (texts: readonly string[]) => texts.map((text) => ({ text }));

export const labelElement = (text: string): Element => labelTemplate({ text });

export const fieldElement = (field: { input: Element; errors: readonly string[]; hints: readonly string[] }): Element =>
  fieldTemplate({
    inputs: [field.input],
    errors: asTexts(field.errors),
    hints: asTexts(field.hints),
  });

export const openUrl = (title: string, url: string): Element => ({ type: 'Action.OpenUrl', title, url });

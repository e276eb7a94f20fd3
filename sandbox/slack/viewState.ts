// Converts the page's form values to Slack's view state, after Slack's own client-side checks.
import { elementsOf, optionsOf, type Element, type NamedBlock, type OptionObject } from './blockKit.ts';
import type { ElementState, StateValues } from './payloads.ts';

/** Entered values by field name; several values for multiple choice. */
export type FormFields = Record<string, string[]>;

/** The name of an element's field on the page. */
export const fieldName = (blockId: string, { action_id: actionId = '' }: Element): string => `${blockId}/${actionId}`;

const REQUIRED = 'Please complete this required field.';

const text = (value: string | undefined) => ({ value: value ? value : null });
const optionOf = (element: Element, value: string | undefined): OptionObject | null =>
  optionsOf(element).find((option) => option.value === value) ?? null;
const chosen = (element: Element, values: string[]) => ({
  selected_options: optionsOf(element).filter(({ value }) => values.includes(value)),
});
const oneOption = (element: Element, [value]: string[]) => ({ selected_option: optionOf(element, value) });
const seconds = (local: string | undefined) => (local ? Math.floor(Date.parse(`${local}Z`) / 1000) : null);

type ToState = (element: Element, values: string[]) => Record<string, unknown>;

/** How each element type stores its value in `state.values`. */
const STATES: Record<string, ToState> = {
  plain_text_input: (_element, [value]) => text(value),
  number_input: (_element, [value]) => text(value),
  email_text_input: (_element, [value]) => text(value),
  url_text_input: (_element, [value]) => text(value),
  static_select: oneOption,
  radio_buttons: oneOption,
  multi_static_select: chosen,
  checkboxes: chosen,
  datepicker: (_element, [value]) => ({ selected_date: value || null }),
  timepicker: (_element, [value]) => ({ selected_time: value || null }),
  datetimepicker: (_element, [value]) => ({ selected_date_time: seconds(value) }),
  users_select: (_element, [value]) => ({ selected_user: value || null }),
  multi_users_select: (_element, values) => ({ selected_users: values }),
  file_input: (_element, values) => ({ files: values.map((id) => ({ id })) }),
  button: ({ value }) => ({ value }),
};

/** The value of an element in actions and `state.values`. */
export const stateOf = (blockId: string, element: Element, fields: FormFields): ElementState => ({
  type: element.type,
  ...STATES[element.type]?.(element, fields[fieldName(blockId, element)] ?? []),
});

const isEmpty = ({ type: _type, ...values }: ElementState): boolean =>
  Object.values(values).every((value) => value === null || (Array.isArray(value) && value.length === 0));

const isNumber = (element: Element, value: string) =>
  (element.is_decimal_allowed ? /^-?\d+(\.\d+)?$/ : /^-?\d+$/).test(value);

/** Why Slack's client would refuse to send a value, or null. */
function objection(block: NamedBlock, element: Element, state: ElementState): string | null {
  if (isEmpty(state)) return block.optional ? null : REQUIRED;
  const value = typeof state['value'] === 'string' ? state['value'] : '';
  const { type, min_length: least = 0, max_length: most = 3000, min_value: low, max_value: high } = element;
  if (type === 'plain_text_input' && value.length < least) return `Please enter at least ${least} characters.`;
  if (type === 'plain_text_input' && value.length > most) return `Please enter at most ${most} characters.`;
  if (type === 'email_text_input' && !/^[^\s@]+@[^\s@]+$/.test(value)) return 'Please enter a valid e-mail address.';
  if (type !== 'number_input') return null;
  if (!isNumber(element, value))
    return element.is_decimal_allowed ? 'Please enter a number.' : 'Please enter a whole number.';
  if (low !== undefined && Number(value) < Number(low)) return `Please enter ${low} or more.`;
  if (high !== undefined && Number(value) > Number(high)) return `Please enter ${high} or less.`;
  return null;
}

/** The values of a view, and its errors by block. */
export function checkForm(blocks: NamedBlock[], fields: FormFields) {
  const values: StateValues = {};
  const errors: Record<string, string> = {};
  for (const block of blocks)
    for (const element of elementsOf(block)) {
      if (element.type === 'button' || !element.action_id) continue;
      const state = stateOf(block.block_id, element, fields);
      (values[block.block_id] ??= {})[element.action_id] = state;
      const wrong = block.type === 'input' ? objection(block, element, state) : null;
      if (wrong) errors[block.block_id] = wrong;
    }
  return { values, errors };
}

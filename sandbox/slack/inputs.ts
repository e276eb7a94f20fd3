// The controls of a modal.
import { escapeHtml } from '../html.ts';
import { optionsOf, type Element, type NamedBlock, type OptionObject } from './blockKit.ts';
import type { Member } from './emulator.ts';
import { fieldName } from './viewState.ts';

/** A control's HTML, and whether it is a group that needs a legend instead of a label. */
export interface Control {
  html: string;
  isGroup: boolean;
}

interface Place {
  /** Name of the field. */
  name: string;
  /** Id of the control; the ids of hint and error derive from it. */
  id: string;
  isRequired: boolean;
  members: readonly Member[];
}

type ToControl = (element: Element, place: Place) => Control;

const attribute = (name: string, value: string | number | undefined) =>
  value === undefined || value === '' ? '' : ` ${name}="${escapeHtml(String(value))}"`;

const common = ({ name, id, isRequired }: Place) =>
  ` id="${escapeHtml(id)}" name="${escapeHtml(name)}" aria-describedby="${escapeHtml(id)}-notes"${isRequired ? ' aria-required="true"' : ''}`;

const alone = (html: string): Control => ({ html, isGroup: false });
const placeholder = (element: Element) => attribute('placeholder', element.placeholder?.text);

const input =
  (type: string, more: (element: Element) => string = placeholder): ToControl =>
  (element, place) =>
    alone(`<input type="${type}"${common(place)}${more(element)}>`);

/** Without the browser's own validation; `viewState.ts` does Slack's. */
const typed = (mode: string) =>
  input(
    'text',
    (element) => `${attribute('inputmode', mode)}${attribute('value', element.initial_value)}${placeholder(element)}`,
  );

const textInput: ToControl = (element, place) =>
  element.multiline
    ? alone(
        `<textarea rows="4"${common(place)}${placeholder(element)}>\n${escapeHtml(element.initial_value ?? '')}</textarea>`,
      )
    : typed('text')(element, place);

const choice = ({ text, value }: { text: string; value: string }, isChosen: boolean) =>
  `<option value="${escapeHtml(value)}"${isChosen ? ' selected' : ''}>${escapeHtml(text)}</option>`;

const described = ({ text, description }: OptionObject) =>
  description ? `${text.text} – ${description.text}` : text.text;

const select: ToControl = (element, place) => {
  const isInitial = ({ value }: OptionObject) => value === element.initial_option?.value;
  const option = (each: OptionObject) => choice({ text: described(each), value: each.value }, isInitial(each));
  const groups = (element.option_groups ?? []).map(
    ({ label, options }) => `<optgroup label="${escapeHtml(label.text)}">${options.map(option).join('')}</optgroup>`,
  );
  const empty = `<option value="">${escapeHtml(element.placeholder?.text ?? 'Choose an option')}</option>`;
  const options = (element.options ?? []).map(option).join('');
  return alone(`<select${common(place)}>${empty}${options}${groups.join('')}</select>`);
};

const users: ToControl = (element, place) => {
  const people = place.members.map(({ person, userId }) =>
    choice({ text: person.displayName, value: userId }, userId === element.initial_user),
  );
  return alone(`<select${common(place)}><option value="">Choose a person</option>${people.join('')}</select>`);
};

const box = (type: 'radio' | 'checkbox', name: string, option: OptionObject, isChosen: boolean) =>
  `<label class="choice"><input type="${type}" name="${escapeHtml(name)}" value="${escapeHtml(option.value)}"${isChosen ? ' checked' : ''}>
<span>${escapeHtml(option.text.text)}${option.description ? `<small>${escapeHtml(option.description.text)}</small>` : ''}</span></label>`;

const boxes =
  (type: 'radio' | 'checkbox'): ToControl =>
  (element, { name }) => {
    const chosen = [...(element.initial_options ?? []), ...(element.initial_option ? [element.initial_option] : [])];
    const isChosen = ({ value }: OptionObject) => chosen.some((each) => each.value === value);
    const html = optionsOf(element).map((option) => box(type, name, option, isChosen(option)));
    return { html: `<div class="choices">${html.join('')}</div>`, isGroup: true };
  };

const manyUsers: ToControl = (element, { name, members }) => {
  const options = members.map(({ person, userId }) => ({
    text: { type: 'plain_text' as const, text: person.displayName },
    value: userId,
  }));
  const html = options.map((each) => box('checkbox', name, each, element.initial_users?.includes(each.value) ?? false));
  return { html: `<div class="choices">${html.join('')}</div>`, isGroup: true };
};

const localTime = (seconds: number | undefined) =>
  seconds === undefined ? undefined : new Date(seconds * 1000).toISOString().slice(0, 16);

/** Files are uploaded when chosen; the form contains their ids. */
const files: ToControl = ({ filetypes = [] }, place) =>
  alone(
    `<input type="file" multiple data-files="${escapeHtml(place.name)}"${common(place).replace(/ name="[^"]*"/, '')}${attribute('accept', filetypes.map((each) => `.${each}`).join(','))}>
<span class="files"></span>`,
  );

const CONTROLS: Record<string, ToControl> = {
  plain_text_input: textInput,
  number_input: typed('decimal'),
  email_text_input: typed('email'),
  url_text_input: typed('url'),
  static_select: select,
  users_select: users,
  multi_static_select: boxes('checkbox'),
  checkboxes: boxes('checkbox'),
  radio_buttons: boxes('radio'),
  multi_users_select: manyUsers,
  datepicker: input('date', ({ initial_date: value }) => attribute('value', value)),
  timepicker: input('time', ({ initial_time: value }) => attribute('value', value)),
  file_input: files,
  datetimepicker: input('datetime-local', ({ initial_date_time: seconds }) => attribute('value', localTime(seconds))),
};

/** The control of an element; null if the sandbox does not support it. */
export function controlOf(block: NamedBlock, element: Element, id: string, members: readonly Member[]): Control | null {
  const place = { name: fieldName(block.block_id, element), id, isRequired: !block.optional, members };
  return CONTROLS[element.type]?.(element, place) ?? null;
}

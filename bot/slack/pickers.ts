import { withOffset } from '../../contract/answers.ts';
import type { VariableSpec, VariableType } from '../../contract/variables.ts';
import { booleanPicker, type Cell, type Input } from './inputs.ts';
import { LIMITS } from './limits.ts';

const ACTION = { action_id: 'v' } as const;
const ISO_DATE = /^\d{4}-\d{2}-\d{2}$/;
const CLOCK = /^([01]\d|2[0-3]):[0-5]\d$/;

const textOf = ({ default: value }: VariableSpec): string => (typeof value === 'string' ? value : '');

const dateInput: Input = {
  capability: 'native',
  draw: (_spec, { selected_date: date }) => ({
    type: 'datepicker',
    ...ACTION,
    ...(date ? { initial_date: date } : {}),
  }),
  start: (spec) => (ISO_DATE.test(textOf(spec)) ? { selected_date: textOf(spec) } : {}),
};

const timeInput: Input = {
  capability: 'native',
  draw: (_spec, { selected_time: time }) => ({
    type: 'timepicker',
    ...ACTION,
    ...(time ? { initial_time: time } : {}),
  }),
  start: (spec) => (CLOCK.test(textOf(spec)) ? { selected_time: textOf(spec) } : {}),
};

/**
 * Slack requires ten digits: September 2001 to November 2286. A moment without an offset is in the answering person's
 * time zone.
 */
function secondsOf(text: string, zone: string): number | null {
  const seconds = Math.floor(Date.parse(withOffset(text, zone)) / 1000);
  return seconds >= 1e9 && seconds < 1e10 ? seconds : null;
}

const datetimeInput: Input = {
  capability: 'native',
  draw: (_spec, { selected_date_time: seconds }) => ({
    type: 'datetimepicker',
    ...ACTION,
    ...(seconds ? { initial_date_time: seconds } : {}),
  }),
  start: (spec, { zone = 'UTC' } = {}): Cell => ({ selected_date_time: secondsOf(textOf(spec), zone) }),
};

/** People pickers start empty, because defaults name directory people and Slack has its own ids. */
const personInput: Input = {
  capability: 'native',
  draw: (_spec, { selected_user: id }) => ({ type: 'users_select', ...ACTION, ...(id ? { initial_user: id } : {}) }),
};

const peopleInput: Input = {
  capability: 'native',
  draw: (_spec, { selected_users: ids }) => ({
    type: 'multi_users_select',
    ...ACTION,
    ...(ids?.length ? { initial_users: ids } : {}),
  }),
};

/**
 * Slack filters by file extension. If the author names media types, accepts all files and leaves the check to the
 * server.
 */
function fileTypes({ accept = [] }: VariableSpec): string[] | undefined {
  const areEndings = accept.length > 0 && accept.every((each) => each.startsWith('.'));
  return areEndings ? accept.map((each) => each.slice(1).toLowerCase()) : undefined;
}

const fileInput: Input = {
  capability: 'native',
  draw(spec) {
    const filetypes = fileTypes(spec);
    return { type: 'file_input', ...ACTION, max_files: LIMITS.files, ...(filetypes && { filetypes }) };
  },
};

/** The inputs enabled by `nativePickers`, most in place of typed text; Slack has none for groups. */
export const PICKERS: Partial<Record<VariableType, Input>> = {
  boolean: booleanPicker,
  date: dateInput,
  time: timeInput,
  datetime: datetimeInput,
  user: personInput,
  multiuser: peopleInput,
  file: fileInput,
};

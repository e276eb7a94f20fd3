import { z } from 'zod';
import { optionsOf, type TableColumn, type VariableSpec, type VariableType } from '../variables.ts';
import { withoutAbsent } from './absent.ts';
import { countBounds, LIMITS, numberBounds, textBounds, timeBounds } from './bounds.ts';

/** What checking an answer needs beside the specs. */
export interface AnswerRules {
  /** Whether a pattern matches the whole text; must not throw. Patterns are left to the server where it is absent. */
  matches?: (regex: string, text: string) => boolean;
  /** Variable name to the values its `optionsSource` has offered. */
  offered?: Record<string, string[]>;
}

type Build = (spec: VariableSpec, rules: AnswerRules) => z.ZodType;

const grouped = new Intl.NumberFormat('en-GB');
const counted = (count: number, one: string, many: string): string =>
  `${grouped.format(count)} ${count === 1 ? one : many}`;

/** Text that every database can hold: no NUL, no half of a character. */
const storable = (error: string, max: number) =>
  z
    .string({ error })
    .max(max, { error: `Enter at most ${counted(max, 'character', 'characters')}.` })
    .refine((text) => !/\0|\p{Surrogate}/u.test(text), { error: 'Remove the characters that cannot be displayed.' });

function textOf(spec: VariableSpec, rules: AnswerRules, error: string): z.ZodType {
  const { min, max } = textBounds(spec);
  const { regex, message } = spec.validation ?? {};
  const text = storable(error, max).min(min, { error: `Enter at least ${counted(min, 'character', 'characters')}.` });
  const { matches } = rules;
  if (regex === undefined || matches === undefined) return text;
  return text.refine((typed) => typed.length > max || matches(regex, typed), {
    error: message ?? 'Enter a text of the form that is asked for.',
  });
}

const text: Build = (spec, rules) => textOf(spec, rules, 'Write an answer.');

function option(spec: VariableSpec, { offered = {} }: AnswerRules, error: string) {
  const options = optionsOf(spec);
  const disabled = new Set(options.filter((each) => each.disabled).map((each) => each.value));
  const more = Object.hasOwn(offered, spec.name) ? offered[spec.name]! : [];
  const allowed = new Set([...options.map((each) => each.value), ...more]);
  return z
    .string({ error })
    .refine((value) => !disabled.has(value), {
      error: 'Choose another option: this one cannot be chosen.',
      abort: true,
    })
    .refine((value) => allowed.has(value), { error: 'Choose one of the options that are offered.' });
}

/** A list of so many items; the items are looked at only when their number is right. */
function list(spec: VariableSpec, item: z.ZodType, words: { verb: string; one: string; many: string; error: string }) {
  const { min, max } = countBounds(spec);
  const { verb, one, many, error } = words;
  return z
    .array(z.unknown(), { error })
    .min(min, { error: `${verb} at least ${counted(min, one, many)}.`, abort: true })
    .max(max, { error: `${verb} at most ${counted(max, one, many)}.`, abort: true })
    .pipe(z.array(item));
}

const multiselect: Build = (spec, rules) => {
  const error = 'Choose at least one option.';
  return list(spec, option(spec, rules, error), { verb: 'Choose', one: 'option', many: 'options', error }).refine(
    (values) => new Set(values).size === values.length,
    { error: 'Choose each option only once.' },
  );
};

function stepError(step: number, base: number): string {
  return base === 0
    ? `Enter a multiple of ${step}.`
    : `Enter ${base} or a number that is a multiple of ${step} above it.`;
}

const number: Build = (spec) => {
  const { min = -Number.MAX_VALUE, max = Number.MAX_VALUE, step } = numberBounds(spec);
  const base = numberBounds(spec).min ?? 0;
  const bounded = z
    .number({ error: 'Enter a number.' })
    .min(min, { error: `Enter a number of at least ${min}.` })
    .max(max, { error: `Enter a number of at most ${max}.` });
  if (step === undefined) return bounded;
  return bounded.refine((value) => isOnStep(value, base, step), { error: stepError(step, base) });
};

/** Within the rounding error of floating-point division. */
function isOnStep(value: number, base: number, step: number): boolean {
  const steps = (value - base) / step;
  return Math.abs(steps - Math.round(steps)) <= 1e-9 * Math.max(1, Math.abs(steps));
}

/** Something on a time line. What has no offset is compared as if it were in UTC. */
function moment(
  spec: VariableSpec,
  schema: z.ZodType<string>,
  what: string,
  toNumber: (text: string) => number,
): z.ZodType {
  const { min, max } = timeBounds(spec);
  return schema
    .refine((typed) => !(min !== undefined && toNumber(typed) < toNumber(min)), {
      error: `Enter a ${what} from ${min} on.`,
    })
    .refine((typed) => !(max !== undefined && toNumber(typed) > toNumber(max)), {
      error: `Enter a ${what} of ${max} at the latest.`,
    });
}

const hasOffset = (text: string): boolean => /(Z|[+-]\d{2}:\d{2})$/.test(text);
const instantOf = (text: string): number => Date.parse(!text.includes('T') || hasOffset(text) ? text : `${text}Z`);

const DATE_ERROR = ({ input }: { input?: unknown }): string =>
  input === undefined ? 'Enter a date.' : 'Enter a date that exists, as year-month-day (2026-03-31).';
const isoDate = z.iso.date({ error: DATE_ERROR });

/** With or without an offset, and with or without seconds: browsers leave both out. */
const DATETIME = /^([\d-]{10})T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)?$/;
const DATETIME_ERROR = 'Enter a date and a time.';
const isoDatetime = z
  .string({ error: DATETIME_ERROR })
  .refine((typed) => isoDate.safeParse(DATETIME.exec(typed)?.[1]).success, { error: DATETIME_ERROR, abort: true });

const reference = (error: string) => {
  const id = storable(error, LIMITS.referenceCharacters).refine((typed) => typed.trim() !== '', { error });
  const name = storable(error, LIMITS.labelCharacters);
  return z.union([id, z.object({ id, displayName: name, email: name.nullish() }, { error })], { error });
};

const references = (one: string, many: string): Build => {
  const error = `Name at least one ${one}.`;
  return (spec) => list(spec, reference(error), { verb: 'Name', one, many, error });
};

const FILE_ERROR = 'Choose at least one file.';
const file = z.object(
  {
    id: storable(FILE_ERROR, 64),
    name: storable(FILE_ERROR, 255),
    size: z.number({ error: FILE_ERROR }).min(0, { error: FILE_ERROR }),
  },
  { error: FILE_ERROR },
);

const TREE_ERROR = 'Enter at least one entry.';
const treeLabel = storable('Give every entry a text.', LIMITS.labelCharacters).refine((label) => label.trim() !== '', {
  error: 'Give every entry a text.',
});

/** Built level by level, so that no depth of input can exhaust the stack. */
function branches(levels: number): z.ZodType {
  if (levels === 0)
    return z
      .array(z.unknown(), { error: TREE_ERROR })
      .max(0, { error: `Use at most ${LIMITS.hierarchyDepth} levels.` });
  const node = z.object(
    { label: treeLabel, children: z.lazy(() => branches(levels - 1)).default([]) },
    { error: TREE_ERROR },
  );
  return z.array(node, { error: TREE_ERROR });
}

const countNodes = (nodes: readonly unknown[]): number =>
  nodes.reduce<number>((sum, node) => sum + 1 + countNodes((node as { children: unknown[] }).children), 0);

const hierarchy: Build = (spec) => {
  const { min, max } = countBounds(spec);
  return branches(LIMITS.hierarchyDepth)
    .refine((nodes) => countNodes(nodes as unknown[]) >= min, {
      error: `Enter at least ${counted(min, 'entry', 'entries')}.`,
    })
    .refine((nodes) => countNodes(nodes as unknown[]) <= max, {
      error: `Enter at most ${counted(max, 'entry', 'entries')}.`,
    });
};

const CELLS: Record<TableColumn['type'], z.ZodType> = {
  text: storable('Write something here.', LIMITS.cellCharacters),
  number: z.number({ error: 'Enter a number.' }),
  boolean: z.boolean({ error: 'Choose yes or no.' }),
  date: isoDate,
};

const table: Build = (spec) => {
  const columns = spec.columns ?? [];
  const cells = columns.map(({ name, type, required }) => [name, required ? CELLS[type] : CELLS[type].optional()]);
  const row = z.strictObject(Object.fromEntries(cells) as Record<string, z.ZodType>, {
    error: (issue) => (issue.code === 'unrecognized_keys' ? 'This is not a column of this table.' : 'Enter a row.'),
  });
  const words = { verb: 'Enter', one: 'row', many: 'rows', error: 'Enter at least one row.' };
  return list(
    spec,
    z
      .unknown()
      .transform(withoutAbsent(columns.map((column) => column.name)))
      .pipe(row),
    words,
  );
};

/** One small schema per variable type (spec part 2.6); the message of a missing answer is that of a wrong type. */
const FIELDS: Record<VariableType, Build> = {
  text,
  string: text,
  textarea: text,
  multiline: text,
  select: (spec, rules) => option(spec, rules, 'Choose an option.'),
  multiselect,
  number,
  boolean: () => z.boolean({ error: 'Choose yes or no.' }),
  date: (spec) => moment(spec, isoDate, 'date', instantOf),
  file: (spec) => list(spec, file, { verb: 'Choose', one: 'file', many: 'files', error: FILE_ERROR }),
  user: () => reference('Name a person.'),
  multiuser: references('person', 'people'),
  group: () => reference('Name a group.'),
  multigroup: references('group', 'groups'),
  range: number,
  datetime: (spec) => moment(spec, isoDatetime, 'date and time', instantOf),
  time: (spec) =>
    moment(spec, z.iso.time({ precision: -1, error: 'Enter a time as hours:minutes (14:30).' }), 'time', (typed) =>
      Date.parse(`1970-01-01T${typed}Z`),
    ),
  hierarchy,
  password: (spec, rules) => textOf(spec, rules, 'Enter a password.'),
  table,
  hidden: () => z.never({ error: 'This is not a field of this form.' }),
};

/** The schema of one answered field. An optional one may be absent; blank answers are removed before. */
export function fieldSchema(spec: VariableSpec, rules: AnswerRules): z.ZodType {
  const schema = FIELDS[spec.type](spec, rules);
  return spec.required ? schema : schema.optional();
}

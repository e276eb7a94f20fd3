import { z } from 'zod';
import { fileHosts, isAtHost } from '../files.ts';
import { optionsOf, type TableColumn, type VariableSpec, type VariableType } from '../variables.ts';
import { withoutAbsent } from './absent.ts';
import { countBounds, LIMITS, numberBounds, textBounds, timeBounds } from './bounds.ts';
import { sayInEnglish, type CheckId, type Say } from './words.ts';

/** What checking an answer needs beside the specs. */
export interface AnswerRules {
  /** Whether a pattern matches the whole text; must not throw. Patterns are left to the server where it is absent. */
  matches?: (regex: string, text: string) => boolean;
  /** Variable name to the values its `optionsSource` has offered. */
  offered?: Record<string, string[]>;
  /** In whose words the person is told what is wrong; English where absent. */
  say?: Say;
}

/** The rules with words, whoever asks. */
export type Rules = AnswerRules & { say: Say };

type Build = (spec: VariableSpec, rules: Rules) => z.ZodType;

/** Text that every database can hold: no NUL, no half of a character. */
const storable = (say: Say, error: string, max: number) =>
  z
    .string({ error })
    .max(max, { error: say('atMostCharacters', { count: max }) })
    .refine((text) => !/\0|\p{Surrogate}/u.test(text), { error: say('notDisplayable') });

function textOf(spec: VariableSpec, { matches, say }: Rules, error: CheckId): z.ZodType {
  const { min, max } = textBounds(spec);
  const { regex, message } = spec.validation ?? {};
  const text = storable(say, say(error), max).min(min, { error: say('atLeastCharacters', { count: min }) });
  if (regex === undefined || matches === undefined) return text;
  return text.refine((typed) => typed.length > max || matches(regex, typed), {
    error: message ?? say('pattern'),
  });
}

const text: Build = (spec, rules) => textOf(spec, rules, 'text');

function option(spec: VariableSpec, { offered = {}, say }: Rules, error: CheckId) {
  const options = optionsOf(spec);
  const disabled = new Set(options.filter((each) => each.disabled).map((each) => each.value));
  const more = Object.hasOwn(offered, spec.name) ? offered[spec.name]! : [];
  const allowed = new Set([...options.map((each) => each.value), ...more]);
  return z
    .string({ error: say(error) })
    .refine((value) => !disabled.has(value), { error: say('optionDisabled'), abort: true })
    .refine((value) => allowed.has(value), { error: say('optionUnknown') });
}

type Kind = 'Options' | 'People' | 'Groups' | 'Files' | 'Rows';

/** A list of so many items; the items are looked at only when their number is right. */
function list(spec: VariableSpec, { say }: Rules, kind: Kind, item: z.ZodType) {
  const { min, max } = countBounds(spec);
  return z
    .array(z.unknown(), { error: say(MISSING[kind]) })
    .min(min, { error: say(`atLeast${kind}`, { count: min }), abort: true })
    .max(max, { error: say(`atMost${kind}`, { count: max }), abort: true })
    .pipe(z.array(item));
}

const MISSING: Record<Kind, CheckId> = {
  Options: 'options',
  People: 'people',
  Groups: 'groups',
  Files: 'files',
  Rows: 'rows',
};

const multiselect: Build = (spec, rules) =>
  list(spec, rules, 'Options', option(spec, rules, 'options')).refine(
    (values) => new Set(values).size === values.length,
    { error: rules.say('optionTwice') },
  );

const number: Build = (spec, { say }) => {
  const { min = -Number.MAX_VALUE, max = Number.MAX_VALUE, step } = numberBounds(spec);
  const base = numberBounds(spec).min ?? 0;
  const bounded = z
    .number({ error: say('number') })
    .min(min, { error: say('numberFrom', { min }) })
    .max(max, { error: say('numberTo', { max }) });
  if (step === undefined) return bounded;
  const error = base === 0 ? say('multiple', { step }) : say('multipleAbove', { base, step });
  return bounded.refine((value) => isOnStep(value, base, step), { error });
};

/** Within the rounding error of floating-point division. */
function isOnStep(value: number, base: number, step: number): boolean {
  const steps = (value - base) / step;
  return Math.abs(steps - Math.round(steps)) <= 1e-9 * Math.max(1, Math.abs(steps));
}

/** Something on a time line, and how far it lies behind a bound. */
function moment(
  spec: VariableSpec,
  { say }: Rules,
  schema: z.ZodType<string>,
  difference: (typed: string, bound: string) => number,
): z.ZodType {
  const { min, max } = timeBounds(spec);
  const what = spec.type as 'date' | 'datetime' | 'time';
  return schema
    .refine((typed) => !(min !== undefined && difference(typed, min) < 0), {
      error: say(`${what}From`, { min: min ?? '' }),
    })
    .refine((typed) => !(max !== undefined && difference(typed, max) > 0), {
      error: say(`${what}To`, { max: max ?? '' }),
    });
}

const OFFSET = /(Z|[+-]\d{2}:\d{2})$/;
const clockOf = (moment: string): string => moment.replace(OFFSET, '');
/** What has no offset is read as if it were in UTC. */
const instantOf = (moment: string): number =>
  Date.parse(!moment.includes('T') || OFFSET.test(moment) ? moment : `${moment}Z`);

const daysApart = (day: string, bound: string): number => instantOf(day) - instantOf(bound);
const clocksApart = (time: string, bound: string): number =>
  Date.parse(`1970-01-01T${time}Z`) - Date.parse(`1970-01-01T${bound}Z`);
/** A bound without an offset is by the clock of whoever answers, wherever they are. */
const momentsApart = (moment: string, bound: string): number =>
  instantOf(OFFSET.test(bound) ? moment : clockOf(moment)) - instantOf(bound);

const isoDate = (say: Say) => z.iso.date({ error: ({ input }) => say(input === undefined ? 'date' : 'dateUnknown') });

/** With or without an offset, and with or without seconds: browsers leave both out. */
const DATETIME = /^([\d-]{10})T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)?$/;
const anyDate = isoDate(sayInEnglish);
const isoDatetime = (say: Say) =>
  z.string({ error: say('datetime') }).refine((typed) => anyDate.safeParse(DATETIME.exec(typed)?.[1]).success, {
    error: say('datetime'),
    abort: true,
  });

function reference({ say }: Rules, missing: CheckId) {
  const error = say(missing);
  const id = storable(say, error, LIMITS.referenceCharacters).refine((typed) => typed.trim() !== '', { error });
  const name = storable(say, error, LIMITS.labelCharacters);
  return z.union([id, z.object({ id, displayName: name, email: name.nullish() }, { error })], { error });
}

/** An upload or, where the author names hosts, the address of a file at one of them. */
function file(spec: VariableSpec, { say }: Rules) {
  const error = say('files');
  const size = z.number({ error }).min(0, { error });
  const upload = z.object({ id: storable(say, error, 64), name: storable(say, error, 255), size }, { error });
  const hosts = fileHosts(spec);
  if (hosts.length === 0) return upload;
  const elsewhere = say('fileAddress', { hosts: hosts.join(', ') });
  const url = storable(say, elsewhere, LIMITS.addressCharacters).refine((typed) => isAtHost(typed, hosts), {
    error: elsewhere,
  });
  return z.union([upload, z.strictObject({ url, name: storable(say, elsewhere, 255) }, { error })], { error });
}

/** Built level by level, so that no depth of input can exhaust the stack. */
function branches(say: Say, levels: number): z.ZodType {
  const error = say('entries');
  if (levels === 0)
    return z.array(z.unknown(), { error }).max(0, { error: say('levels', { count: LIMITS.hierarchyDepth }) });
  const label = storable(say, say('entryText'), LIMITS.labelCharacters).refine((typed) => typed.trim() !== '', {
    error: say('entryText'),
  });
  const children = z.lazy(() => branches(say, levels - 1)).default([]);
  return z.array(z.object({ label, children }, { error }), { error });
}

const countNodes = (nodes: readonly unknown[]): number =>
  nodes.reduce<number>((sum, node) => sum + 1 + countNodes((node as { children: unknown[] }).children), 0);

const hierarchy: Build = (spec, { say }) => {
  const { min, max } = countBounds(spec);
  return branches(say, LIMITS.hierarchyDepth)
    .refine((nodes) => countNodes(nodes as unknown[]) >= min, { error: say('atLeastEntries', { count: min }) })
    .refine((nodes) => countNodes(nodes as unknown[]) <= max, { error: say('atMostEntries', { count: max }) });
};

const CELLS: Record<TableColumn['type'], (say: Say) => z.ZodType> = {
  text: (say) => storable(say, say('cell'), LIMITS.cellCharacters),
  number: (say) => z.number({ error: say('number') }),
  boolean: (say) => z.boolean({ error: say('yesOrNo') }),
  date: isoDate,
};

const table: Build = (spec, rules) => {
  const { say } = rules;
  const columns = spec.columns ?? [];
  const cells = columns.map(({ name, type, required }) => {
    const cell = CELLS[type](say);
    return [name, required ? cell : cell.optional()];
  });
  const row = z.strictObject(Object.fromEntries(cells) as Record<string, z.ZodType>, {
    error: (issue) => say(issue.code === 'unrecognized_keys' ? 'column' : 'row'),
  });
  const blankLeftOut = z.unknown().transform(withoutAbsent(columns.map((column) => column.name)));
  return list(spec, rules, 'Rows', blankLeftOut.pipe(row));
};

/** One small schema per variable type (behaviour 2.6); the message of a missing answer is that of a wrong type. */
const FIELDS: Record<VariableType, Build> = {
  text,
  string: text,
  textarea: text,
  multiline: text,
  select: (spec, rules) => option(spec, rules, 'option'),
  multiselect,
  number,
  boolean: (_spec, { say }) => z.boolean({ error: say('yesOrNo') }),
  date: (spec, rules) => moment(spec, rules, isoDate(rules.say), daysApart),
  file: (spec, rules) => list(spec, rules, 'Files', file(spec, rules)),
  user: (_spec, rules) => reference(rules, 'person'),
  multiuser: (spec, rules) => list(spec, rules, 'People', reference(rules, 'people')),
  group: (_spec, rules) => reference(rules, 'group'),
  multigroup: (spec, rules) => list(spec, rules, 'Groups', reference(rules, 'groups')),
  range: number,
  datetime: (spec, rules) => moment(spec, rules, isoDatetime(rules.say), momentsApart),
  time: (spec, rules) => moment(spec, rules, z.iso.time({ precision: -1, error: rules.say('time') }), clocksApart),
  hierarchy,
  password: (spec, rules) => textOf(spec, rules, 'password'),
  table,
  hidden: (_spec, { say }) => z.never({ error: say('notAField') }),
};

/**
 * The schema of one answered field. An optional one may be absent; blank answers are removed before. A type that a client
 * is too old to know is asked for as text there; what it should be is the server's to say.
 */
export function fieldSchema(spec: VariableSpec, rules: Rules): z.ZodType {
  const build = (FIELDS as Partial<Record<string, Build>>)[spec.type] ?? text;
  const schema = build(spec, rules);
  return spec.required ? schema : schema.optional();
}

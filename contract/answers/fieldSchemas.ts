import { z } from 'zod';
import { isBlank } from '../blank.ts';
import { failsAs } from '../failsAs.ts';
import { fileHosts, isAtHost } from '../files.ts';
import { optionsOf, type TableColumn, type VariableSpec, type VariableType } from '../variables.ts';
import { withoutAbsent } from './absent.ts';
import { countBounds, LIMITS, numberBounds, textBounds, timeBounds } from './bounds.ts';
import { isUnclearNumber } from './numbers.ts';
import type { CheckId } from './words.ts';

/** What checking an answer needs besides the specs. */
export interface AnswerRules {
  /** Whether a pattern matches the whole text; must not throw. If absent, patterns are left to the server. */
  matches?: (regex: string, text: string) => boolean;
  /** Variable name to the values that its `optionsSource` offered. */
  offered?: Record<string, string[]>;
}

type Build = (spec: VariableSpec, rules: AnswerRules) => z.ZodType;

/** A type check that fails with `otherwise` and stops further checks. */
const typed = <Type>(isOfType: (input: unknown) => input is Type, otherwise: CheckId) =>
  z.custom<Type>(isOfType, failsAs(otherwise));

const isText = (input: unknown): input is string => typeof input === 'string';
const isNumber = (input: unknown): input is number => Number.isFinite(input);
/** Checked first, so that people read why their number is refused. */
const isClear = (input: unknown): input is unknown => !isUnclearNumber(input);
const isYesOrNo = (input: unknown): input is boolean => typeof input === 'boolean';
const isList = (input: unknown): input is unknown[] => Array.isArray(input);
export const isObject = (input: unknown): input is object =>
  typeof input === 'object' && input !== null && !Array.isArray(input);

/** An object that matches a schema. */
const shaped = <Shape>(shape: z.ZodType<Shape>, otherwise: CheckId) => typed<unknown>(isObject, otherwise).pipe(shape);

/** Text that every database can hold: no NUL, no lone surrogate. */
const storable = (otherwise: CheckId, max: number) =>
  typed(isText, otherwise)
    .refine((text) => text.length <= max, failsAs('atMostCharacters', { count: max }))
    .refine((text) => !/\0|\p{Surrogate}/u.test(text), failsAs('notDisplayable'));

const notBlank = (otherwise: CheckId, max: number) =>
  storable(otherwise, max).refine((text) => !isBlank(text), failsAs(otherwise));

function textOf(spec: VariableSpec, { matches }: AnswerRules, otherwise: CheckId): z.ZodType {
  const { min, max } = textBounds(spec);
  const { regex, message } = spec.validation ?? {};
  const text = storable(otherwise, max).refine(
    (text) => text.length >= min,
    failsAs('atLeastCharacters', { count: min }),
  );
  if (regex === undefined || matches === undefined) return text;
  return text.refine((text) => text.length > max || matches(regex, text), failsAs('pattern', {}, message));
}

const text: Build = (spec, rules) => textOf(spec, rules, 'text');

function option(spec: VariableSpec, { offered = {} }: AnswerRules, otherwise: CheckId) {
  const options = optionsOf(spec);
  const disabled = new Set(options.filter((each) => each.disabled).map((each) => each.value));
  const more = Object.hasOwn(offered, spec.name) ? offered[spec.name]! : [];
  const allowed = new Set([...options.map((each) => each.value), ...more]);
  return typed(isText, otherwise)
    .refine((value) => !disabled.has(value), { ...failsAs('optionDisabled'), abort: true })
    .refine((value) => allowed.has(value), failsAs('optionUnknown'));
}

type Kind = 'Options' | 'People' | 'Groups' | 'Files' | 'Rows';

/** A list; its items are checked only if their number is within bounds. */
function list(spec: VariableSpec, kind: Kind, item: z.ZodType) {
  const { min, max } = countBounds(spec);
  return typed(isList, MISSING[kind])
    .refine((items) => items.length >= min, { ...failsAs(`atLeast${kind}`, { count: min }), abort: true })
    .refine((items) => items.length <= max, { ...failsAs(`atMost${kind}`, { count: max }), abort: true })
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
  list(spec, 'Options', option(spec, rules, 'options')).refine(
    (values) => new Set(values).size === values.length,
    failsAs('optionTwice'),
  );

interface Bounds {
  min?: number;
  max?: number;
}

/**
 * Beyond 2^53 a number is rounded when it is read, and the flow would get another one than was sent. Only a bound of
 * the author that is beyond it allows that.
 */
function numberWithin(bounds: Bounds) {
  const isExact = Object.values(bounds).every((bound) => Math.abs(bound ?? 0) <= Number.MAX_SAFE_INTEGER);
  const most = isExact ? Number.MAX_SAFE_INTEGER : Number.MAX_VALUE;
  const { min = -most, max = most } = bounds;
  return typed(isClear, 'numberUnclear')
    .pipe(typed(isNumber, 'number'))
    .refine((value) => value >= min, failsAs('numberFrom', { min }))
    .refine((value) => value <= max, failsAs('numberTo', { max }));
}

const number: Build = (spec) => {
  const { min, max, step } = numberBounds(spec);
  const base = min ?? 0;
  const bounded = numberWithin({ min, max });
  if (step === undefined) return bounded;
  return bounded.refine((value) => isOnStep(value, base, step), offStep(base, step));
};

function offStep(base: number, step: number) {
  if (step === 1 && Number.isInteger(base)) return failsAs('wholeNumber');
  return base === 0 ? failsAs('multiple', { step }) : failsAs('multipleAbove', { base, step });
}

/** Within the rounding error of floating-point division. */
function isOnStep(value: number, base: number, step: number): boolean {
  const steps = (value - base) / step;
  return Math.abs(steps - Math.round(steps)) <= 1e-9 * Math.max(1, Math.abs(steps));
}

/** A date or time within its bounds. `difference` is positive if the value is later than the bound. */
function moment(
  spec: VariableSpec,
  schema: z.ZodType<string>,
  difference: (typed: string, bound: string) => number,
): z.ZodType {
  const { min, max } = timeBounds(spec);
  const what = spec.type as 'date' | 'datetime' | 'time';
  return schema
    .refine((text) => !(min !== undefined && difference(text, min) < 0), failsAs(`${what}From`, { min: min ?? '' }))
    .refine((text) => !(max !== undefined && difference(text, max) > 0), failsAs(`${what}To`, { max: max ?? '' }));
}

const OFFSET = /(Z|[+-]\d{2}:\d{2})$/;
const clockOf = (moment: string): string => moment.replace(OFFSET, '');
/** Without an offset it is read as UTC. */
const instantOf = (moment: string): number =>
  Date.parse(!moment.includes('T') || OFFSET.test(moment) ? moment : `${moment}Z`);

const daysApart = (day: string, bound: string): number => instantOf(day) - instantOf(bound);
const clocksApart = (time: string, bound: string): number =>
  Date.parse(`1970-01-01T${time}Z`) - Date.parse(`1970-01-01T${bound}Z`);
/** A bound without an offset applies in the answering person's time zone. */
const momentsApart = (moment: string, bound: string): number =>
  instantOf(OFFSET.test(bound) ? moment : clockOf(moment)) - instantOf(bound);

const DATE = z.iso.date();
const TIME = z.iso.time({ precision: -1 });
const isDate = (input: unknown): input is string => DATE.safeParse(input).success;
const isTime = (input: unknown): input is string => TIME.safeParse(input).success;

/** A missing value is asked for; any other that is not of this form gets an example. */
const written = (isForm: (input: unknown) => boolean, missing: CheckId, otherwise: CheckId) =>
  z
    .custom<string>((input) => input !== undefined, failsAs(missing))
    .refine(isForm, { ...failsAs(otherwise), abort: true });

const isoDate = () => written(isDate, 'date', 'dateUnknown');

/** With or without an offset, and with or without seconds: browsers leave both out. */
const DATETIME = /^([\d-]{10})T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)?$/;
const isDatetime = (input: unknown): input is string => isText(input) && isDate(DATETIME.exec(input)?.[1]);
const isoDatetime = () => written(isDatetime, 'datetime', 'datetimeUnknown');

function reference(otherwise: CheckId) {
  const id = notBlank(otherwise, LIMITS.referenceCharacters);
  const name = storable(otherwise, LIMITS.labelCharacters);
  return z.union([id, shaped(z.object({ id, displayName: name, email: name.nullish() }), otherwise)]);
}

/** An upload or, if the author names hosts, the address of a file on one of them. */
function file(spec: VariableSpec): z.ZodType {
  const size = typed(isNumber, 'files').refine((bytes) => bytes >= 0, failsAs('files'));
  const upload = shaped(z.object({ id: storable('files', 64), name: storable('files', 255), size }), 'files');
  const hosts = fileHosts(spec);
  if (hosts.length === 0) return upload;
  const elsewhere = () => failsAs('fileAddress', { hosts: hosts.join(', ') });
  const url = z
    .custom<string>(isText, elsewhere())
    .refine((text) => text.length <= LIMITS.addressCharacters && isAtHost(text, hosts), elsewhere());
  return z.union([upload, shaped(z.strictObject({ url, name: storable('files', 255) }), 'files')]);
}

/** Built one level at a time, so deep input cannot exhaust the stack. */
function branches(levels: number): z.ZodType<unknown[], unknown[]> {
  const list = typed(isList, 'entries');
  if (levels === 0)
    return list.refine((nodes) => nodes.length === 0, {
      ...failsAs('levels', { count: LIMITS.hierarchyDepth }),
      abort: true,
    });
  const label = notBlank('entryText', LIMITS.labelCharacters);
  const children = z.lazy(() => branches(levels - 1)).default([]);
  return list.pipe(z.array(shaped(z.object({ label, children }), 'entries')));
}

const countNodes = (nodes: readonly unknown[]): number =>
  nodes.reduce<number>((sum, node) => sum + 1 + countNodes((node as { children: unknown[] }).children), 0);

/**
 * Whether there are more than `most` entries. Entries are only counted: checking the shape of very many takes too long.
 */
function isBeyond(entries: readonly unknown[], most: number): boolean {
  let level = entries;
  let count = 0;
  for (let depth = 0; depth < LIMITS.hierarchyDepth && level.length > 0; depth++) {
    count += level.length;
    if (count > most) return true;
    level = level.flatMap(childrenOf);
  }
  return false;
}

function childrenOf(entry: unknown): unknown[] {
  const children = isObject(entry) ? (entry as { children?: unknown }).children : undefined;
  return isList(children) ? children : [];
}

const hierarchy: Build = (spec) => {
  const { min, max } = countBounds(spec);
  return typed(isList, 'entries')
    .refine((entries) => !isBeyond(entries, max), { ...failsAs('atMostEntries', { count: max }), abort: true })
    .pipe(branches(LIMITS.hierarchyDepth))
    .refine((nodes) => countNodes(nodes) >= min, failsAs('atLeastEntries', { count: min }));
};

const yesOrNo = () => typed(isYesOrNo, 'yesOrNo');

const CELLS: Record<TableColumn['type'], () => z.ZodType> = {
  text: () => storable('cell', LIMITS.cellCharacters),
  number: () => numberWithin({}),
  boolean: yesOrNo,
  date: isoDate,
};

const table: Build = (spec) => {
  const columns = spec.columns ?? [];
  const cells = columns.map(({ name, type, required }) => {
    const cell = CELLS[type]();
    return [name, required ? cell : cell.optional()];
  });
  const row = z.strictObject(Object.fromEntries(cells) as Record<string, z.ZodType>);
  const blankLeftOut = z.unknown().transform(withoutAbsent(columns.map((column) => column.name)));
  return list(spec, 'Rows', blankLeftOut.pipe(shaped(row, 'row')));
};

/** One small schema per variable type (behaviour 2.6); a missing value fails like one of the wrong type. */
const FIELDS: Record<VariableType, Build> = {
  text,
  string: text,
  textarea: text,
  multiline: text,
  select: (spec, rules) => option(spec, rules, 'option'),
  multiselect,
  number,
  boolean: yesOrNo,
  date: (spec) => moment(spec, isoDate(), daysApart),
  file: (spec) => list(spec, 'Files', file(spec)),
  user: () => reference('person'),
  multiuser: (spec) => list(spec, 'People', reference('people')),
  group: () => reference('group'),
  multigroup: (spec) => list(spec, 'Groups', reference('groups')),
  range: number,
  datetime: (spec) => moment(spec, isoDatetime(), momentsApart),
  time: (spec) => moment(spec, typed(isTime, 'time'), clocksApart),
  hierarchy,
  password: (spec, rules) => textOf(spec, rules, 'password'),
  table,
  hidden: () => z.custom(() => false, failsAs('notAField')),
};

/**
 * The schema of one answered field. An optional field may be absent; the caller removes blank answers first. An old
 * client treats a type it does not know as text and leaves the check to the server.
 */
export function fieldSchema(spec: VariableSpec, rules: AnswerRules): z.ZodType {
  const build = (FIELDS as Partial<Record<string, Build>>)[spec.type] ?? text;
  const schema = build(spec, rules);
  return spec.required ? schema : schema.optional();
}

import { RULES_USED_BY } from '../../../../contract/fieldRules.ts';
import type { VariableType } from '../../../../contract/variables.ts';
import type { Field, Schema } from '../draft/schema.ts';
import { isRecord } from '../sketch.ts';

type Part = Readonly<Record<string, unknown>>;
type Types = ReadonlySet<unknown>;

const types = (...names: VariableType[]): Types => new Set(names);

const TEXTS = types('text', 'string', 'textarea', 'multiline');
const NUMBERS = types('number', 'range');
const MOMENTS = types('date', 'time', 'datetime');
const LISTS = types('multiselect', 'multiuser', 'multigroup', 'hierarchy', 'table', 'file');

/** Other names of a type. They are offered only where a field has one. */
const OTHER_NAMES = types('string', 'multiline');
/** Types that are no start variables. */
const NEVER_STARTED_WITH = types('password', 'file');

/**
 * The fields of a variable as its author edits them. Each has the editor for what a variable of its type takes, and
 * what the type does not take is left out unless it is set.
 */
export function editedOfVariable(fields: readonly Field[], variable: Part, nodeType: string): Field[] {
  return fields.flatMap((field): Field[] => {
    switch (field.name) {
      case 'type':
        return [{ ...field, schema: offeredTypes(field.schema, variable['type'], nodeType === 'start') }];
      case 'default':
        return [withValue(field, variable['type'], variable['options'])];
      case 'validation':
        return rules(field, variable);
      default:
        return [field];
    }
  });
}

function offeredTypes(schema: Schema, type: unknown, isStart: boolean): Schema {
  const isOffered = (each: string) => !OTHER_NAMES.has(each) && !(isStart && NEVER_STARTED_WITH.has(each));
  return { ...schema, enum: schema.enum?.filter((each) => each === type || isOffered(each)) };
}

/** An initial value is edited as what it is. Types whose values have parts keep the editor of JSON. */
function withValue(field: Field, type: unknown, options: unknown): Field {
  if (NUMBERS.has(type)) return { ...field, sort: 'number', schema: { type: 'number' } };
  if (TEXTS.has(type) || MOMENTS.has(type)) return { ...field, sort: 'text', schema: { type: 'string' } };
  const values = valuesOf(options);
  if (type === 'select' && values.length > 0)
    return { ...field, sort: 'choice', schema: { type: 'string', enum: values } };
  return field;
}

function valuesOf(options: unknown): string[] {
  const entries: unknown[] = Array.isArray(options) ? options : [];
  return entries.flatMap((entry) => {
    if (!isRecord(entry)) return [];
    return 'options' in entry ? valuesOf(entry['options']) : typeof entry['value'] === 'string' ? [entry['value']] : [];
  });
}

function rules(field: Field, { type, validation }: Part): Field[] {
  const set = isRecord(validation) ? validation : {};
  const properties = Object.entries(field.schema.properties ?? {}).filter(
    ([name]) => name in set || takesRule(type, name),
  );
  if (properties.length === 0) return [];
  const bound: Schema = { type: MOMENTS.has(type) ? 'string' : 'number' };
  const edited = properties.map(([name, schema]) => [name, name === 'min' || name === 'max' ? bound : schema]);
  return [{ ...field, schema: { ...field.schema, properties: Object.fromEntries(edited) as Schema['properties'] } }];
}

function takesRule(type: unknown, rule: string): boolean {
  const users = RULES_USED_BY[rule];
  if (users) return users.some((each) => each === type);
  return TEXTS.has(type) || type === 'password' || NUMBERS.has(type) || MOMENTS.has(type) || LISTS.has(type);
}

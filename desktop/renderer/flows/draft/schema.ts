import type { FieldKind } from '../../../../contract/nodeTypes.ts';

/** The subset of JSON Schema that node configs use. */
export interface Schema {
  type?: string;
  kind?: FieldKind;
  description?: string;
  default?: unknown;
  enum?: readonly string[];
  const?: unknown;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  properties?: Record<string, Schema>;
  required?: readonly string[];
  additionalProperties?: Schema | boolean;
  items?: Schema;
  anyOf?: readonly Schema[];
  oneOf?: readonly Schema[];
  $ref?: string;
  $defs?: Record<string, Schema>;
}

/** How a field is edited. `json`: as raw JSON, because there is no better editor. */
export type FieldSort =
  | FieldKind
  | 'text'
  | 'choice'
  | 'number'
  | 'boolean'
  | 'texts'
  | 'record'
  | 'object'
  | 'list'
  | 'options'
  | 'variables'
  | 'json';

export interface Field {
  name: string;
  schema: Schema;
  isRequired: boolean;
  sort: FieldSort;
}

const VARIABLES = '#/$defs/VariableSpec';

/** Resolves a reference; returns other schemas unchanged. */
export function resolved(schema: Schema, root: Schema): Schema {
  const name = schema.$ref?.replace('#/$defs/', '');
  return (name !== undefined && root.$defs?.[name]) || schema;
}

/** The fields of an object by its schema; among several shapes, the one that matches the value. */
export function fieldsOf(schema: Schema, root: Schema, value: Readonly<Record<string, unknown>>): Field[] {
  const shape = shapeOf(schema, value);
  const shapes = shape === schema ? [schema] : (schema.oneOf ?? []);
  return Object.entries(shape.properties ?? {}).map(([name, part]) => {
    const constants = shapes.flatMap((each) => (each.properties?.[name]?.const as string | undefined) ?? []);
    const named = constants.length > 0 ? { ...part, type: 'string', enum: constants, const: undefined } : part;
    const isRequired = shape.required?.includes(name) ?? false;
    return { name, schema: resolved(named, root), isRequired, sort: sortOf(named, root) };
  });
}

function shapeOf(schema: Schema, value: Readonly<Record<string, unknown>>): Schema {
  const shapes = schema.oneOf ?? [];
  const isMeant = ({ properties = {} }: Schema) =>
    Object.entries(properties).every(([name, part]) => part.const === undefined || part.const === value[name]);
  return shapes.find(isMeant) ?? shapes[0] ?? schema;
}

export function sortOf(given: Schema, root: Schema): FieldSort {
  const schema = resolved(given, root);
  if (schema.kind) return schema.kind;
  if (schema.enum) return 'choice';
  switch (schema.type) {
    case 'string':
      return 'text';
    case 'number':
    case 'integer':
      return 'number';
    case 'boolean':
      return 'boolean';
    case 'array':
      return sortOfList(schema, root);
    case 'object':
      if (schema.properties) return 'object';
      return typeof schema.additionalProperties === 'object' ? 'record' : 'json';
    default:
      return 'json';
  }
}

function sortOfList({ items = {} }: Schema, root: Schema): FieldSort {
  if (items.$ref === VARIABLES) return 'variables';
  const item = resolved(items, root);
  if (item.anyOf?.some(({ properties }) => properties && 'value' in properties)) return 'options';
  if (item.type === 'string') return 'texts';
  const shapes = (item.oneOf ?? [item]).map((each) => resolved(each, root));
  return shapes.every(({ type, properties }) => type === 'object' && properties) ? 'list' : 'json';
}

/** The schema at a path of a value; null if there is none. */
export function schemaAt(root: Schema, path: readonly string[], value: unknown): Schema | null {
  let [schema, at]: [Schema, unknown] = [root, value];
  for (const part of path) {
    const next = stepInto(resolved(schema, root), part, at);
    if (!next) return null;
    schema = next;
    at = (at as Record<string, unknown> | null | undefined)?.[part];
  }
  return resolved(schema, root);
}

function stepInto(schema: Schema, part: string, value: unknown): Schema | null {
  if (schema.type === 'array') return schema.items ?? null;
  const shape = schema.oneOf ? shapeOf(schema, (value ?? {}) as Record<string, unknown>) : schema;
  const own = shape.properties && Object.hasOwn(shape.properties, part) ? shape.properties[part] : undefined;
  if (own) return own;
  if (typeof shape.additionalProperties === 'object') return shape.additionalProperties;
  for (const each of shape.anyOf ?? []) {
    const found = stepInto(each, part, value);
    if (found) return found;
  }
  return null;
}

/** The initial value of a new list item: its required fields. */
export function emptyOf(schema: Schema, root: Schema): unknown {
  const shape = shapeOf(resolved(schema, root), {});
  const { type, default: given, const: only, enum: choices, properties = {}, required = [] } = shape;
  if (given !== undefined) return given;
  if (only !== undefined) return only;
  if (choices) return choices[0];
  if (type === 'object')
    return Object.fromEntries(required.map((name) => [name, emptyOf(properties[name] ?? {}, root)]));
  if (type === 'array') return [];
  if (type === 'boolean') return false;
  return type === 'number' || type === 'integer' ? 0 : '';
}

/**
 * Converts a value to another of several shapes: removes fields that only the old shape has and adds the new one's
 * required fields.
 */
export function reshaped(
  schema: Schema,
  root: Schema,
  before: Readonly<Record<string, unknown>>,
  next: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const [was, is] = [shapeOf(schema, before), shapeOf(schema, next)];
  if (was === is) return { ...next };
  const { properties = {}, required = [] } = is;
  const isKept = (name: string) => Object.hasOwn(properties, name) || !Object.hasOwn(was.properties ?? {}, name);
  const missing = required.filter((name) => !Object.hasOwn(next, name));
  return Object.fromEntries([
    ...Object.entries(next).filter(([name]) => isKept(name)),
    ...missing.map((name): [string, unknown] => [name, emptyOf(properties[name] ?? {}, root)]),
  ]);
}

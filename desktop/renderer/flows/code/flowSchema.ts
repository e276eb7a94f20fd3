import { findNodeAtLocation, getNodeValue, type Node } from 'jsonc-parser';
import type { NodeTypeList } from '../../../../contract/nodeTypes.ts';
import { fieldsOf, resolved, schemaAt, type Field, type Schema } from '../draft/schema.ts';
import { idsOf } from '../faults.ts';
import { isRecord } from '../sketch.ts';

/** A path from the root of a definition to a part of it. */
export type Path = readonly (string | number)[];

/** A part of a definition and its schema. */
export interface Place {
  schema: Schema | null;
  /** The root for references in the schema. */
  root: Schema;
  /** Null outside a node's config. */
  nodeType: string | null;
}

const TEXT: Schema = { type: 'string' };

/** The schema of a definition. Schemas of node configs come from the server. */
function flowSchema(definition: unknown, { nodeTypes }: NodeTypeList): Schema {
  const ids = idsOf(definition).filter((id): id is string => typeof id === 'string');
  const node: Schema = {
    type: 'object',
    required: ['id', 'type', 'config'],
    properties: {
      id: TEXT,
      type: { type: 'string', enum: nodeTypes.map(({ type }) => type) },
      name: TEXT,
      config: { type: 'object' },
    },
  };
  const edge: Schema = {
    type: 'object',
    required: ['from', 'to'],
    properties: {
      from: { type: 'string', enum: ids },
      to: { type: 'string', enum: ids },
      when: TEXT,
      on: { type: 'string', enum: ['error', 'timeout'] },
    },
  };
  return {
    type: 'object',
    properties: {
      id: TEXT,
      name: TEXT,
      title: TEXT,
      description: TEXT,
      nodes: { type: 'array', items: node },
      edges: { type: 'array', items: edge },
    },
  };
}

const valueAt = (tree: Node, path: Path): unknown => {
  const node = findNodeAtLocation(tree, [...path]);
  return node && (getNodeValue(node) as unknown);
};

/** The part of a definition at a path. @param tree of the text, which may be malformed */
export function placeAt(tree: Node, path: Path, types: NodeTypeList): Place {
  const [list, index, part, ...rest] = path;
  if (list === 'nodes' && typeof index === 'number' && part === 'config') {
    const type = valueAt(tree, ['nodes', index, 'type']);
    const root = (types.nodeTypes.find((each) => each.type === type)?.schema ?? {}) as Schema;
    const config = valueAt(tree, ['nodes', index, 'config']);
    return { schema: stepTo(root, rest, config), root, nodeType: typeof type === 'string' ? type : null };
  }
  const definition = valueAt(tree, []);
  const root = flowSchema(definition, types);
  return { schema: stepTo(root, path, definition), root, nodeType: null };
}

const stepTo = (root: Schema, path: Path, value: unknown): Schema | null => schemaAt(root, path.map(String), value);

/** The fields that an object here can have. */
export function fieldsAt({ schema, root }: Place, value: unknown): Field[] {
  const object = isRecord(value) ? value : {};
  const shapes = (schema?.anyOf ?? [schema ?? {}]).map((each) => resolved(each, root));
  const fields = shapes.flatMap((shape) => fieldsOf(shape, root, object));
  return fields.filter(({ name }, n) => fields.findIndex((each) => each.name === name) === n);
}

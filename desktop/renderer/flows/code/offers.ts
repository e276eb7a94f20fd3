import { findNodeAtLocation, getLocation, getNodeValue, parseTree, type Node } from 'jsonc-parser';
import type { NodeTypeList } from '../../../../contract/nodeTypes.ts';
import { emptyOf, type Field, type Schema } from '../draft/schema.ts';
import { isRecord } from '../sketch.ts';
import { fieldsAt, placeAt, type Path, type Place } from './flowSchema.ts';

/** A completion. */
export interface Offer {
  /** As written, such as `"prompt"` or `true`. */
  written: string;
  /** Its display name; the same if it has none. */
  label: string;
  hint?: string;
  /** The inserted text. */
  insert: string;
  /** The caret position in it. */
  caret: number;
  /** Opens completion again for its value. */
  goesOn: boolean;
}

export interface Offers {
  /** The range of the typed start, which is replaced. */
  from: number;
  to: number;
  offers: Offer[];
}

/** The node types, with names in the author's language. */
export interface Known {
  types: NodeTypeList;
  /** The name of a field; `nodeType` is null outside configs. */
  nameOf(nodeType: string | null, field: Field): { label: string; hint?: string };
  /** The name of a value of a field. */
  wordFor(nodeType: string | null, name: string, value: string): string;
}

/** The completions at an offset of a definition, which may be incomplete; null if there are none. */
export function offersAt(text: string, offset: number, known: Known): Offers | null {
  const tree = parseTree(text);
  if (!tree) return null;
  const { path, isAtPropertyKey, previousNode: token } = getLocation(text, offset);
  const isInside = token !== undefined && token.offset < offset && offset <= token.offset + token.length;
  const range = isInside ? begun(text, offset, token) : { from: offset, to: offset };
  const offers = isAtPropertyKey
    ? keysAt(text, range, { tree, path: path.slice(0, -1), known })
    : valuesAt({ tree, path, known });
  return offers.length === 0 ? null : { ...range, offers };
}

/** The range already typed; an unclosed string ends after its word. */
function begun(text: string, offset: number, { offset: from, length }: Node): { from: number; to: number } {
  const isClosed = text[from] !== '"' || (length > 1 && text[from + length - 1] === '"');
  return { from, to: isClosed ? from + length : offset + /^[\w-]*/.exec(text.slice(offset, from + length))![0].length };
}

interface Asked {
  tree: Node;
  path: Path;
  known: Known;
}

/** The fields that the object does not have yet, plus the one being typed. */
function keysAt(text: string, range: { from: number; to: number }, { tree, path, known }: Asked): Offer[] {
  const place = placeAt(tree, path, known.types);
  const object = path.length === 0 ? tree : findNodeAtLocation(tree, [...path]);
  if (object?.type !== 'object') return [];
  const taken = new Set(
    (object.children ?? []).flatMap(({ children: [key] = [] }) =>
      key && key.offset !== range.from ? [String(key.value)] : [],
    ),
  );
  const hasValue = /^\s*:/.test(text.slice(range.to));
  const comma = /^\s*"/.test(text.slice(range.to)) ? ',' : '';
  return fieldsAt(place, getNodeValue(object))
    .filter(({ name }) => !taken.has(name))
    .map((field) => {
      const written = JSON.stringify(field.name);
      const { before, after } = hasValue ? { before: '', after: '' } : valueOf(field, place.root);
      return {
        written,
        ...known.nameOf(place.nodeType, field),
        insert: `${written}${before}${after}${hasValue ? '' : comma}`,
        caret: written.length + before.length,
        goesOn: !hasValue && (field.sort === 'choice' || field.sort === 'boolean'),
      };
    });
}

/** The initial value of a field, before and after the caret. */
function valueOf({ schema, sort }: Field, root: Schema): { before: string; after: string } {
  const empty = sort === 'choice' ? '' : emptyOf(sort === 'duration' ? {} : schema, root);
  if (typeof empty === 'string') return { before: ': "', after: '"' };
  if (Array.isArray(empty)) return { before: ': [', after: ']' };
  if (isRecord(empty)) return { before: ': {', after: '}' };
  return { before: ': ', after: '' };
}

/** The known values at the path. */
function valuesAt({ tree, path, known }: Asked): Offer[] {
  const last = path.at(-1);
  const { schema, nodeType } = placeAt(tree, path, known.types);
  const parent = placeAt(tree, path.slice(0, -1), known.types);
  const name = String(typeof last === 'number' ? path.at(-2) : last);
  const values = valuesOf({ parent, schema, last, tree, path, types: known.types });
  return values.map((value) => {
    const written = JSON.stringify(value);
    const label = typeof value === 'string' ? known.wordFor(nodeType, name, value) : written;
    return { written, label, insert: written, caret: written.length, goesOn: false };
  });
}

interface Values {
  parent: Place;
  schema: Schema | null;
  last: string | number | undefined;
  tree: Node;
  path: Path;
  types: NodeTypeList;
}

function valuesOf({ parent, schema, last, tree, path, types }: Values): readonly (string | boolean)[] {
  if (typeof last === 'number') {
    if (parent.schema?.kind === 'channels' || parent.schema?.kind === 'channelsOrWeb')
      return types.channels.map(({ name }) => name);
    return schema?.enum ?? [];
  }
  const object = findNodeAtLocation(tree, path.slice(0, -1));
  const field = fieldsAt(parent, object && getNodeValue(object)).find((each) => each.name === last);
  if (field?.sort === 'boolean') return [true, false];
  return field?.schema.enum ?? [];
}

import type { FieldErrors } from '../../../contract/problem.ts';
import type { Span } from './jsonPlaces.ts';
import { listIn } from './sketch.ts';

/** Something wrong with a definition, at the node where an author mends it. */
export interface Fault {
  /** Null for what is wrong with the flow as a whole. */
  nodeId: string | null;
  /** The part of the node or edge, as `config.prompt`; empty for the whole of it. */
  field: string;
  message: string;
  /** Where in the text; null when that cannot be told. */
  span: Span | null;
}

interface Sent {
  definition: unknown;
  places: ReadonlyMap<string, Span>;
}

/**
 * Brings what the server says is wrong to the nodes. It names nodes by their id (`nodes.review.config.prompt`) or, when
 * a definition is malformed, by their place (`nodes.3.type`), and edges by their place: these belong to the node that
 * they leave.
 */
export function faultsOf(fields: FieldErrors, { definition, places }: Sent): Fault[] {
  const ids = idsOf(definition);
  const edges = listIn(definition, 'edges');
  return Object.entries(fields).map(([name, message]): Fault => {
    const [list, key, ...rest] = name.split('.');
    const field = rest.join('.');
    if (list === 'nodes' && key !== undefined) {
      const index = ids.includes(key) ? ids.indexOf(key) : Number(key);
      const id = ids[index];
      return { nodeId: textOr(id), field, message, span: spanOf(['nodes', index, ...rest], places) };
    }
    if (list === 'edges' && key !== undefined) {
      const from = textOr(edges[Number(key)]?.['from']);
      const nodeId = ids.includes(from) ? from : null;
      return { nodeId, field: name, message, span: spanOf(['edges', key, ...rest], places) };
    }
    return { nodeId: null, field: name, message, span: spanOf(name.split('.'), places) };
  });
}

/** The ids of nodes by their place, whatever stands there. */
export const idsOf = (definition: unknown): unknown[] => listIn(definition, 'nodes').map(({ id }) => id);

const textOr = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** A part that is missing is shown at what it is missing from. */
function spanOf(path: (string | number)[], places: ReadonlyMap<string, Span>): Span | null {
  for (let length = path.length; length > 0; length -= 1) {
    const span = places.get(path.slice(0, length).join('.'));
    if (span) return span;
  }
  return null;
}

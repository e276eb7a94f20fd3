import type { FailedCheck, FieldChecks, FieldErrors } from '../../../contract/problem.ts';
import type { Span } from './jsonPlaces.ts';
import { listIn } from './sketch.ts';
import { namesIn } from './stepNames.ts';

/** A fault of a definition, assigned to the node where the author fixes it. */
export interface Fault {
  /** Null for faults of the flow as a whole. */
  nodeId: string | null;
  /** The part of the node or edge, such as `config.prompt`; empty for all of it. */
  field: string;
  message: string;
  /** The place in the text; null if unknown. */
  span: Span | null;
}

interface Sent {
  definition: unknown;
  places: ReadonlyMap<string, Span>;
}

/**
 * Assigns the server's faults to nodes. The server names nodes by id (`nodes.review.config.prompt`) or, in a malformed
 * definition, by index (`nodes.3.type`), and edges by index; an edge belongs to the node it leaves.
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

/**
 * The same checks with the names of steps, as the drawing shows them, in place of their ids.
 *
 * @param definition in which the checks failed
 */
export function withNames(checks: FieldChecks, definition: unknown): FieldChecks {
  const nodes = listIn(definition, 'nodes');
  const nameOf = (id: string): string | null => {
    const [node, ...others] = nodes.filter((each) => each['id'] === id);
    // an id that occurs twice is itself the fault
    return others.length > 0 ? null : textOr(node?.['name']);
  };
  const named = (check: FailedCheck): FailedCheck => ({
    ...check,
    values: namesIn(check.values, ['joins', 'path'], nameOf),
  });
  return Object.fromEntries(Object.entries(checks).map(([field, check]) => [field, named(check)]));
}

/** The ids of nodes by index, unchecked. */
export const idsOf = (definition: unknown): unknown[] => listIn(definition, 'nodes').map(({ id }) => id);

const textOr = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** A missing part is shown at its parent. */
function spanOf(path: (string | number)[], places: ReadonlyMap<string, Span>): Span | null {
  for (let length = path.length; length > 0; length -= 1) {
    const span = places.get(path.slice(0, length).join('.'));
    if (span) return span;
  }
  return null;
}

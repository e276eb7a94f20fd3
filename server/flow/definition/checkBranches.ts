import type { FieldChecks } from '../../../contract/problem.ts';
import { check } from '../../foundation/errors.ts';
import type { CompiledFlow } from '../definition.ts';

type Parts = Pick<CompiledFlow, 'nodes' | 'edgesFrom'>;

/** Forks nested deeper than this are not checked. */
const DEEPEST = 5;

/** The joins at which a branch can wait for its siblings, and whether it can end instead. */
interface Arrival {
  joins: Set<string>;
  canEnd: boolean;
}

/** A parallel always fails if two of its branches always wait at different joins. */
export function checkBranches({ nodes, edgesFrom }: Parts): FieldChecks {
  const faults: FieldChecks = {};
  for (const [id, { type }] of nodes) {
    if (type.type !== 'parallel') continue;
    const branches = edgesFrom.get(id)!.map(({ to }) => arrivalOf(to, { nodes, edgesFrom }));
    const waiting = branches.filter(({ canEnd, joins }) => !canEnd && joins.size > 0).map(({ joins }) => joins);
    const [one, other] = waiting.flatMap((joins, n) => {
      const apart = waiting.slice(n + 1).find((others) => [...joins].every((join) => !others.has(join)));
      return apart ? [joins, apart] : [];
    });
    if (one && other)
      faults[`nodes.${id}`] = check('branchesApart', { node: id, joins: [...one, ...other].join(', ') });
  }
  return faults;
}

/** Walks from the first node of a branch. A fork on the way is followed to its own join. */
function arrivalOf(first: string, { nodes, edgesFrom }: Parts): Arrival {
  const arrival: Arrival = { joins: new Set(), canEnd: false };
  const seen = new Set([`0 ${first}`]);
  for (const state of seen) {
    const [depthText, id] = state.split(' ') as [string, string];
    const depth = Number(depthText);
    const { type } = nodes.get(id)!.type;
    if (type === 'end' || depth > DEEPEST) arrival.canEnd = true;
    if (depth > DEEPEST) continue;
    if (type === 'join' && depth === 0) {
      arrival.joins.add(id);
      continue;
    }
    const left = type === 'join' ? depth - 1 : type === 'parallel' ? depth + 1 : depth;
    for (const { to } of edgesFrom.get(id)!) seen.add(`${left} ${to}`);
  }
  return arrival;
}

import fc from 'fast-check';
import type { FlowDefinition, FlowEdge, FlowNode } from '../../contract/flows.ts';
import type { TriedFlow, TriedStep } from '../../contract/trials.ts';
import { visitKeyOf } from '../../server/flow/branchRules.ts';
import type { StartOrder } from '../../server/flow/engine.ts';
import type { Expressions } from '../../server/flow/nodeType.ts';
import { MOST_TRIED_STEPS, tryFlow } from '../../server/flow/trial.ts';

/** A row of nodes. A row that ends has an end of its own, so that nothing comes to the join behind it. */
interface Row {
  blocks: Block[];
  ends: boolean;
}
type Block = 'set' | 'wait' | Row[];

const isBare = ({ blocks, ends }: Row): boolean => blocks.length === 0 && !ends;

export const { row: ROW } = fc.letrec<{ row: Row; block: Block }>((tie) => ({
  row: fc.record({
    blocks: fc.array(tie('block'), { maxLength: 3 }),
    ends: fc.nat(4).map((drawn) => drawn === 4),
  }),
  block: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom<Block>('set', 'wait'),
    // two branches without a node would be the same edge twice
    fc.array(tie('row'), { minLength: 2, maxLength: 3 }).filter((rows) => rows.filter(isBare).length < 2),
  ),
}));

/** Writes rows down as a flow, and remembers which nodes stand in the branches of each join. */
class Writer {
  readonly nodes: FlowNode[] = [];
  readonly edges: FlowEdge[] = [];
  readonly within: Record<string, string[]> = {};

  add(type: string, config: FlowNode['config'] = {}): string {
    const id = `${type}${this.nodes.length}`;
    this.nodes.push({ id, type, config });
    return id;
  }

  /** @returns the last node; null where nothing comes after the row any more */
  write({ blocks, ends }: Row, from: string): string | null {
    let last: string | null = from;
    for (const block of blocks) if (last !== null) last = this.writeBlock(block, last);
    if (last === null || !ends) return last;
    this.follow(last, this.add('end'));
    return null;
  }

  follow(from: string, to: string): string {
    this.edges.push({ from, to });
    return to;
  }

  private writeBlock(block: Block, from: string): string | null {
    if (block === 'wait') return this.follow(from, this.add('wait'));
    if (block === 'set') return this.follow(from, this.add('set', { values: { [`v${this.nodes.length}`]: '1' } }));
    const fork = this.follow(from, this.add('parallel'));
    const [first, join] = [this.nodes.length, `${fork}-join`];
    for (const row of block) {
      const last = this.write(row, fork);
      if (last !== null) this.follow(last, join);
    }
    if (!this.edges.some(({ to }) => to === join)) return null;
    this.within[join] = this.nodes.slice(first).map(({ id }) => id);
    this.nodes.push({ id: join, type: 'join', config: {} });
    return join;
  }
}

export function written(row: Row, id: string): { definition: FlowDefinition; within: Writer['within'] } {
  const writer = new Writer();
  const last = writer.write(row, writer.add('start'));
  if (last !== null) writer.follow(last, writer.add('end'));
  const { nodes, edges, within } = writer;
  return { definition: { id, name: id, nodes, edges }, within };
}

/** Nodes in a row, each with ways to some that come later; most drawings are no sensible flow, and many may be saved. */
export const DRAWING = fc.array(
  fc.record({
    type: fc.constantFrom('wait', 'hang', 'parallel', 'parallel', 'join', 'join', 'condition'),
    ways: fc.uniqueArray(fc.nat(3), { minLength: 2, maxLength: 2 }),
    isTaken: fc.boolean(),
  }),
  { minLength: 3, maxLength: 10 },
);
export type Drawing = typeof DRAWING extends fc.Arbitrary<infer Value> ? Value : never;

export function drawn(drawing: Drawing, id: string): FlowDefinition {
  const types = ['start', ...drawing.map(({ type }) => type), 'end'];
  const later = (n: number, way: number) => `n${Math.min(n + 1 + way, types.length - 1)}`;
  const edges = drawing.flatMap(({ type, ways, isTaken }, at): FlowEdge[] => {
    const [from, tos] = [`n${at + 1}`, ways.map((way) => later(at + 1, way))];
    if (type === 'parallel') return [...new Set(tos)].map((to) => ({ from, to }));
    if (type !== 'condition') return [{ from, to: tos[0]! }];
    return [
      { from, to: tos[0]!, when: String(isTaken) },
      { from, to: tos[1]! },
    ];
  });
  edges.unshift({ from: 'n0', to: 'n1' });
  const reached = new Set(['n0']);
  for (const from of reached) for (const edge of edges) if (edge.from === from) reached.add(edge.to);
  return {
    id,
    name: id,
    nodes: types.map((type, n) => ({ id: `n${n}`, type, config: {} })).filter((node) => reached.has(node.id)),
    edges: edges.filter(({ from }) => reached.has(from)),
  };
}

/** Leaves out a drawing that may not be saved. */
export function skipRefused(error: Error): never {
  fc.pre(!/joinAlone|parallel/.test(error.message));
  throw error;
}

/** The steps of an execution or a trial, without their order. */
export const inAnyOrder = (steps: (Pick<TriedStep, 'nodeId'> & { status: string })[]): string[] =>
  steps.map(({ nodeId, status }) => `${nodeId} ${status}`).sort();

/** Tries a flow. Everybody who is asked answers, except in the visit that times out. */
export function tryDrawn(
  { flow, startedBy }: StartOrder,
  expressions: Expressions,
  timedOut?: string,
): Promise<TriedFlow> {
  const given = { kind: 'output', output: 'yes' } as const;
  const waits = (id: string) => flow.nodes.get(id)?.type.type === 'wait';
  const noAnswer = { kind: 'failure', code: 'human_input_timeout' } as const;
  const visits = Array.from({ length: MOST_TRIED_STEPS }, (_, n) => n + 1); // branches in branches double them
  const keys = [...flow.nodes.keys()].flatMap((id) => visits.map((n) => visitKeyOf(id, n)));
  return tryFlow({
    flow,
    variables: {},
    given: Object.fromEntries(keys.map((key) => [key, key === timedOut && waits(key) ? noAnswer : given])),
    by: startedBy,
    expressions,
    now: 0,
    signal: new AbortController().signal,
  });
}

import fc from 'fast-check';
import type { FlowDefinition, FlowEdge, FlowNode } from '../../contract/flows.ts';

/** A row of pieces. A row that ends has an end of its own. */
export interface RichRow {
  pieces: Piece[];
  ends: boolean;
}
/** A node that may fail. */
type Risky = 'call' | 'send' | 'bad';
interface RiskyPiece {
  risky: Risky;
  fails: boolean;
  /** Null: nothing catches it. */
  onError: RichRow | null;
}
/** A row that is walked several times. It waits at its end. */
interface LoopPiece {
  again: RichRow;
  times: number;
  rest: 'question' | 'delay';
}
type Piece =
  | 'set'
  | 'question'
  | 'call'
  | 'send'
  | { delayMs: number }
  | RiskyPiece
  | { timeoutMs: number; on: ('error' | 'timeout')[]; path: RichRow }
  | LoopPiece
  | { branches: RichRow[] };

const isBare = ({ pieces, ends }: RichRow): boolean => pieces.length === 0 && !ends;

export const { row: RICH_ROW } = fc.letrec<{ row: RichRow; piece: Piece }>((tie) => ({
  row: fc.record({
    pieces: fc.array(tie('piece'), { maxLength: 3 }),
    ends: fc.nat(6).map((drawn) => drawn === 6),
  }),
  piece: fc.oneof(
    { maxDepth: 2 },
    { weight: 4, arbitrary: fc.constantFrom<Piece>('set', 'question', 'question', 'call', 'send') },
    { weight: 1, arbitrary: fc.record({ delayMs: fc.constantFrom(1, 3000, 60_000) }) },
    {
      weight: 2,
      arbitrary: fc.record({
        risky: fc.constantFrom<Risky>('call', 'send', 'bad'),
        fails: fc.boolean(),
        onError: fc.option(tie('row'), { freq: 6 }),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        timeoutMs: fc.constantFrom(1, 5000, 60_000),
        on: fc.constantFrom<('error' | 'timeout')[]>(['error'], ['timeout'], ['error', 'timeout']),
        path: tie('row'),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        again: tie('row'),
        times: fc.integer({ min: 1, max: 3 }),
        rest: fc.constantFrom<'question' | 'delay'>('question', 'delay'),
      }),
    },
    {
      weight: 4,
      arbitrary: fc.record({
        branches: fc.array(tie('row'), { minLength: 2, maxLength: 3 }).filter((rows) => rows.filter(isBare).length < 2),
      }),
    },
  ),
}));

/** A flow, and what it has to be started with. */
export interface RichFlow {
  definition: FlowDefinition;
  variables: Record<string, number>;
}

/** An edge without its target. */
type End = Pick<FlowEdge, 'from' | 'when' | 'on'>;

class RichWriter {
  readonly nodes: FlowNode[] = [];
  readonly edges: FlowEdge[] = [];
  readonly variables: Record<string, number> = {};

  write({ pieces, ends }: RichRow, from: End[]): End[] {
    let open = from;
    for (const piece of pieces) if (open.length > 0) open = this.writePiece(piece, open);
    if (!ends || open.length === 0) return open;
    this.add(open, 'end');
    return [];
  }

  add(from: End[], type: string, config: FlowNode['config'] = {}, name = type): string {
    const id = `${name}${this.nodes.length}`;
    this.nodes.push({ id, type, config });
    this.lead(from, id);
    return id;
  }

  private lead(from: End[], to: string): void {
    for (const end of from) this.edges.push({ ...end, to });
  }

  private writePiece(piece: Piece, open: End[]): End[] {
    if (piece === 'set') {
      const name = `v${this.nodes.length}`;
      return [{ from: this.add(open, 'set', { values: { [name]: '1' } }) }];
    }
    if (typeof piece === 'string') return [{ from: this.add(open, piece) }];
    if ('delayMs' in piece) return [{ from: this.add(open, 'delay', { for: piece.delayMs }) }];
    if ('risky' in piece) return this.writeRisky(piece, open);
    if ('timeoutMs' in piece) {
      const from = this.add(open, 'question', { timeoutMs: piece.timeoutMs }, 'late');
      return [{ from }, ...this.write(piece.path, [{ from, on: piece.on[0]! }])];
    }
    if ('again' in piece) return this.writeLoop(piece, open);
    return this.writeBranches(piece.branches, open);
  }

  private writeRisky({ risky, fails, onError }: RiskyPiece, open: End[]): End[] {
    const config: FlowNode['config'] = risky === 'bad' ? { expression: fails ? '1 + "x"' : '1' } : { fails };
    const from = this.add(open, risky === 'bad' ? 'condition' : risky, config);
    return onError ? [{ from }, ...this.write(onError, [{ from, on: 'error' }])] : [{ from }];
  }

  private writeLoop({ again, times, rest }: LoopPiece, open: End[]): End[] {
    const count = `c${this.nodes.length}`;
    this.variables[count] = 0;
    const head = this.add(open, 'set', { values: { [count]: `${count} + 1` } });
    const done = this.write(again, [{ from: head }]);
    if (done.length === 0) return [];
    const last = this.add(done, rest, rest === 'delay' ? { for: 1000 } : {});
    const choice = this.add([{ from: last }], 'condition', { expression: `${count} < ${times}` });
    this.lead([{ from: choice, when: choice }], head);
    return [{ from: this.add([{ from: choice }], 'set', { values: { [count]: '0' } }) }];
  }

  private writeBranches(rows: RichRow[], open: End[]): End[] {
    const fork = this.add(open, 'parallel');
    const ends = rows.flatMap((row) => this.write(row, [{ from: fork }]));
    return ends.length === 0 ? [] : [{ from: this.add(ends, 'join') }];
  }
}

export function richFlow(row: RichRow, id: string): RichFlow {
  const writer = new RichWriter();
  const last = writer.write(row, [{ from: writer.add([], 'start') }]);
  if (last.length > 0) writer.add(last, 'end');
  const { nodes, edges, variables } = writer;
  return { definition: { id, name: id, nodes, edges }, variables };
}

const KINDS = ['question', 'late', 'call', 'send', 'bad', 'delay', 'parallel', 'join', 'condition', 'loop'] as const;

/** Nodes in a row, with ways to some that come later, and ways back that are taken a few times. */
export const RICH_DRAWING = fc.array(
  fc.record({
    kind: fc.constantFrom(...KINDS, 'question' as const, 'parallel' as const, 'parallel' as const, 'join' as const),
    ways: fc.uniqueArray(fc.nat(3), { minLength: 2, maxLength: 2 }),
    /** Whether its condition holds, or whether it fails. */
    isSo: fc.boolean(),
    isCaught: fc.boolean(),
    back: fc.nat(4),
  }),
  { minLength: 3, maxLength: 10 },
);
export type RichDrawing = typeof RICH_DRAWING extends fc.Arbitrary<infer Value> ? Value : never;
type Drawn = RichDrawing[number];

const FAILS: Partial<Record<Drawn['kind'], (isSo: boolean) => FlowNode['config']>> = {
  question: () => ({}),
  late: () => ({ timeoutMs: 5000 }),
  call: (fails) => ({ fails }),
  send: (fails) => ({ fails }),
  bad: (fails) => ({ expression: fails ? '1 + "x"' : '1' }),
};
const TYPES: Partial<Record<Drawn['kind'], string>> = { late: 'question', bad: 'condition', loop: 'set' };

export function richDrawing(drawing: RichDrawing, id: string): RichFlow {
  const ids = ['start', ...drawing.map(({ kind }, n) => `${kind}${n + 1}`), 'end'];
  const variables: Record<string, number> = {};
  const nodes: FlowNode[] = [{ id: 'start', type: 'start', config: {} }];
  const edges: FlowEdge[] = [{ from: 'start', to: ids[1]! }];
  for (const [n, { kind, ways, isSo, isCaught, back }] of drawing.entries()) {
    const from = ids[n + 1]!;
    const [to, other] = ways.map((way) => ids[Math.min(n + 2 + way, ids.length - 1)]!) as [string, string];
    const config = kind === 'delay' ? { for: 1000 } : (FAILS[kind]?.(isSo) ?? {});
    if (kind === 'loop') {
      const [count, rest, choice] = [`c${n + 1}`, `${from}rest`, `${from}choice`];
      variables[count] = 0;
      nodes.push({ id: from, type: 'set', config: { values: { [count]: `${count} + 1` } } });
      nodes.push({ id: rest, type: 'delay', config: { for: 1 } }, { id: choice, type: 'condition', config: {} });
      edges.push({ from, to: rest }, { from: rest, to: choice }, { from: choice, to });
      edges.push({ from: choice, to: ids[Math.max(1, n - back)]!, when: `${count} < 3` });
      continue;
    }
    nodes.push({ id: from, type: TYPES[kind] ?? kind, config });
    if (kind === 'parallel') edges.push(...[...new Set([to, other])].map((each) => ({ from, to: each })));
    else if (kind === 'condition') edges.push({ from, to, when: String(isSo) }, { from, to: other });
    else edges.push({ from, to }, ...(FAILS[kind] && isCaught ? [{ from, to: other, on: 'error' as const }] : []));
  }
  nodes.push({ id: 'end', type: 'end', config: {} });
  const reached = new Set(['start']);
  for (const from of reached) for (const edge of edges) if (edge.from === from) reached.add(edge.to);
  return {
    definition: {
      id,
      name: id,
      nodes: nodes.filter((node) => reached.has(node.id)),
      edges: edges.filter(({ from }) => reached.has(from)),
    },
    variables,
  };
}

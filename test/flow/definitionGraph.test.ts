import { expect } from 'chai';
import fc from 'fast-check';
import type { FlowDefinition, FlowEdge } from '../../contract/flows.ts';
import { checkDefinition } from '../../server/flow/definition.ts';
import { NODE_TYPES, refusalOf } from './flows.ts';

const RUNS = { seed: 20_261, numRuns: 3000 };
const WAITS = new Set(['delay', 'ask']);
const CONFIGS: Record<string, FlowDefinition['nodes'][number]['config']> = { delay: { for: 1 } };

/** Small graphs of every shape, most of them invalid. */
const anyFlow = fc
  .record({
    types: fc.array(fc.constantFrom('condition', 'delay', 'ask', 'parallel', 'join', 'end', 'start', 'oracle'), {
      maxLength: 7,
    }),
    edges: fc.array(
      fc.record({
        from: fc.nat(9),
        to: fc.nat(9),
        when: fc.constantFrom(undefined, 'true', '1 +'),
        on: fc.constantFrom(undefined, undefined, 'error' as const, 'timeout' as const),
      }),
      { maxLength: 16 },
    ),
  })
  .map(({ types, edges }) =>
    toFlow(
      ['start', ...types, 'end'],
      edges.map((edge) => ({ ...edge, from: `n${edge.from}`, to: `n${edge.to}` })),
    ),
  );

/** Graphs in which only a loop can be invalid: every node leads straight to the end, and back by conditions. */
const loopFlow = fc
  .record({
    types: fc.array(fc.constantFrom('condition', 'delay', 'ask'), { minLength: 1, maxLength: 7 }),
    back: fc.array(fc.record({ from: fc.nat(6), to: fc.nat(6), isError: fc.boolean() }), { maxLength: 10 }),
  })
  .map(({ types, back }) => {
    const end = types.length + 1;
    const inner = types.map((_, n) => n + 1);
    const edges: FlowEdge[] = inner.flatMap((n) => [
      { from: 'n0', to: `n${n}`, ...(n === 1 ? {} : { when: 'true' }) },
      { from: `n${n}`, to: `n${end}` },
    ]);
    const failing = new Set<string>();
    for (const { from, to, isError } of back) {
      const edge = { from: `n${(from % types.length) + 1}`, to: `n${(to % types.length) + 1}` };
      if (!isError) edges.push({ ...edge, when: 'true' });
      else if (!failing.has(edge.from)) edges.push({ ...edge, on: 'error' });
      if (isError) failing.add(edge.from);
    }
    return toFlow(['start', ...types, 'end'], edges);
  });

function toFlow(types: string[], edges: FlowEdge[]): FlowDefinition {
  return {
    id: 'any',
    name: 'Any',
    nodes: types.map((type, n) => ({ id: `n${n}`, type, config: CONFIGS[type] ?? {} })),
    edges,
  };
}

/** Tries every walk without a wait that visits no node twice. */
function hasRestlessLoop({ nodes, edges }: FlowDefinition): boolean {
  const isWait = (id: string) => WAITS.has(nodes.find((node) => node.id === id)!.type);
  const steps = edges.filter(({ from, on }) => !isWait(from) || on === 'error');
  const walk = (at: string, home: string, seen: string[]): boolean =>
    steps.some(({ from, to }) => from === at && (to === home || (!seen.includes(to) && walk(to, home, [...seen, to]))));
  return nodes.some(({ id }) => walk(id, id, [id]));
}

describe('Any graph', () => {
  it('is accepted, or refused with a message, and never breaks the check', () => {
    fc.assert(
      fc.property(anyFlow, (definition) => {
        const checked = checkDefinition(definition, NODE_TYPES);
        if (checked.ok) return;
        expect(Object.values(checked.faults)).to.not.be.empty;
        for (const fault of Object.values(checked.faults)) expect(fault).to.have.property('id');
      }),
      RUNS,
    );
  });

  it('is refused for a loop without a wait exactly if there is one', () => {
    let refused = 0;
    fc.assert(
      fc.property(loopFlow, (definition) => {
        const faults = Object.values(refusalOf(definition));
        const isRefused = faults.some(({ id }) => id === 'restlessLoop');
        refused += Number(isRefused);
        expect(isRefused).to.equal(hasRestlessLoop(definition));
        expect(faults.length).to.equal(Number(isRefused));
      }),
      RUNS,
    );
    expect(refused).to.be.within(RUNS.numRuns * 0.2, RUNS.numRuns * 0.8); // both sides were tried
  });

  it('of 500 nodes, half of them parallel, is checked in a moment', () => {
    const inner = Array.from({ length: 498 }, (_, n) => n + 1);
    const types = ['start', ...inner.map((n) => (n % 2 === 0 ? 'parallel' : 'condition')), 'end'];
    const edges: FlowEdge[] = inner.flatMap((n) => [
      { from: `n${n}`, to: `n${n + 1}` },
      { from: `n${n}`, to: `n${Math.min(n + 5, 499)}`, ...(n % 2 === 0 ? {} : { when: 'true' }) },
    ]);
    const before = performance.now();
    expect(refusalOf(toFlow(types, [{ from: 'n0', to: 'n1' }, ...edges]))).to.deep.equal({});
    expect(performance.now() - before).to.be.below(2000);
  });
});

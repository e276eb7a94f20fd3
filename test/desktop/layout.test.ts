import { expect } from 'chai';
import fc from 'fast-check';
import { LABEL_CHARACTERS } from '../../desktop/renderer/flows/edgeLabels.ts';
import { meet, type Box, type Point } from '../../desktop/renderer/flows/geometry.ts';
import { layOut, NODE_HEIGHT, NODE_WIDTH, type Drawn } from '../../desktop/renderer/flows/layout.ts';
import type { Sketch } from '../../desktop/renderer/flows/sketch.ts';

/** Every third edge has no label, every third a condition, every third is an error edge. */
const sketchOf = (count: number, ends: [number, number][]): Sketch => ({
  nodes: Array.from({ length: count }, (_, n) => ({ id: `n${n}`, type: 'set', name: `Node ${n}` })),
  edges: ends.map(([from, to], index) => ({
    index,
    from: `n${from}`,
    to: `n${to}`,
    ...(index % 3 === 1 && { when: 'x'.repeat(1 + (index % 40)) }),
    ...(index % 3 === 2 && { on: 'timeout' as const }),
  })),
});

const RUNS = { numRuns: 50 };

/** Any nodes and edges: in loops, twice, to themselves, or not at all. */
const sketches = fc.integer({ min: 0, max: 24 }).chain((count) => {
  const node = fc.integer({ min: 0, max: Math.max(0, count - 1) });
  const ends = fc.array(fc.tuple(node, node), { maxLength: count === 0 ? 0 : 40 });
  return ends.map((each) => sketchOf(count, each));
});
/** Each edge leads to a node later in the list, so none closes a loop. */
const withoutLoops = sketches.map(({ nodes, edges }) => {
  const number = (id: string) => Number(id.slice(1));
  const forward = edges.filter(({ from, to }) => number(from) < number(to));
  return { nodes, edges: forward };
});

const touches = (corner: Point, { x, y }: Point): boolean =>
  x > corner.x && x < corner.x + NODE_WIDTH && y > corner.y && y < corner.y + NODE_HEIGHT;
const overlap = (one: Point, other: Point): boolean =>
  Math.abs(one.x - other.x) < NODE_WIDTH && Math.abs(one.y - other.y) < NODE_HEIGHT;
const boxOf = ({ x, y }: Point): Box => ({
  x: x + NODE_WIDTH / 2,
  y: y + NODE_HEIGHT / 2,
  width: NODE_WIDTH,
  height: NODE_HEIGHT,
});
const leadsDown = ({ points }: Pick<Drawn, 'points'>): boolean => points[0]!.y < points.at(-1)!.y;
const onBorder = (corner: Point, { x, y }: Point): boolean =>
  x >= corner.x && x <= corner.x + NODE_WIDTH && y >= corner.y && y <= corner.y + NODE_HEIGHT;

describe('The drawing of a flow', () => {
  it('gives every node its own place', () =>
    fc.assert(
      fc.property(sketches, (sketch) => {
        const { places } = layOut(sketch);
        expect([...places.keys()]).to.deep.equal(sketch.nodes.map(({ id }) => id));
        const corners = [...places.values()];
        corners.forEach((one, n) =>
          corners.slice(n + 1).forEach((other) => expect(overlap(one, other), 'two nodes overlap').to.equal(false)),
        );
        for (const { x, y } of corners) expect(Number.isFinite(x) && Number.isFinite(y)).to.equal(true);
      }),
      RUNS,
    ));

  it('handles nodes named like built-in properties', () => {
    const ids = ['constructor', 'toString', '__proto__'];
    const nodes = ids.map((id) => ({ id, type: 'set', name: id }));
    const { places, edges } = layOut({ nodes, edges: [{ index: 0, from: 'constructor', to: '__proto__' }] });
    expect([...places.keys()]).to.deep.equal(ids);
    expect(edges).to.have.length(1);
  });

  it('draws every edge from one node to the other, and through no node', () =>
    fc.assert(
      fc.property(sketches, (sketch) => {
        const { places, edges } = layOut(sketch);
        expect(edges.map(({ edge }) => edge)).to.deep.equal(sketch.edges);
        for (const { edge, points } of edges) {
          expect(onBorder(places.get(edge.from)!, points[0]!), 'begins at its node').to.equal(true);
          expect(onBorder(places.get(edge.to)!, points.at(-1)!), 'ends at its node').to.equal(true);
          for (const point of points)
            for (const corner of places.values()) expect(touches(corner, point), 'runs through a node').to.equal(false);
        }
      }),
      RUNS,
    ));

  it('has room for the label of every edge: none touches a node', () =>
    fc.assert(
      fc.property(sketches, (sketch) => {
        const { places, edges } = layOut(sketch);
        const nodes = [...places.values()].map(boxOf);
        for (const { edge, label } of edges) {
          expect(label.width > 0, 'has room where it says something').to.equal(Boolean(edge.when ?? edge.on));
          for (const node of nodes) expect(meet(label, node), 'words on a node').to.equal(false);
        }
      }),
      RUNS,
    ));

  it('keeps labels apart on edges that leave one node, and on edges that go up beside each other', () => {
    const when = 'w'.repeat(LABEL_CHARACTERS);
    const ways = (ends: [number, number][]) => {
      const { nodes, edges } = sketchOf(5, ends);
      return layOut({ nodes, edges: edges.map((edge) => ({ ...edge, when })) }).edges.map(({ label }) => label);
    };
    for (const labels of [
      ways([1, 2, 3, 4].map((to) => [0, to])),
      ways([1, 1].map((to) => [0, to])),
      ways([
        [0, 1],
        [1, 2],
        [1, 0],
        [2, 0],
        [2, 1],
      ]),
    ])
      labels.forEach((one, n) =>
        labels.slice(n + 1).forEach((other) => expect(meet(one, other), 'words on words').to.equal(false)),
      );
  });

  it('draws edges downwards, loop edges upwards, and self edges beside everything', () =>
    fc.assert(
      fc.property(sketches, (sketch) => {
        const { places, edges } = layOut(sketch);
        const right = Math.max(0, ...[...places.values()].map(({ x }) => x + NODE_WIDTH));
        for (const { edge, points, isBeside } of edges) {
          expect(isBeside).to.equal(edge.from === edge.to);
          if (isBeside) expect(Math.max(...points.map(({ x }) => x))).to.be.above(right);
          const ordered = leadsDown({ points }) ? points : [...points].reverse();
          if (!isBeside) ordered.slice(1).forEach(({ y }, n) => expect(y, 'never turns').to.be.above(ordered[n]!.y));
        }
      }),
      RUNS,
    ));

  it('draws no edge upwards if there is no loop', () =>
    fc.assert(
      fc.property(withoutLoops, (sketch) => {
        expect(layOut(sketch).edges.every(leadsDown)).to.equal(true);
      }),
      RUNS,
    ));

  it('is the same each time', () =>
    fc.assert(
      fc.property(sketches, (sketch) => {
        expect(layOut(sketch)).to.deep.equal(layOut(structuredClone(sketch)));
      }),
      RUNS,
    ));

  it('handles the largest flow that can be saved', () => {
    const row = Array.from({ length: 499 }, (_, n): [number, number] => [n, n + 1]);
    const far = Array.from({ length: 1500 }, (_, n): [number, number] => [n % 500, (n * 7) % 500]);
    const { places, edges } = layOut(sketchOf(500, [...row, ...far]));
    expect(edges.slice(0, 499).some(({ isBeside }) => isBeside)).to.equal(false);
    expect(places.size).to.equal(500);
    expect(new Set([...places.values()].map(({ y }) => y)).size).to.equal(500);
  });

  it('keeps branches side by side, between their fork and their join', () => {
    const ends: [number, number][] = [
      [0, 1],
      [0, 2],
      [1, 3],
      [2, 3],
    ];
    const { places } = layOut(sketchOf(4, ends));
    const [top, left, right, bottom] = [...places.values()] as [Point, Point, Point, Point];
    expect(left.y).to.equal(right.y).and.to.be.above(top.y).and.below(bottom.y);
    expect(top.x).to.equal(bottom.x);
    expect(left.x).to.not.equal(right.x);
  });
});

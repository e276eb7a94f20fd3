import { expect } from 'chai';
import fc from 'fast-check';
import { layOut } from '../../desktop/renderer/flows/layout.ts';
import { sketchOf } from '../../desktop/renderer/flows/sketch.ts';

const word = fc.oneof(fc.constantFrom('a', 'b', 'c', '', 'constructor'), fc.jsonValue());
/** An incomplete definition, as somebody types it. */
const unfinished = fc.record(
  {
    nodes: fc.oneof(
      fc.array(fc.oneof(fc.record({ id: word, type: word, name: word }, { requiredKeys: [] }), fc.jsonValue())),
      fc.jsonValue(),
    ),
    edges: fc.oneof(
      fc.array(
        fc.oneof(fc.record({ from: word, to: word, when: word, on: word }, { requiredKeys: [] }), fc.jsonValue()),
      ),
      fc.jsonValue(),
    ),
  },
  { requiredKeys: [] },
);

describe('The drawable part of a definition', () => {
  it('has each node once, and edges between existing nodes', () =>
    fc.assert(
      fc.property(fc.oneof(unfinished, fc.anything()), (definition) => {
        const { nodes, edges } = sketchOf(definition);
        const ids = nodes.map(({ id }) => id);
        expect(new Set(ids).size).to.equal(ids.length);
        for (const { id, name, type } of nodes) expect([id, name, type].every((each) => typeof each === 'string'));
        for (const { from, to, index } of edges) {
          expect(ids).to.include.members([from, to]);
          expect((definition as { edges: object[] }).edges[index]).to.include({ from, to });
        }
        expect(layOut({ nodes, edges }).places.size).to.equal(nodes.length);
      }),
    ));

  it("shows a node's name without direction characters", () =>
    expect(sketchOf({ nodes: [{ id: 'a', type: 'end', name: '\u202eThe end' }] }).nodes[0]!.name).to.equal('The end'));

  it('describes each node as written', () => {
    const definition = {
      nodes: [
        { id: 'a', type: 'start', name: 'Begin' },
        { id: 'b', name: '' },
        { type: 'end' },
        { id: 'a', type: 'set' },
      ],
      edges: [
        { from: 'a', to: 'nowhere' },
        null,
        { from: 'a', to: 'b', when: 'x > 1' },
        { from: 'b', to: 'a', on: 'x' },
      ],
    };
    expect(sketchOf(definition)).to.deep.equal({
      nodes: [
        { id: 'a', type: 'start', name: 'Begin' },
        { id: 'b', type: '', name: 'b' },
      ],
      edges: [
        { index: 2, from: 'a', to: 'b', when: 'x > 1', on: undefined },
        { index: 3, from: 'b', to: 'a', when: undefined, on: undefined },
      ],
    });
  });
});

import { expect } from 'chai';
import fc from 'fast-check';
import { faultsOf, idsOf, withNames } from '../../desktop/renderer/flows/faults.ts';
import type { FailedCheck } from '../../contract/problem.ts';
import { readJson } from '../../desktop/renderer/flows/jsonPlaces.ts';

/** The server's faults for this definition, and the text that each leads to. */
function faultsIn(definition: unknown, fields: Record<string, string>) {
  const text = JSON.stringify(definition, null, 2);
  const read = readJson(text);
  if (!read.ok) throw new Error('not JSON');
  return faultsOf(fields, { definition: read.value, places: read.places }).map(({ span, ...fault }) => ({
    ...fault,
    at: span && (JSON.parse(text.slice(span.start, span.end)) as unknown),
  }));
}
const faultIn = (definition: unknown, field: string) => faultsIn(definition, { [field]: 'wrong' })[0]!;

const FLOW = {
  id: 'asking',
  nodes: [
    { id: 'start', type: 'start' },
    { id: 'ask', type: 'human', config: { prompt: 'Well?', options: ['yes'] } },
    { id: 'ask', type: 'end' },
  ],
  edges: [
    { from: 'start', to: 'ask' },
    { from: 'nowhere', to: 'ask' },
  ],
};

describe('An error in a definition', () => {
  for (const [field, expected] of Object.entries({
    'nodes.ask.config.prompt': { nodeId: 'ask', field: 'config.prompt', at: 'Well?' },
    'nodes.ask.config.options.0': { nodeId: 'ask', field: 'config.options.0', at: 'yes' },
    'nodes.ask.config.assignees.users': { nodeId: 'ask', field: 'config.assignees.users', at: FLOW.nodes[1]!.config },
    'nodes.0.type': { nodeId: 'start', field: 'type', at: 'start' },
    'nodes.2': { nodeId: 'ask', field: '', at: FLOW.nodes[2] },
    'nodes.9.type': { nodeId: null, field: 'type', at: FLOW.nodes },
    'nodes.lost.id': { nodeId: null, field: 'id', at: FLOW.nodes },
    nodes: { nodeId: null, field: 'nodes', at: FLOW.nodes },
    'edges.0.to': { nodeId: 'start', field: 'edges.0.to', at: 'ask' },
    'edges.1.when': { nodeId: null, field: 'edges.1.when', at: FLOW.edges[1] },
    'edges.7': { nodeId: null, field: 'edges.7', at: FLOW.edges },
    id: { nodeId: null, field: 'id', at: 'asking' },
    name: { nodeId: null, field: 'name', at: null },
  }))
    it(`is shown where ${field} leads`, () =>
      expect(faultIn(FLOW, field)).to.deep.equal({ ...expected, message: 'wrong' }));

  it('names a step as the drawing does, unless its id is the fault', () => {
    const nodes = [
      { id: 'ask', type: 'human', name: 'Ask somebody' },
      { id: 'call', type: 'http' },
      { id: 'twice', type: 'end', name: 'Done' },
      { id: 'twice', type: 'end', name: 'Gone' },
    ];
    const said = (node: string) => withNames({ 'nodes.0': { id: 'noWayOn', values: { node } } }, { nodes })['nodes.0'];
    for (const [id, name] of Object.entries({ ask: 'Ask somebody', call: 'call', twice: 'twice', lost: 'lost' }))
      expect(said(id), id).to.deep.equal({ id: 'noWayOn', values: { node: name } });
    expect(withNames({ name: { id: 'missing', values: {} } }, { nodes })).to.deep.equal({
      name: { id: 'missing', values: {} },
    });
    expect(withNames({}, null)).to.deep.equal({});
  });

  it('names each step of a loop, and each step where branches are joined', () => {
    const nodes = [
      { id: 'ask', type: 'human', name: 'Ask twice' },
      { id: 'call', type: 'http' },
      { id: 'twice', type: 'join', name: 'Both $& are here' },
    ];
    const said = (check: FailedCheck) => withNames({ 'nodes.0': check }, { nodes })['nodes.0']!.values;
    expect(said({ id: 'restlessLoop', values: { path: 'ask → call → ask' } })).to.deep.equal({
      path: 'Ask twice → call → Ask twice',
    });
    expect(said({ id: 'branchesApart', values: { node: 'ask', joins: 'twice, call' } })).to.deep.equal({
      node: 'Ask twice',
      joins: 'Both $& are here, call',
    });
    expect(said({ id: 'nameOfNothing', values: { name: 'ask' } })).to.deep.equal({ name: 'ask' });
  });

  it('is shown at its node, wherever that is', () =>
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.stringMatching(/^[a-z][a-zA-Z0-9_]{0,9}$/), { minLength: 1, maxLength: 20 }),
        fc.nat(),
        (ids, pick) => {
          const nodes = ids.map((id) => ({ id, type: 'human', config: { prompt: `of ${id}` } }));
          const id = ids[pick % ids.length]!;
          const named = faultIn({ nodes, edges: [] }, `nodes.${id}.config.prompt`);
          expect(named).to.include({ nodeId: id, field: 'config.prompt', at: `of ${id}` });
          expect(faultIn({ nodes, edges: [] }, `nodes.${ids.indexOf(id)}.config.prompt`)).to.deep.equal(named);
        },
      ),
    ));

  it('is reported for anything that is not a definition at all', () =>
    fc.assert(
      fc.property(
        fc.oneof(fc.jsonValue(), fc.record({ nodes: fc.jsonValue(), edges: fc.jsonValue() })),
        fc.constantFrom('body', 'nodes', 'nodes.ask.id', 'nodes.0.id', 'edges.0.from', 'edges', ''),
        (definition, field) => {
          expect(faultIn(definition, field)).to.include({ message: 'wrong' });
          expect(idsOf(definition)).to.be.an('array');
        },
      ),
    ));
});

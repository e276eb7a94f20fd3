import { expect } from 'chai';
import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { offersAt, type Known, type Offer } from '../../../desktop/renderer/flows/code/offers.ts';
import { nodeTypesForAuthors } from '../../../server/flow/authoringRoutes.ts';
import { createNodeTypes, type NodeTypeParts } from '../../../server/nodeTypes.ts';

const known: Known = {
  types: {
    nodeTypes: nodeTypesForAuthors(
      createNodeTypes({ delegations: { obstacleTo: () => 'delegation_off' } } as unknown as NodeTypeParts),
    ),
    channels: [{ name: 'teams', displayName: 'Microsoft Teams', isOn: true }],
  },
  nameOf: (nodeType, { name }) => ({ label: `${nodeType ?? 'flow'} ${name}` }),
  wordFor: (_nodeType, name, value) => `${name} ${value}`,
};

/** The offers at `|`. */
function offered(text: string): Offer[] {
  const offset = text.indexOf('|');
  return offersAt(text.replace('|', ''), offset, known)?.offers ?? [];
}
const written = (text: string): string[] => offered(text).map((each) => each.written);

/** The text after accepting the offer, with the caret in it. */
function taken(text: string, name: string): string {
  const offset = text.indexOf('|');
  const whole = text.replace('|', '');
  const { from, to, offers } = offersAt(whole, offset, known)!;
  const offer = offers.find((each) => each.written === name)!;
  const { insert, caret } = offer;
  return `${whole.slice(0, from)}${insert.slice(0, caret)}|${insert.slice(caret)}${whole.slice(to)}`;
}

const inConfig = (type: string, config: string): string =>
  `{ "nodes": [{ "id": "a", "type": "${type}", "config": ${config} }], "edges": [{ "from": "a", "to": "b" }] }`;

describe("desktop: completions in a definition's text", () => {
  it('are the fields that are missing', () => {
    expect(written('{ | }')).to.deep.equal(['"id"', '"name"', '"title"', '"description"', '"nodes"', '"edges"']);
    expect(written('{ "name": "x", | }')).to.include('"nodes"').and.not.include('"name"');
    expect(written('{ "nodes": [{ | }] }')).to.deep.equal(['"id"', '"type"', '"name"', '"config"']);
    expect(written('{ "nodes": [{ "id": "a", "type": "delay", "config": { | } }] }')).to.deep.equal([
      '"for"',
      '"until"',
    ]);
    expect(written(inConfig('human', '{ "assignees": { "users": [], | } }'))).to.deep.equal([
      '"groups"',
      '"variable"',
      '"starter"',
    ]);
  });

  it('are those of the intended shape, also for a list item', () => {
    expect(written(inConfig('drive_write', '{ "action": "share", | }'))).to.include('"access"');
    expect(written(inConfig('drive_write', '{ "action": "upload", | }'))).to.include('"content"');
    expect(written(inConfig('human', '{ "facts": [{ "kind": "money", | }] }'))).to.include('"currency"');
    expect(written(inConfig('human', '{ "options": [{ | }] }'))).to.include.members(['"value"', '"label"']);
  });

  it('are the known values', () => {
    expect(written('{ "nodes": [{ "type": | }] }')).to.include.members(['"human"', '"start"']);
    expect(written(inConfig('human', '{ "strategy": "|" }'))).to.deep.equal(['"any"', '"all"']);
    expect(written(inConfig('human', '{ "requireIdentity": | }'))).to.deep.equal(['true', 'false']);
    expect(written(inConfig('human', '{ "channels": ["|"] }'))).to.deep.equal(['"teams"']);
    expect(written(inConfig('human', '{ "facts": [{ "kind": "|" }] }'))).to.include.members(['"money"', '"link"']);
    expect(written('{ "nodes": [{ "id": "a" }, { "id": "b" }], "edges": [{ "from": "|" }] }')).to.deep.equal([
      '"a"',
      '"b"',
    ]);
    expect(offered(inConfig('human', '{ "strategy": "|" }'))[0]!.label).to.equal('strategy any');
  });

  it('are empty where anything is allowed', () => {
    for (const text of ['{ "name": "|" }', '[|]', '|', inConfig('no_such_type', '{ | }'), '{ "nothing": { | } }'])
      expect(offered(text), text).to.deep.equal([]);
  });

  it('are inserted with their punctuation, replacing what was typed', () => {
    expect(taken('{ "na| }', '"name"')).to.equal('{ "name": "|" }');
    expect(taken('{ "na|" }', '"name"')).to.equal('{ "name": "|" }');
    expect(taken('{ |"name": "x" }', '"nodes"')).to.equal('{ "nodes": [|],"name": "x" }');
    expect(taken('{ "na|": "x" }', '"name"')).to.equal('{ "name"|: "x" }');
    expect(taken(inConfig('human', '{ "st|" }'), '"strategy"')).to.include('{ "strategy": "|" }');
    expect(taken(inConfig('human', '{ "as|" }'), '"assignees"')).to.include('{ "assignees": {|} }');
    expect(taken(inConfig('human', '{ "strategy": "a|ny" }'), '"all"')).to.include('{ "strategy": "all"| }');
    expect(offered(inConfig('human', '{ "st|" }')).find((each) => each.written === '"strategy"')!.goesOn).to.equal(
      true,
    );
  });

  it('can be requested anywhere in any text, and replace only the current word', () => {
    const sample = readFileSync('samples/expense-approval.json', 'utf8');
    const broken = fc
      .tuple(fc.nat(sample.length), fc.nat(8), fc.string({ unit: fc.constantFrom(...'{}[]",: a1') }))
      .map(([at, length, put]) => sample.slice(0, at) + put + sample.slice(at + length));
    fc.assert(
      fc.property(fc.oneof(broken, fc.string()), fc.nat(), (text, n) => {
        const offset = n % (text.length + 1);
        const found = offersAt(text, offset, known);
        if (!found) return;
        expect(found.from).to.be.at.most(offset);
        expect(found.to).to.be.at.least(offset);
        for (const { insert, caret } of found.offers) expect(caret).to.be.within(0, insert.length);
      }),
      { numRuns: 300 },
    );
  });
});

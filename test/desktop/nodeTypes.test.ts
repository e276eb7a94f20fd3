import { expect } from 'chai';
import { isNodeType, wordOfType } from '../../desktop/renderer/flows/nodeTypes.ts';
import english from '../../contract/languages/en.json' with { type: 'json' };
import german from '../../contract/languages/de.json' with { type: 'json' };
import type { Text } from '../../desktop/renderer/text.ts';
import { createNodeTypes, type NodeTypeParts } from '../../server/nodeTypes.ts';

/** No node runs here; only their names are read. */
const served = [...createNodeTypes({} as NodeTypeParts).keys()];
const known = Object.keys(english).filter((id) => id.startsWith('nodeType.'));

describe("The client's names for node types", () => {
  it("cover the server's types", () => {
    const names = known.map((id) => id.slice('nodeType.'.length));
    expect(names.filter((name) => !name.endsWith('.text'))).to.have.members(served);
    expect(names.filter((name) => name.endsWith('.text'))).to.have.members(served.map((type) => `${type}.text`));
    expect(served.filter((type) => !isNodeType(type))).to.deep.equal([]);
  });

  it('are all different, in both languages', () => {
    for (const words of [english, german]) {
      const text: Text = (id) => words[id];
      const said = served.map((type) => wordOfType(type, text));
      expect(new Set(said).size).to.equal(served.length);
      expect(said).to.not.include.members(['human', 'llm']);
    }
  });

  it("fall back to an unknown type's own name", () => {
    for (const type of ['oracle', '', 'constructor']) expect(wordOfType(type, () => 'a word')).to.equal(type);
  });
});

import { expect } from 'chai';
import fc from 'fast-check';
import { parseModal } from '../../bot/slack/parse.ts';
import { parseCard } from '../../bot/teams/parse.ts';
import { typedText, typedValue } from '../../contract/answers.ts';
import { outlineOf, treeOf } from '../../contract/answers/outline.ts';
import type { HierarchyNode, VariableSpec } from '../../contract/variables.ts';
import { parseForm } from '../../server/channels/email/fields/fields.ts';

const spec: VariableSpec = { name: 'x', type: 'hierarchy' };
const variables = [spec];

/** How each place where people type a tree parses the text; `treeOf` is what the web client calls. */
const READERS: Record<string, (text: string) => unknown> = {
  'the web client': treeOf,
  'whatever takes typed text': (text) => typedValue(spec, text),
  Slack: (text) => parseModal({ variables }, { f_x: { v: { value: text } } })['x'],
  Teams: (text) => parseCard({ variables }, { f_x: text }).values['x'],
  'the response page': (text) => parseForm(variables, () => [text])['x'],
};

/** A tree in short: `a(b c)` is an entry with two below it. */
const short = (tree: HierarchyNode[]): string =>
  tree.map(({ label, children }) => label + (children.length > 0 ? `(${short(children)})` : '')).join(' ');

const TREES: [text: string, tree: string][] = [
  ['a\n    b\n    c', 'a(b c)'],
  ['a\n    b\n        c\n    d\ne', 'a(b(c) d) e'],
  ['a\n b\n  c', 'a(b(c))'],
  ['a\n      b\n  c', 'a(b c)'],
  ['a\n\tb\n\n\t\tc\n d\ne', 'a(b(c) d) e'],
  ['      far in\n a', 'far in a'],
  ['a\r\n  b\r\n', 'a(b)'],
];

const label = fc
  .string({ minLength: 1, maxLength: 8 })
  .filter((text) => text === text.trim() && !/[\n\t\r\v\f\u2028\u2029]/.test(text) && text.trim() !== '');
const nodes = (depth: number): fc.Arbitrary<HierarchyNode[]> =>
  fc.array(fc.record({ label, children: depth > 0 ? nodes(depth - 1) : fc.constant([]) }), { maxLength: 3 });

describe('an outline', () => {
  for (const [place, read] of Object.entries(READERS))
    for (const [text, tree] of TREES)
      it(`means the same tree everywhere: ${JSON.stringify(text)} in ${place}`, () => {
        expect(short(read(text) as HierarchyNode[])).to.equal(tree);
      });

  it('is a tree again when it is parsed, as long as it has an entry', () => {
    fc.assert(
      fc.property(nodes(4), (tree) => {
        expect(treeOf(outlineOf(tree))).to.deep.equal(tree);
        expect(typedValue(spec, typedText(spec, tree)!) ?? []).to.deep.equal(tree);
      }),
    );
  });
});

import { expect } from 'chai';
import fc from 'fast-check';
import { LIMITS } from '../../../../contract/answers/bounds.ts';
import type { HierarchyNode } from '../../../../contract/variables.ts';
import { outlineOf, treeOf } from '../../../../contract/answers/outline.ts';
import {
  addAfter,
  addInside,
  countEntries,
  entryAt,
  indent,
  insert,
  moveDown,
  moveUp,
  outdent,
  pathsOf,
  remove,
  rename,
  withoutBlank,
  type Changed,
} from '../../../../desktop/renderer/inputs/tree/tree.ts';
import { ACTIONS, TREE_ACTIONS } from '../../../../desktop/renderer/inputs/tree/treeActions.ts';

const nodes = (depth: number): fc.Arbitrary<HierarchyNode[]> =>
  fc.array(
    fc.record({
      label: fc.string({ minLength: 1, maxLength: 3 }),
      children: depth > 1 ? nodes(depth - 1) : fc.constant([]),
    }),
    { minLength: depth === LIMITS.hierarchyDepth ? 1 : 0, maxLength: 3 },
  );
const trees = nodes(LIMITS.hierarchyDepth);

const depthOf = (tree: HierarchyNode[]): number => Math.max(0, ...pathsOf(tree).map(({ length }) => length));
const labelsOf = (tree: HierarchyNode[]): string[] => pathsOf(tree).map((path) => entryAt(tree, path)!.label);

const tree = treeOf('a\n  b\n    c\n  d\ne');
const lines = (changed: Changed | null) => changed && [outlineOf(changed.tree), changed.at?.join('.') ?? null];

describe('desktop/renderer/inputs: building a tree', () => {
  it('adds, renames and removes entries in place', () => {
    expect(lines(addAfter(tree, [0, 0]))).to.deep.equal(['a\n  b\n    c\n  \n  d\ne', '0.1']);
    expect(lines(addAfter([], null))).to.deep.equal(['', '0']);
    expect(lines(addInside(tree, [0]))).to.deep.equal(['a\n  b\n    c\n  d\n  \ne', '0.2']);
    expect(outlineOf(rename(tree, [0, 1], 'x'))).to.equal('a\n  b\n    c\n  x\ne');
    expect(lines(remove(tree, [0, 1]))).to.deep.equal(['a\n  b\n    c\ne', '0.0.0']);
    expect(lines(remove(tree, [0]))).to.deep.equal(['e', '0']);
    expect(lines(remove(treeOf('a'), [0]))).to.deep.equal(['', null]);
  });

  it('moves an entry with its subtree, and says where it cannot go', () => {
    expect(lines(indent(tree, [0, 1]))).to.deep.equal(['a\n  b\n    c\n    d\ne', '0.0.1']);
    expect(indent(tree, [0, 0])).to.equal(null);
    expect(lines(outdent(tree, [0, 0]))).to.deep.equal(['a\n  d\nb\n  c\ne', '1']);
    expect(outdent(tree, [1])).to.equal(null);
    expect(lines(moveUp(tree, [1]))).to.deep.equal(['e\na\n  b\n    c\n  d', '0']);
    expect(moveUp(tree, [0])).to.equal(null);
    expect(lines(moveDown(tree, [0, 0]))).to.deep.equal(['a\n  d\n  b\n    c\ne', '0.1']);
    expect(moveDown(tree, [0, 1])).to.equal(null);
  });

  it('replaces a blank entry with pasted ones, and adds them after one with text', () => {
    const pasted = treeOf('x\n  y\nz');
    expect(lines(insert(treeOf('a\nb'), [0], pasted))).to.deep.equal(['a\nx\n  y\nz\nb', '2']);
    const { tree: begun, at } = addAfter(treeOf('a\nb'), [0]);
    expect(lines(insert(begun, at!, pasted))).to.deep.equal(['a\nx\n  y\nz\nb', '2']);
    expect(insert(treeOf('a\n b\n  c\n   d\n    e\n     f'), [0, 0, 0, 0, 0, 0], pasted), 'too deep').to.equal(null);
  });

  it('leaves blank entries out of the answer, unless something is below them', () => {
    const blank: HierarchyNode = { label: ' ', children: [] };
    expect(withoutBlank([blank, { label: '', children: [{ label: 'a', children: [blank] }] }])).to.deep.equal([
      { label: '', children: [{ label: 'a', children: [] }] },
    ]);
  });

  it('never exceeds the depth limit, loses nothing, and knows where the entry went', () => {
    fc.assert(
      fc.property(trees, fc.nat(), fc.constantFrom(...TREE_ACTIONS), (start, seed, action) => {
        const paths = pathsOf(start);
        const path = paths[seed % paths.length]!;
        const changed = ACTIONS[action](start, path);
        if (!changed) return;
        expect(depthOf(changed.tree)).to.be.at.most(LIMITS.hierarchyDepth);
        if (action === 'remove') {
          expect(countEntries(changed.tree)).to.equal(countEntries(start) - countEntries([entryAt(start, path)!]));
          return;
        }
        const added = action === 'after' || action === 'inside' ? [''] : [];
        expect(labelsOf(changed.tree)).to.have.members([...labelsOf(start), ...added]);
        const moved = added.length > 0 ? { label: '', children: [] } : entryAt(start, path);
        expect(entryAt(changed.tree, changed.at!)).to.deep.equal(moved);
      }),
    );
  });

  it('reverses an indent by an outdent, and a move up by a move down', () => {
    fc.assert(
      fc.property(trees, fc.nat(), (start, seed) => {
        const paths = pathsOf(start);
        const path = paths[seed % paths.length]!;
        const up = moveUp(start, path);
        if (up) expect(moveDown(up.tree, up.at!)?.tree).to.deep.equal(start);
        const inside = indent(start, path);
        if (inside) expect(outdent(inside.tree, inside.at!)).to.deep.equal({ tree: start, at: path });
      }),
    );
  });
});

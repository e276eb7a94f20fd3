import { LIMITS } from '../../../../contract/answers/bounds.ts';
import type { HierarchyNode } from '../../../../contract/variables.ts';

/** The path of an entry: its index among the roots, then among the children of each ancestor. */
export type Path = readonly number[];

/** A tree after a change, and the new path of the changed entry. */
export interface Changed {
  tree: HierarchyNode[];
  at: Path | null;
}

type Siblings = (nodes: readonly HierarchyNode[]) => HierarchyNode[];

const BLANK: HierarchyNode = { label: '', children: [] };

export const entryAt = (tree: readonly HierarchyNode[], path: Path): HierarchyNode | undefined =>
  path.slice(1).reduce<HierarchyNode | undefined>((node, index) => node?.children[index], tree[path[0]!]);

export const countEntries = (tree: readonly HierarchyNode[]): number =>
  tree.reduce((sum, { children }) => sum + 1 + countEntries(children), 0);

/** All paths in reading order. */
export const pathsOf = (tree: readonly HierarchyNode[], above: Path = []): Path[] =>
  tree.flatMap(({ children }, index) => [[...above, index], ...pathsOf(children, [...above, index])]);

const heightOf = ({ children }: HierarchyNode): number => 1 + Math.max(0, ...children.map(heightOf));
const parentOf = (path: Path): Path => path.slice(0, -1);
const indexOf = (path: Path): number => path.at(-1)!;
const fits = (path: Path, node: HierarchyNode): boolean => path.length - 1 + heightOf(node) <= LIMITS.hierarchyDepth;

function changeSiblings(tree: readonly HierarchyNode[], parent: Path, change: Siblings): HierarchyNode[] {
  const [index, ...below] = parent;
  if (index === undefined) return change(tree);
  return tree.map((node, at) =>
    at === index ? { ...node, children: changeSiblings(node.children, below, change) } : node,
  );
}

const take = (tree: readonly HierarchyNode[], path: Path): HierarchyNode[] =>
  changeSiblings(tree, parentOf(path), (nodes) => nodes.filter((_node, index) => index !== indexOf(path)));

const put = (tree: readonly HierarchyNode[], path: Path, ...added: HierarchyNode[]): HierarchyNode[] =>
  changeSiblings(tree, parentOf(path), (nodes) => [
    ...nodes.slice(0, indexOf(path)),
    ...added,
    ...nodes.slice(indexOf(path)),
  ]);

/** Moves an entry with its subtree; null if it would be too deep. */
function move(tree: readonly HierarchyNode[], from: Path, to: Path): Changed | null {
  const node = entryAt(tree, from);
  if (!node || !fits(to, node)) return null;
  return { tree: put(take(tree, from), to, node), at: to };
}

export function rename(tree: readonly HierarchyNode[], path: Path, label: string): HierarchyNode[] {
  return changeSiblings(tree, parentOf(path), (nodes) =>
    nodes.map((node, index) => (index === indexOf(path) ? { ...node, label } : node)),
  );
}

/** Adds a sibling after this entry, or the first entry of an empty tree. */
export function addAfter(tree: readonly HierarchyNode[], path: Path | null): Changed {
  const at = path ? [...parentOf(path), indexOf(path) + 1] : [tree.length];
  return { tree: put(tree, at, BLANK), at };
}

/** Adds a last child to this entry. */
export function addInside(tree: readonly HierarchyNode[], path: Path): Changed | null {
  const node = entryAt(tree, path);
  const at = [...path, node?.children.length ?? 0];
  return node && fits(at, BLANK) ? { tree: put(tree, at, BLANK), at } : null;
}

/** Inserts pasted entries: they replace a blank entry, or follow one with text. */
export function insert(tree: readonly HierarchyNode[], path: Path, pasted: readonly HierarchyNode[]): Changed | null {
  const at = [...parentOf(path), indexOf(path) + 1];
  if (pasted.length === 0 || !pasted.every((node) => fits(at, node))) return null;
  const longer = put(tree, at, ...pasted);
  const { label, children } = entryAt(tree, path) ?? BLANK;
  const isReplaced = label.trim() === '' && children.length === 0;
  const last = indexOf(at) + pasted.length - 1 - (isReplaced ? 1 : 0);
  return { tree: isReplaced ? take(longer, path) : longer, at: [...parentOf(path), last] };
}

/** Removes an entry; the previous one is selected, or the next one if there is none. */
export function remove(tree: readonly HierarchyNode[], path: Path): Changed {
  const left = take(tree, path);
  const before = pathsOf(tree).findIndex((each) => each.join() === path.join()) - 1;
  return { tree: left, at: pathsOf(left)[Math.max(0, before)] ?? null };
}

/** Makes an entry a child of the one before it. */
export function indent(tree: readonly HierarchyNode[], path: Path): Changed | null {
  if (indexOf(path) === 0) return null;
  const before = [...parentOf(path), indexOf(path) - 1];
  return move(tree, path, [...before, entryAt(tree, before)?.children.length ?? 0]);
}

/** Moves an entry out of its parent, right after it. */
export function outdent(tree: readonly HierarchyNode[], path: Path): Changed | null {
  const parent = parentOf(path);
  return parent.length === 0 ? null : move(tree, path, [...parentOf(parent), indexOf(parent) + 1]);
}

export function moveUp(tree: readonly HierarchyNode[], path: Path): Changed | null {
  return indexOf(path) === 0 ? null : move(tree, path, [...parentOf(path), indexOf(path) - 1]);
}

export function moveDown(tree: readonly HierarchyNode[], path: Path): Changed | null {
  const hasNext = entryAt(tree, [...parentOf(path), indexOf(path) + 1]) !== undefined;
  return hasNext ? move(tree, path, [...parentOf(path), indexOf(path) + 1]) : null;
}

/** The tree as an answer: without blank entries, unless they have children. */
export const withoutBlank = (tree: readonly HierarchyNode[]): HierarchyNode[] =>
  tree.flatMap(({ label, children }) => {
    const below = withoutBlank(children);
    return label.trim() === '' && below.length === 0 ? [] : [{ label, children: below }];
  });

import type { HierarchyNode } from '../../../contract/variables.ts';

const INDENT = '  ';

/** Lines of text to a tree: a line that stands further in than the one above belongs to it. Blank lines are left out. */
export function treeOf(lines: string): HierarchyNode[] {
  const roots: HierarchyNode[] = [];
  const open: { depth: number; node: HierarchyNode }[] = [];
  for (const line of lines.split('\n')) {
    const label = line.trim();
    if (label === '') continue;
    const depth = line.replaceAll('\t', INDENT).search(/\S/);
    while (open.length > 0 && open.at(-1)!.depth >= depth) open.pop();
    const node: HierarchyNode = { label, children: [] };
    (open.at(-1)?.node.children ?? roots).push(node);
    open.push({ depth, node });
  }
  return roots;
}

/** A tree to lines of text, two blanks for every level. */
export const linesOf = (nodes: readonly HierarchyNode[], depth = 0): string =>
  nodes
    .flatMap(({ label, children }) => [
      INDENT.repeat(depth) + label,
      ...(children.length > 0 ? [linesOf(children, depth + 1)] : []),
    ])
    .join('\n');

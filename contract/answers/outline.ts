import type { HierarchyNode } from '../variables.ts';

const INDENT = '  ';

/** Lines of text to a tree: a line that stands further in than the one above belongs to it. Blank lines are left out. */
export function treeOf(text: string): HierarchyNode[] {
  const roots: HierarchyNode[] = [];
  const open: { depth: number; node: HierarchyNode }[] = [];
  for (const line of text.split('\n')) {
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

/** A tree to lines of text. Tolerates what was never checked, such as a default that an author wrote. */
export function outlineOf(nodes: unknown, indent = ''): string {
  const entries: (Partial<HierarchyNode> | null)[] = Array.isArray(nodes) ? nodes : [];
  return entries
    .flatMap((node) => [`${indent}${node?.label ?? ''}`, outlineOf(node?.children, indent + INDENT)])
    .filter((lines) => lines !== '')
    .join('\n');
}

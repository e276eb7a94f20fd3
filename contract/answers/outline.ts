import type { HierarchyNode } from '../variables.ts';

const INDENT = '  ';

/** Parses indented lines into a tree: a line indented more than the one above is its child. Skips blank lines. */
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

/** Writes a tree as indented lines. Tolerates unchecked input, such as an author's default. */
export function outlineOf(nodes: unknown, indent = ''): string {
  const entries: (Partial<HierarchyNode> | null)[] = Array.isArray(nodes) ? nodes : [];
  return entries
    .flatMap((node) => [`${indent}${node?.label ?? ''}`, outlineOf(node?.children, indent + INDENT)])
    .filter((lines) => lines !== '')
    .join('\n');
}

import type { HierarchyNode } from '../../../../contract/variables.ts';
import { addAfter, addInside, indent, moveDown, moveUp, outdent, remove, type Changed, type Path } from './tree.ts';

/** What can be done to an entry, in the order of the buttons. */
export const TREE_DEEDS = ['after', 'inside', 'outdent', 'indent', 'up', 'down', 'remove'] as const;
export type TreeDeed = (typeof TREE_DEEDS)[number];

export const DEEDS: Record<TreeDeed, (tree: readonly HierarchyNode[], path: Path) => Changed | null> = {
  after: addAfter,
  inside: addInside,
  outdent,
  indent,
  up: moveUp,
  down: moveDown,
  remove,
};

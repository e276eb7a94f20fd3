import type { HierarchyNode } from '../../../../contract/variables.ts';
import { addAfter, addInside, indent, moveDown, moveUp, outdent, remove, type Changed, type Path } from './tree.ts';

/** The actions on an entry, in the order of the buttons. */
export const TREE_ACTIONS = ['after', 'inside', 'outdent', 'indent', 'up', 'down', 'remove'] as const;
export type TreeAction = (typeof TREE_ACTIONS)[number];

export const ACTIONS: Record<TreeAction, (tree: readonly HierarchyNode[], path: Path) => Changed | null> = {
  after: addAfter,
  inside: addInside,
  outdent,
  indent,
  up: moveUp,
  down: moveDown,
  remove,
};

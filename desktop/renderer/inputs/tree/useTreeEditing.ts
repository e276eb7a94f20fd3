import { useEffect, useRef, useState, type ClipboardEvent, type KeyboardEvent, type RefObject } from 'react';
import { countBounds } from '../../../../contract/answers.ts';
import { treeOf } from '../../../../contract/answers/outline.ts';
import type { HierarchyNode, VariableSpec } from '../../../../contract/variables.ts';
import { addAfter, countEntries, entryAt, insert, pathsOf, rename, type Changed, type Path } from './tree.ts';
import { ACTIONS, type TreeAction } from './treeActions.ts';
import { actionOf } from './treeKeys.ts';

export const FIRST_ENTRY = 'first';

interface Options {
  spec: VariableSpec;
  tree: HierarchyNode[];
  onChange(tree: HierarchyNode[]): void;
  /** Contains the fields. Each has its path as `data-path`; the button for the first entry has `FIRST_ENTRY`. */
  root: RefObject<HTMLElement | null>;
}

/** The event handlers of an entry's field. */
export interface EntryHandlers {
  onKeyDown(event: KeyboardEvent<HTMLInputElement>, path: Path): void;
  onPaste(event: ClipboardEvent<HTMLInputElement>, path: Path): void;
  onFocus(path: Path): void;
  onRename(path: Path, label: string): void;
}

interface TreeEditing extends EntryHandlers {
  /** The entry that buttons act on: the one that last had the focus. */
  at: Path;
  can(action: TreeAction): boolean;
  /** @param isFollowed the focus follows the entry */
  perform(action: TreeAction, path: Path, isFollowed: boolean): void;
  addFirst(): void;
}

/** Edits a tree by keyboard, paste and buttons, and moves the focus along. */
export function useTreeEditing({ spec, tree, onChange, root }: Options): TreeEditing {
  const [current, setCurrent] = useState<Path>([0]);
  const wanted = useRef<string | null>(null);
  useEffect(() => {
    if (wanted.current) focusOn(root.current, wanted.current);
    wanted.current = null;
  });
  const most = countBounds(spec).max;
  const at = entryAt(tree, current) ? current : [0];

  /** Refuses more entries than the maximum, unless the number does not grow. */
  const fits = (changed: Changed): boolean => countEntries(changed.tree) <= Math.max(most, countEntries(tree));
  const apply = (changed: Changed | null, isFollowed: boolean): void => {
    if (!changed || !fits(changed)) return;
    if (isFollowed) wanted.current = changed.at?.join('.') ?? FIRST_ENTRY;
    setCurrent(changed.at ?? [0]);
    onChange(changed.tree);
  };
  const perform = (action: TreeAction, path: Path, isFollowed: boolean) =>
    apply(ACTIONS[action](tree, path), isFollowed);
  return {
    at,
    perform,
    addFirst: () => apply(addAfter(tree, null), true),
    can: (action) => {
      const changed = ACTIONS[action](tree, at);
      return changed !== null && fits(changed);
    },
    onFocus: setCurrent,
    onRename: (path, label) => onChange(rename(tree, path, label)),
    onKeyDown: (event, path) => {
      const action = actionOf(event);
      const neighbour = action ? null : neighbourOf(event, tree, path);
      if (!action && !neighbour) return;
      event.preventDefault(); // Enter would submit the form
      if (action) perform(action, path, true);
      else focusOn(root.current, neighbour!.join('.'));
    },
    onPaste: (event, path) => {
      const pasted = event.clipboardData.getData('text');
      if (!pasted.trim().includes('\n')) return;
      event.preventDefault();
      apply(insert(tree, path, treeOf(pasted)), true);
    },
  };
}

const focusOn = (root: HTMLElement | null, place: string): void =>
  root?.querySelector<HTMLElement>(`[data-path="${place}"]`)?.focus();

/** The entry above or below, for arrow keys. */
function neighbourOf({ key, altKey, ctrlKey, metaKey }: KeyboardEvent, tree: HierarchyNode[], path: Path): Path | null {
  if (altKey || ctrlKey || metaKey || (key !== 'ArrowUp' && key !== 'ArrowDown')) return null;
  const paths = pathsOf(tree);
  const index = paths.findIndex((each) => each.join() === path.join());
  return paths[index + (key === 'ArrowUp' ? -1 : 1)] ?? null;
}

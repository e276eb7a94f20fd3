import { useEffect, useRef, useState, type ClipboardEvent, type KeyboardEvent, type RefObject } from 'react';
import { countBounds } from '../../../../contract/answers.ts';
import { treeOf } from '../../../../contract/answers/outline.ts';
import type { HierarchyNode, VariableSpec } from '../../../../contract/variables.ts';
import { addAfter, countEntries, entryAt, insert, pathsOf, rename, type Changed, type Path } from './tree.ts';
import { DEEDS, type TreeDeed } from './treeDeeds.ts';
import { deedOf } from './treeKeys.ts';

export const FIRST_ENTRY = 'first';

interface Options {
  spec: VariableSpec;
  tree: HierarchyNode[];
  onChange(tree: HierarchyNode[]): void;
  /** Holds the fields; each carries its place as `data-path`, and the button for the first entry `FIRST_ENTRY`. */
  root: RefObject<HTMLElement | null>;
}

/** What the field of an entry reports. */
export interface EntryHandlers {
  onKeyDown(event: KeyboardEvent<HTMLInputElement>, path: Path): void;
  onPaste(event: ClipboardEvent<HTMLInputElement>, path: Path): void;
  onFocus(path: Path): void;
  onRename(path: Path, label: string): void;
}

interface TreeEditing extends EntryHandlers {
  /** The entry that buttons work on: the one that had the focus last. */
  at: Path;
  can(deed: TreeDeed): boolean;
  /** @param isFollowed the focus goes where the entry goes */
  perform(deed: TreeDeed, path: Path, isFollowed: boolean): void;
  addFirst(): void;
}

/** Changes a tree by keyboard, paste and buttons, and takes the focus along. */
export function useTreeEditing({ spec, tree, onChange, root }: Options): TreeEditing {
  const [current, setCurrent] = useState<Path>([0]);
  const wanted = useRef<string | null>(null);
  useEffect(() => {
    if (wanted.current) focusOn(root.current, wanted.current);
    wanted.current = null;
  });
  const most = countBounds(spec).max;
  const at = entryAt(tree, current) ? current : [0];

  /** More entries than there may be are refused, unless there are no more of them than before. */
  const fits = (changed: Changed): boolean => countEntries(changed.tree) <= Math.max(most, countEntries(tree));
  const apply = (changed: Changed | null, isFollowed: boolean): void => {
    if (!changed || !fits(changed)) return;
    if (isFollowed) wanted.current = changed.at?.join('.') ?? FIRST_ENTRY;
    setCurrent(changed.at ?? [0]);
    onChange(changed.tree);
  };
  const perform = (deed: TreeDeed, path: Path, isFollowed: boolean) => apply(DEEDS[deed](tree, path), isFollowed);
  return {
    at,
    perform,
    addFirst: () => apply(addAfter(tree, null), true),
    can: (deed) => {
      const changed = DEEDS[deed](tree, at);
      return changed !== null && fits(changed);
    },
    onFocus: setCurrent,
    onRename: (path, label) => onChange(rename(tree, path, label)),
    onKeyDown: (event, path) => {
      const deed = deedOf(event);
      const neighbour = deed ? null : neighbourOf(event, tree, path);
      if (!deed && !neighbour) return;
      event.preventDefault(); // Enter would send the form
      if (deed) perform(deed, path, true);
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

/** The entry above or below, for the arrow keys. */
function neighbourOf({ key, altKey, ctrlKey, metaKey }: KeyboardEvent, tree: HierarchyNode[], path: Path): Path | null {
  if (altKey || ctrlKey || metaKey || (key !== 'ArrowUp' && key !== 'ArrowDown')) return null;
  const paths = pathsOf(tree);
  const index = paths.findIndex((each) => each.join() === path.join());
  return paths[index + (key === 'ArrowUp' ? -1 : 1)] ?? null;
}

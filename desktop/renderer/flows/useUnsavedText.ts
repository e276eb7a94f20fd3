import { useRef, useState } from 'react';
import type { SavedFlow } from '../../../contract/flows.ts';
import { useDrafts, type UnsavedDefinition } from '../drafts/DraftsProvider.tsx';
import type { PersonStorage } from '../personStorage.ts';
import { beginHistory, change as changed, redo, undo, type History } from './draft/history.ts';
import { nameForNewFlow } from './newFlowDrafts.ts';

/** Changes of the same field within this time are one undo step. */
const ONE_CHANGE_MS = 2000;

/** The text that this window stored or found per flow; other windows use the same storage. */
const KEPT_HERE = new Map<string, string>();

function found(definitions: Pick<PersonStorage<UnsavedDefinition>, 'read'>, name: string | null) {
  const draft = name === null ? null : definitions.read(name);
  if (name !== null && draft) KEPT_HERE.set(name, draft.text);
  return draft;
}

/**
 * The text of a definition with undo and redo. Unsaved text is kept in this browser.
 *
 * @param keptAs the id of the flow, or the name of an unsaved new one; null for one that has just been begun, which gets
 *   its name with its first change
 * @param version the newest saved one; null for none
 */
export function useUnsavedText(keptAs: string | null, version: number | null, original: string) {
  const { definitions } = useDrafts();
  const keep = (name: string, draft: UnsavedDefinition): void => {
    definitions.write(name, draft);
    KEPT_HERE.set(name, draft.text);
  };
  const [kept] = useState(() => found(definitions, keptAs));
  const own = useRef(keptAs);
  const [isUntouched, setUntouched] = useState(kept !== null);
  const [state, setState] = useState(() => ({
    history: beginHistory(kept?.text ?? original),
    base: original,
    madeOn: kept?.madeOn ?? version,
    left: new Map<string, number | null>(),
    at: 0,
  }));
  const isChanged = state.history.present !== state.base;
  // without changes of their own, the author sees the newest saved text
  if (!isChanged && state.base !== original)
    setState({ history: beginHistory(original), base: original, madeOn: version, left: new Map(), at: 0 });
  else if (isChanged && state.base !== original) setState({ ...state, base: original });
  const { present: source, past, future } = state.history;
  const isSame = source === original;

  /** @param begun the base version, if it is not that of the current text */
  const store = (history: History, at: number, begun: number | null = isSame ? version : state.madeOn): void => {
    const isBack = history.present === original;
    const left = isBack && !isSame ? new Map(state.left).set(source, state.madeOn) : state.left;
    const madeOn = isBack ? version : begun;
    setState({ history, base: original, madeOn, left, at });
    setUntouched(false);
    const key = (own.current ??= nameForNewFlow(definitions));
    if (!isBack) keep(key, { text: history.present, madeOn, ...(version === null && { original }) });
    else if (definitions.read(key)?.text === KEPT_HERE.get(key)) definitions.clear(key);
    if (isBack && version === null) own.current = null; // another window may take the name
  };
  /** After undoing to a discarded text, the author is warned again of the version they would overwrite. */
  const step = (history: History): void =>
    store(history, 0, isSame ? (state.left.get(history.present) ?? version) : state.madeOn);
  return {
    source,
    madeOn: isSame ? version : state.madeOn,
    isUntouched: isUntouched && !isSame,
    canUndo: past.length > 0,
    canRedo: future.length > 0,
    /** @param of the target of the change: consecutive changes to it are one undo step; null: its own step */
    change(text: string, of: string | null = 'text'): void {
      const now = performance.now();
      const isOne = now - state.at < ONE_CHANGE_MS;
      store(changed(isOne ? state.history : { ...state.history, of: null }, text, of), now);
    },
    undo: () => step(undo(state.history)),
    redo: () => step(redo(state.history)),
    /**
     * Text typed during the save becomes a change to the saved version. Text of another window keeps its own base
     * version.
     *
     * @param sent the saved text
     */
    settle({ id, version: after }: SavedFlow, sent: string): void {
      const key = own.current ?? '';
      const last = definitions.read(key);
      if (!last || (last.text !== sent && last.text !== KEPT_HERE.get(key))) return;
      definitions.clear(key);
      if (last.text !== sent) keep(id, { text: last.text, madeOn: after });
    },
  };
}

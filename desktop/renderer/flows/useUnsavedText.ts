import { useState } from 'react';
import type { SavedFlow } from '../../../contract/flows.ts';
import { useDrafts, type UnsavedDefinition } from '../drafts/DraftsProvider.tsx';
import { beginHistory, change as changed, redo, undo, type History } from './draft/history.ts';

/** Changes of the same field within this time are one undo step. */
const ONE_CHANGE_MS = 2000;

/** The text that this window stored or found per flow; other windows use the same storage. */
const KEPT_HERE = new Map<string, string>();

/**
 * The text of a definition with undo and redo. Unsaved text is kept in this browser.
 *
 * @param key the id of the flow; empty for a new one
 * @param version the newest saved one; null for none
 */
export function useUnsavedText(key: string, version: number | null, original: string) {
  const { definitions } = useDrafts();
  const keep = (name: string, draft: UnsavedDefinition): void => {
    definitions.write(name, draft);
    KEPT_HERE.set(name, draft.text);
  };
  const [kept] = useState(() => {
    const found = definitions.read(key);
    if (found) KEPT_HERE.set(key, found.text);
    return found;
  });
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
    if (!isBack) keep(key, { text: history.present, madeOn, ...(version === null && { original }) });
    else if (definitions.read(key)?.text === KEPT_HERE.get(key)) definitions.clear(key);
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
      const last = definitions.read(key);
      if (!last || (last.text !== sent && last.text !== KEPT_HERE.get(key))) return;
      definitions.clear(key);
      if (last.text !== sent) keep(id, { text: last.text, madeOn: after });
    },
  };
}

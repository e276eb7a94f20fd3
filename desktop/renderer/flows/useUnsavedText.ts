import { useState } from 'react';
import type { SavedFlow } from '../../../contract/flows.ts';
import { useDrafts, type UnsavedDefinition } from '../drafts/DraftsProvider.tsx';
import { beginHistory, change as changed, redo, undo, type History } from './draft/history.ts';

/** A change of the same field within so long is one with the change before. */
const ONE_CHANGE_MS = 2000;

/** What this window has kept of each flow, or found there; other windows of the browser keep theirs in the same place. */
const KEPT_HERE = new Map<string, string>();

/**
 * The text of a definition with all its steps back and forth. What differs from what is saved is kept in this browser.
 *
 * @param key the id of the flow; empty for a new one
 * @param version the newest that is saved; null for none
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
  // whoever has changed nothing sees what is saved now
  if (!isChanged && state.base !== original)
    setState({ history: beginHistory(original), base: original, madeOn: version, left: new Map(), at: 0 });
  else if (isChanged && state.base !== original) setState({ ...state, base: original });
  const { present: source, past, future } = state.history;
  const isSame = source === original;

  /** @param begun the version that was changed, where it is not that of what stands there now */
  const store = (history: History, at: number, begun: number | null = isSame ? version : state.madeOn): void => {
    const isBack = history.present === original;
    const left = isBack && !isSame ? new Map(state.left).set(source, state.madeOn) : state.left;
    const madeOn = isBack ? version : begun;
    setState({ history, base: original, madeOn, left, at });
    setUntouched(false);
    if (!isBack) keep(key, { text: history.present, madeOn });
    else if (definitions.read(key)?.text === KEPT_HERE.get(key)) definitions.clear(key);
  };
  /** Back at what was given up for what is saved, its author is told again of the version that they would save over. */
  const step = (history: History): void =>
    store(history, 0, isSame ? (state.left.get(history.present) ?? version) : state.madeOn);
  return {
    source,
    madeOn: isSame ? version : state.madeOn,
    isUntouched: isUntouched && !isSame,
    canUndo: past.length > 0,
    canRedo: future.length > 0,
    /** @param of what is changed, so that changes of the same in a row are one step back; null: a step of its own */
    change(text: string, of: string | null = 'text'): void {
      const now = performance.now();
      const isOne = now - state.at < ONE_CHANGE_MS;
      store(changed(isOne ? state.history : { ...state.history, of: null }, text, of), now);
    },
    undo: () => step(undo(state.history)),
    redo: () => step(redo(state.history)),
    /**
     * What was typed here while it was saved is a change to what was saved. What another window keeps stays as it is: it
     * was made on what that window began with.
     *
     * @param sent what was saved
     */
    settle({ id, version: after }: SavedFlow, sent: string): void {
      const last = definitions.read(key);
      if (!last || (last.text !== sent && last.text !== KEPT_HERE.get(key))) return;
      definitions.clear(key);
      if (last.text !== sent) keep(id, { text: last.text, madeOn: after });
    },
  };
}

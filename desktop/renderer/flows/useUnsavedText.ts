import { useState } from 'react';
import type { SavedFlow } from '../../../contract/flows.ts';
import { useDrafts } from '../drafts/DraftsProvider.tsx';
import { beginHistory, change as changed, redo, undo, type History } from './draft/history.ts';

/** A change of the same field within so long is one with the change before. */
const ONE_CHANGE_MS = 2000;

/**
 * The text of a definition with all its steps back and forth. What differs from what is saved is kept in this browser.
 *
 * @param key the id of the flow; empty for a new one
 * @param version the newest that is saved; null for none
 */
export function useUnsavedText(key: string, version: number | null, original: string) {
  const { definitions } = useDrafts();
  const [kept] = useState(() => definitions.read(key));
  const [isUntouched, setUntouched] = useState(kept !== null);
  const [state, setState] = useState(() => ({
    history: beginHistory(kept?.text ?? original),
    base: original,
    madeOn: kept?.madeOn ?? version,
    at: 0,
  }));
  const isChanged = state.history.present !== state.base;
  // whoever has changed nothing sees what is saved now
  if (!isChanged && state.base !== original)
    setState({ history: beginHistory(original), base: original, madeOn: version, at: 0 });
  else if (isChanged && state.base !== original) setState({ ...state, base: original });
  const { present: source, past, future } = state.history;
  const isSame = source === original;

  const store = (history: History, at: number): void => {
    const madeOn = isSame ? version : state.madeOn;
    const isBack = history.present === original;
    setState({ history, base: original, madeOn: isBack ? version : madeOn, at });
    setUntouched(false);
    if (isBack) definitions.clear(key);
    else definitions.write(key, { text: history.present, madeOn });
  };
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
    undo: () => store(undo(state.history), 0),
    redo: () => store(redo(state.history), 0),
    /** What was typed while it was saved is a change to what was saved. @param sent what was saved */
    settle({ id, version: after }: SavedFlow, sent: string): void {
      const last = definitions.read(key);
      definitions.clear(key);
      if (last && last.text !== sent) definitions.write(id, { text: last.text, madeOn: after });
    },
  };
}

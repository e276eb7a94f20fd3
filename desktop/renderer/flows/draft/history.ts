/** The undo and redo history of one text. */
export interface History {
  readonly past: readonly string[];
  readonly present: string;
  readonly future: readonly string[];
  /** The target of the last change: consecutive changes to the same target are undone together. */
  readonly of: string | null;
}

const MOST_STEPS = 200;

export const beginHistory = (present: string): History => ({ past: [], present, future: [], of: null });

/** @param of null: the change is its own step */
export function change(history: History, text: string, of: string | null): History {
  if (text === history.present) return history;
  const isSame = of !== null && of === history.of && history.future.length === 0;
  const past = isSame ? history.past : [...history.past, history.present].slice(-MOST_STEPS);
  return { past, present: text, future: [], of };
}

/** Makes the next change its own step, whatever its target. */
export const settle = (history: History): History => (history.of === null ? history : { ...history, of: null });

export function undo(history: History): History {
  const last = history.past.at(-1);
  if (last === undefined) return history;
  return {
    past: history.past.slice(0, -1),
    present: last,
    future: [history.present, ...history.future],
    of: null,
  };
}

export function redo(history: History): History {
  const [next, ...future] = history.future;
  if (next === undefined) return history;
  return { past: [...history.past, history.present], present: next, future, of: null };
}

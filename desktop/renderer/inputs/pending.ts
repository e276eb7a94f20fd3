import { createContext, useCallback, useContext, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';

/** Field names, with messages for the person. */
export type Lost = ReadonlyMap<string, string>;

interface Pending {
  /** A part of the form, such as an upload, is in progress; the form is not sent before it is done. */
  isPending: boolean;
  /** Returns a function that ends it. */
  begin(): () => void;
  /** Marks a field of which a part would be lost, with the reason. Returns a function that clears it. */
  lose(field: string, message: string): () => void;
}

interface PendingState extends Pending {
  /** The fields of which a part would be lost, each with the reason. */
  lost(): Lost;
}

const nothing = (): void => undefined;
/** Outside of a form that is sent. */
const NO_FORM: Pending = { isPending: false, begin: () => nothing, lose: () => nothing };
const PendingContext = createContext<Pending>(NO_FORM);
export const PendingProvider = PendingContext.Provider;
export const useIsPending = (): boolean => useContext(PendingContext).isPending;

/** The state for `PendingProvider`. */
export function usePendingState(): PendingState {
  const [count, setCount] = useState(0);
  const fields = useRef(new Map<string, string>());
  const begin = useCallback(() => {
    setCount((now) => now + 1);
    return () => setCount((now) => now - 1);
  }, []);
  const lose = useCallback((field: string, message: string) => {
    fields.current.set(field, message);
    return () => void fields.current.delete(field);
  }, []);
  const lost = useCallback(() => fields.current, []);
  return useMemo(() => ({ isPending: count > 0, begin, lose, lost }), [count, begin, lose, lost]);
}

/** Holds the form back while `isPending`. */
export function usePending(isPending: boolean): void {
  const { begin } = useContext(PendingContext);
  useEffect(() => (isPending ? begin() : undefined), [isPending, begin]);
}

/**
 * Makes the form report at this field that a part of what the person gave would be lost, instead of sending.
 *
 * @param message why; null: nothing would be
 * @param recheck called when that is over, to check the field again
 */
export function useLost(field: string, message: string | null, recheck: () => void): void {
  const form = useContext(PendingContext);
  const { lose } = form;
  useEffect(() => (message === null ? undefined : lose(field, message)), [field, message, lose]);
  useWhenOver(message !== null && form !== NO_FORM, recheck);
}

/** Calls `action` whenever `isCase` changes from true to false. */
function useWhenOver(isCase: boolean, action: () => void): void {
  const wasCase = useRef(false);
  const onOver = useEffectEvent(action);
  useEffect(() => {
    if (wasCase.current && !isCase) onOver();
    wasCase.current = isCase;
  }, [isCase]);
}

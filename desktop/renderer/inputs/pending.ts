import { createContext, useCallback, useContext, useEffect, useMemo, useRef, useState } from 'react';

interface Pending {
  /** A part of the form, such as an upload, is in progress; the form is not sent before it is done. */
  isPending: boolean;
  /** Returns a function that ends it. */
  begin(): () => void;
  /** Marks a field of which a part has not arrived. Returns a function that clears it. */
  lose(field: string): () => void;
}

interface PendingState extends Pending {
  /** The fields of which a part has not arrived. */
  lost(): readonly string[];
}

const nothing = (): void => undefined;
const PendingContext = createContext<Pending>({ isPending: false, begin: () => nothing, lose: () => nothing });
export const PendingProvider = PendingContext.Provider;
export const useIsPending = (): boolean => useContext(PendingContext).isPending;

/** The state for `PendingProvider`. */
export function usePendingState(): PendingState {
  const [count, setCount] = useState(0);
  const fields = useRef(new Set<string>());
  const begin = useCallback(() => {
    setCount((now) => now + 1);
    return () => setCount((now) => now - 1);
  }, []);
  const lose = useCallback((field: string) => {
    fields.current.add(field);
    return () => void fields.current.delete(field);
  }, []);
  const lost = useCallback(() => [...fields.current], []);
  return useMemo(() => ({ isPending: count > 0, begin, lose, lost }), [count, begin, lose, lost]);
}

/** Holds the form back while `isPending`. */
export function usePending(isPending: boolean): void {
  const { begin } = useContext(PendingContext);
  useEffect(() => (isPending ? begin() : undefined), [isPending, begin]);
}

/** Makes the form report at this field that a part has not arrived, instead of sending. */
export function useLost(field: string, isLost: boolean): void {
  const { lose } = useContext(PendingContext);
  useEffect(() => (isLost ? lose(field) : undefined), [field, isLost, lose]);
}

import { createContext, useCallback, useContext, useEffect, useMemo, useRef, useState } from 'react';

interface Pending {
  /** Something of the form is still on its way: it is not sent before that has arrived. */
  isPending: boolean;
  /** Returns what ends it. */
  begin(): () => void;
  /** Something of this field has not arrived. Returns what ends it. */
  lose(field: string): () => void;
}

interface PendingState extends Pending {
  /** The fields of which something has not arrived. */
  lost(): readonly string[];
}

const nothing = (): void => undefined;
const PendingContext = createContext<Pending>({ isPending: false, begin: () => nothing, lose: () => nothing });
export const PendingProvider = PendingContext.Provider;
export const useIsPending = (): boolean => useContext(PendingContext).isPending;

/** What `PendingProvider` is given. */
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

/** Holds the form back as long as `isPending`. */
export function usePending(isPending: boolean): void {
  const { begin } = useContext(PendingContext);
  useEffect(() => (isPending ? begin() : undefined), [isPending, begin]);
}

/** Has the form say at this field, in place of being sent, that something has not arrived. */
export function useLost(field: string, isLost: boolean): void {
  const { lose } = useContext(PendingContext);
  useEffect(() => (isLost ? lose(field) : undefined), [field, isLost, lose]);
}

import { createContext, useCallback, useContext, useEffect, useMemo, useState } from 'react';

interface Pending {
  /** Something of the form is still on its way: it is not sent before that has arrived. */
  isPending: boolean;
  /** Returns what ends it. */
  begin(): () => void;
}

const PendingContext = createContext<Pending>({ isPending: false, begin: () => () => undefined });
export const PendingProvider = PendingContext.Provider;
export const useIsPending = (): boolean => useContext(PendingContext).isPending;

/** What `PendingProvider` is given. */
export function usePendingState(): Pending {
  const [count, setCount] = useState(0);
  const begin = useCallback(() => {
    setCount((now) => now + 1);
    return () => setCount((now) => now - 1);
  }, []);
  return useMemo(() => ({ isPending: count > 0, begin }), [count, begin]);
}

/** Holds the form back as long as `isPending`. */
export function usePending(isPending: boolean): void {
  const { begin } = useContext(PendingContext);
  useEffect(() => (isPending ? begin() : undefined), [isPending, begin]);
}

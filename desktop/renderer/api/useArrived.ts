import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

/** How long to wait for what can be done without, in ms. */
const PATIENCE_MS = 2000;

/**
 * Whether something is here that stands above buttons, which would otherwise move under somebody's press. It is not
 * waited for if it failed, takes long, or there is no network. Once true, it stays so.
 */
export function useArrived({ isLoading, failureCount }: Pick<UseQueryResult, 'isLoading' | 'failureCount'>): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, []);
  if (!isOver && (!isLoading || failureCount > 0)) setOver(true);
  return isOver;
}

import { useEffect } from 'react';

/** Forgets the result of a test when what it has tested changes. @param tested the settings, in whatever form differs */
export function useForgotten({ reset }: { reset(): void }, tested: string | null | undefined): void {
  useEffect(reset, [reset, tested]);
}

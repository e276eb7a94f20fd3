/** Remembers keys until their time is over; when they grow too many, the oldest goes first. */
export interface Memory {
  /** False when the key is there already. @param until epoch ms */
  add(key: string, until: number): boolean;
  forget(key: string): void;
}

export function createMemory({ most, now }: { most: number; now(): number }): Memory {
  const kept = new Map<string, number>();

  function makeRoom(): void {
    for (const [key, until] of kept) {
      if (until > now() && kept.size < most) return;
      kept.delete(key);
    }
  }

  return {
    add(key, until) {
      if ((kept.get(key) ?? 0) > now()) return false;
      kept.delete(key);
      makeRoom();
      kept.set(key, until);
      return true;
    },
    forget: (key) => void kept.delete(key),
  };
}

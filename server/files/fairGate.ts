/** How much may run concurrently. */
interface Bounds {
  /** In total. */
  atOnce: number;
  /** Per owner. */
  atOnceEach: number;
}

interface Waiting {
  owner: string;
  go(): void;
}

/** Runs work concurrently, first come first served; an owner at its own limit lets others go first. */
export function createFairGate({
  atOnce,
  atOnceEach,
}: Bounds): <T>(owner: string, work: () => Promise<T>) => Promise<T> {
  const running = new Map<string, number>();
  const waiting: Waiting[] = [];
  let count = 0;

  const runs = (owner: string): number => running.get(owner) ?? 0;
  const mayRun = ({ owner }: Pick<Waiting, 'owner'>): boolean => count < atOnce && runs(owner) < atOnceEach;

  function enter(owner: string): void {
    count++;
    running.set(owner, runs(owner) + 1);
  }

  function leave(owner: string): void {
    count--;
    if (runs(owner) === 1) running.delete(owner);
    else running.set(owner, runs(owner) - 1);
    const next = waiting.findIndex(mayRun);
    if (next < 0) return;
    const [first] = waiting.splice(next, 1);
    enter(first!.owner);
    first!.go();
  }

  return async (owner, work) => {
    if (mayRun({ owner })) enter(owner);
    else await new Promise<void>((go) => waiting.push({ owner, go }));
    try {
      return await work();
    } finally {
      leave(owner);
    }
  };
}

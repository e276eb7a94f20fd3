/** A page, as far as its turns and timers go. */
interface AnyPage {
  isOpen: boolean;
}

interface Turn<Page> {
  page: Page;
  take(): void;
}

/** The locks of a browser: one page at a time has the turn, among those with the same `name`. */
export function createTurns<Page extends AnyPage>(nameOf: (page: Page) => string) {
  const turns: Turn<Page>[] = [];
  const queueOf = ({ page }: Turn<Page>) => turns.filter((each) => nameOf(each.page) === nameOf(page));
  function leave(turn: Turn<Page>): void {
    const isFirst = queueOf(turn)[0] === turn;
    if (turns.includes(turn)) turns.splice(turns.indexOf(turn), 1);
    if (isFirst) queueOf(turn)[0]?.take();
  }
  return {
    inTurn: <Result>(page: Page, work: () => Promise<Result>): Promise<Result> =>
      new Promise((resolve, reject) => {
        const turn: Turn<Page> = {
          page,
          take: () =>
            void work()
              .then(resolve, reject)
              .finally(() => leave(turn)),
        };
        if (page.isOpen) turns.push(turn);
        if (queueOf(turn)[0] === turn) turn.take();
      }),
    /** Whatever a closed page waits for. */
    forget: (page: Page): void =>
      turns
        .filter((each) => each.page === page)
        .reverse()
        .forEach(leave),
  };
}

/** Timers that a test lets pass; those of closed pages never fire. */
export function createTimers<Page extends AnyPage>() {
  const timers = new Set<{ page: Page; at: number; work: () => void }>();
  let passed = 0;
  return {
    passed: (): number => passed,
    later(page: Page, work: () => void, delayMs: number): () => void {
      const timer = { page, at: passed + delayMs, work };
      if (page.isOpen) timers.add(timer);
      return () => void timers.delete(timer);
    },
    forget(page: Page): void {
      for (const timer of timers) if (timer.page === page) timers.delete(timer);
    },
    pass(ms: number): void {
      passed += ms;
      for (const timer of [...timers]) if (timer.at <= passed && timers.delete(timer)) timer.work();
    },
  };
}

import type { Receipt } from '../../../contract/payload.ts';
import { ApiProblem } from '../../../desktop/renderer/api/apiProblem.ts';
import { createBrowserStorage, type TextStorage } from '../../../desktop/renderer/browserStorage.ts';
import { createOutbox, type NewSubmission, type Outbox } from '../../../desktop/renderer/outbox/outbox.ts';
import { MemoryStorage, storageOfPage } from './memoryStorage.ts';
import { createTimers, createTurns } from './pageTurns.ts';

export interface Page {
  outbox: Outbox;
  /** The requests whose receipt it got. */
  heard: string[];
  isOpen: boolean;
}

interface Post {
  page: Page;
  key: string;
  requestId: string;
  /**
   * Finishes it: the server accepts it and says so, accepts it but the reply is lost, refuses it, or was never reached.
   */
  end(how: 'taken' | 'unheard' | 'refused' | 'lost'): void;
}

/** Pages of one browser with one storage, and a server that answers on command. */
export function createPages() {
  const storage = new MemoryStorage();
  const pages: Page[] = [];
  const posts: Post[] = [];
  const turns = createTurns<Page>(() => 'ada');
  const timers = createTimers<Page>();
  /** What the server has accepted, by key, and how often each was posted without need. */
  const taken = new Map<string, string>();
  const needless: string[] = [];
  const now = (): number => 1_000_000 + timers.passed();

  const open = (): Page[] => pages.filter(({ isOpen }) => isOpen);
  const idle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

  const storageOf = (page: () => Page): TextStorage =>
    storageOfPage(storage, (change) => {
      for (const other of open()) if (other !== page()) queueMicrotask(() => other.isOpen && other.outbox.hear(change));
    });

  function post(page: Page, { requestId, key }: NewSubmission): Promise<Receipt> {
    if (!page.isOpen) return new Promise(() => undefined);
    if (taken.has(key) && page.heard.includes(requestId)) needless.push(key);
    if (posts.some((each) => each.key === key && each.page.isOpen)) needless.push(key);
    return new Promise((resolve, reject) => {
      const entry: Post = {
        page,
        key,
        requestId,
        end(how) {
          posts.splice(posts.indexOf(entry), 1);
          if (how === 'taken' || how === 'unheard') taken.set(key, requestId);
          if (!page.isOpen) return;
          if (how === 'taken') resolve({ requestId, status: 'completed' });
          else if (how === 'refused') reject(new ApiProblem('request_closed', 410, how));
          else reject(new ApiProblem('unreachable', 0, how));
        },
      };
      posts.push(entry);
    });
  }

  return {
    storage,
    taken,
    needless,
    posts,
    open,
    idle,
    openPage(): Page {
      const page: Page = { outbox: null!, heard: [], isOpen: true };
      const storage = storageOf(() => page);
      page.outbox = createOutbox({
        storage: createBrowserStorage(() => storage),
        person: 'ada',
        send: (submission) => post(page, submission),
        sendWhileLeaving: (submission) => post(page, submission),
        inTurn: (work) => turns.inTurn(page, work),
        later: (work, delayMs) => timers.later(page, work, delayMs),
        now,
        random: () => 1,
      });
      page.outbox.listen(({ requestId, receipt }) => receipt && page.heard.push(requestId));
      pages.push(page);
      void page.outbox.flush();
      return page;
    },
    /** As when a tab is closed: it leaves, and none of its code runs any more. Its posts may still arrive. */
    close(page: Page): void {
      page.outbox.leave();
      page.isOpen = false;
      timers.forget(page);
      turns.forget(page);
    },
    async pass(ms: number): Promise<void> {
      timers.pass(ms);
      await idle();
    },
  };
}

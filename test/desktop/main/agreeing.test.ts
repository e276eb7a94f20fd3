import { expect } from 'chai';
import fc from 'fast-check';
import { toCountsHeader } from '../../../contract/inboxPages.ts';
import type { UserNotification } from '../../../contract/notifications.ts';
import { createInboxWatch } from '../../../desktop/main/inboxWatch.ts';
import { createNotifier } from '../../../desktop/main/notifier.ts';
import { notification } from '../support/samples.ts';
import { memoryLog } from './desktopApp.ts';

const MOST_READ = 200;
const NO_SETTINGS = {
  server: null,
  servers: [],
  signIns: {},
  quietHours: 'off' as const,
  snoozedUntil: 0,
  hidesPreview: false,
};

/** A person's inbox on a server, and the app that watches it. */
function createInbox() {
  const { log } = memoryLog();
  const questions: UserNotification[] = [];
  const told: string[] = [];
  const withdrawn = new Set<string>();
  let assignments = 0;
  let raised = 0;
  /** How many of the next calls fail. */
  let failing = 0;

  const notifier = createNotifier({
    toasts: {
      tell: (asked) => void told.push(...asked.map(({ id }) => id)),
      withdraw: (ids) => ids.forEach((id) => withdrawn.add(id)),
      withdrawAll: () => undefined,
    },
    settings: { get: () => NO_SETTINGS, change: () => undefined },
    now: () => 0,
    log,
  });
  const watch = createInboxWatch(
    async (path) => {
      if (failing > 0) {
        failing -= 1;
        return failing % 2 === 0 ? Response.error() : new Response('', { status: 503 });
      }
      if (path === '/assignments/counts')
        return Response.json({ active: assignments, overdue: 0, unread: { inbound: 0, outbound: 0 } });
      const query = new URLSearchParams(path.split('?')[1]);
      const byDue = query.get('sort') === 'due';
      const order = (one: UserNotification, other: UserNotification) =>
        byDue ? one.expiresAt.localeCompare(other.expiresAt) : other.createdAt.localeCompare(one.createdAt);
      const unread = questions.filter(({ isRead }) => !isRead).length;
      const counts = { pending: questions.length, unread, completed: 0, expired: 0, snoozed: 0 };
      return Response.json(questions.toSorted(order).slice(0, Number(query.get('limit'))), {
        headers: { 'inbox-counts': toCountsHeader(counts) },
      });
    },
    log,
    notifier.hear,
  );
  return {
    questions,
    told,
    withdrawn,
    watch,
    /** @param dueIn minutes */
    raise(dueIn: number): string {
      raised += 1;
      const createdAt = new Date(raised * 1000).toISOString();
      const expiresAt = new Date(Date.UTC(2030) + dueIn * 60_000 + raised).toISOString();
      const id = `r${raised}`;
      questions.push({ ...notification({ id, isRead: false }), createdAt, expiresAt });
      return id;
    },
    close: (index: number) => questions.splice(index % Math.max(1, questions.length), 1)[0]?.id,
    assign: () => void (assignments += 1),
    fail: (times: number) => void (failing = times),
    waiting: () => ({ unread: questions.filter(({ isRead }) => !isRead).length, assignments }),
    /** As with each heartbeat. */
    beat: async () => (watch.isBehind() ? watch.look() : undefined),
  };
}

const action = fc.record({
  what: fc.constantFrom('raise', 'raise', 'raiseMany', 'close', 'closeMany', 'read', 'assign', 'fail', 'look', 'look'),
  index: fc.nat(1000),
});

describe('the tray and the notifications of the desktop app', () => {
  it('agree with the server once it answers again, and notify of no question twice', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(action, { maxLength: 30 }), async (actions) => {
        const inbox = createInbox();
        const old = inbox.raise(0);
        await inbox.watch.look();
        const closed = new Set<string | undefined>();
        for (const { what, index } of actions) {
          if (what === 'raise') inbox.raise(index);
          if (what === 'raiseMany') for (let n = 0; n < 120; n += 1) inbox.raise(index - n);
          if (what === 'close') closed.add(inbox.close(index));
          if (what === 'closeMany') for (let n = 0; n < 30; n += 1) closed.add(inbox.close(index));
          const one = inbox.questions[index % Math.max(1, inbox.questions.length)];
          if (what === 'read' && one) one.isRead = true;
          if (what === 'assign') inbox.assign();
          if (what === 'fail') inbox.fail((index % 4) + 1);
          await inbox.watch.look(); // there is an event for each change
        }
        inbox.fail(0);
        await inbox.beat();
        const { items, ...counts } = inbox.watch.latest()!;
        expect(counts).to.include(inbox.waiting());
        const first = inbox.questions.toSorted((one, other) => one.expiresAt.localeCompare(other.expiresAt));
        expect(items.slice(0, 5).map(({ id }) => id)).to.deep.equal(first.slice(0, 5).map(({ id }) => id));
        expect(inbox.told).to.deep.equal([...new Set(inbox.told)]);
        expect(inbox.told).not.to.include(old);
        const isOpen = (id: string): boolean => inbox.questions.some((each) => each.id === id);
        expect([...inbox.withdrawn].filter(isOpen), 'withdrawn, although it waits').to.deep.equal([]);
      }),
      { numRuns: 25 },
    );
  });

  it('do not show an old question as new when newer ones are answered', async () => {
    const inbox = createInbox();
    await inbox.watch.look();
    for (let n = 0; n < MOST_READ; n += 1) inbox.raise(MOST_READ - n);
    await inbox.watch.look();
    inbox.raise(1000);
    await inbox.watch.look();
    inbox.close(MOST_READ);
    await inbox.watch.look();
    expect(inbox.told).to.have.length(MOST_READ + 1);
    expect([...inbox.withdrawn]).to.deep.equal([`r${MOST_READ + 1}`]);
  });

  it('are read again with the next heartbeat if the server did not answer', async () => {
    const inbox = createInbox();
    await inbox.watch.look();
    inbox.assign();
    const id = inbox.raise(0);
    inbox.fail(1);
    await inbox.watch.look();
    expect(inbox.told).to.deep.equal([]);
    await inbox.beat();
    expect(inbox.told).to.deep.equal([id]);
    expect(inbox.watch.latest()).to.include({ unread: 1, assignments: 1 });
  });
});

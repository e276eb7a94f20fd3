import type { StorageChange } from '../personStorage.ts';
import { createSender, type OutboxParts, type Sender } from './outboxSender.ts';
import {
  createOutboxStorage,
  heldMs,
  type NewSubmission,
  type OutboxState,
  type OutboxStorage,
  type Submission,
} from './outboxStorage.ts';

export type { Settled } from './outboxSender.ts';
export { heldMs, UNDO_MS, type NewSubmission, type OutboxState, type Submission } from './outboxStorage.ts';

export type Outbox = ReturnType<typeof createOutbox>;

/**
 * Keeps answers until the server has taken or refused them, through lost connections, reloads and restarts, and sends
 * them one at a time, in the order they were given.
 */
export function createOutbox(parts: OutboxParts) {
  const outboxStorage = createOutboxStorage(parts.storage, parts.person);
  const sender = createSender(parts, outboxStorage);
  const { tell, takeRefusal, flush, retry, schedule } = sender;
  return {
    read: outboxStorage.read,
    subscribe: outboxStorage.subscribe,
    listen: sender.listen,
    ...createHold(parts, outboxStorage, sender),
    /**
     * Takes an answer and tries to send it; `listen` says when it was taken.
     *
     * @param gone aborted once nobody waits any more for what it comes to: a refusal is kept then, to be read later
     * @throws ApiProblem when the server refuses it; it is kept no longer then
     */
    async submit(submission: NewSubmission, gone: AbortSignal): Promise<void> {
      const { requestId, key } = submission;
      outboxStorage.put({ ...submission, givenAt: parts.now(), dueAt: parts.now(), refusal: null });
      const attempt = () => Promise.race([flush(), outboxStorage.untilGone(key)]); // whoever takes it back need not wait for other windows
      await attempt();
      if (isUntried(outboxStorage.read(), key)) await attempt();
      const refusal = takeRefusal(key);
      if (!refusal || gone.aborted) return;
      outboxStorage.remove([requestId]);
      throw refusal;
    },
    /** Sends an answer that nothing may keep, now or never. @throws ApiProblem */
    async submitWithoutStoring(submission: NewSubmission): Promise<void> {
      const { requestId, body } = submission;
      outboxStorage.change({ sendingId: requestId });
      try {
        const receipt = await parts.send(submission);
        outboxStorage.settle({ requestId, receipt });
        tell({ requestId, body, receipt });
      } catch (error) {
        tell({ requestId, receipt: null });
        throw error;
      } finally {
        outboxStorage.change({ sendingId: null });
      }
    },
    takeBack: (...requestIds: string[]): void => outboxStorage.remove(requestIds),
    sendNow(...requestIds: string[]): void {
      requestIds.forEach((requestId) => outboxStorage.update(requestId, { dueAt: parts.now() }));
      void flush();
    },
    flush,
    /** Sends all that is held back or waits for its turn. */
    async hurry(): Promise<void> {
      outboxStorage.stored().forEach(({ requestId }) => outboxStorage.update(requestId, { dueAt: parts.now() }));
      await retry();
    },
    /** The way to the server seems open again: nothing waits for the end of its pause. */
    retry,
    /** Another page of this browser has changed what is stored. */
    hear(changed: StorageChange): void {
      outboxStorage.hear(changed, sender.tellOfOther);
      schedule();
    },
    /** Forgets what was refused and concerns nothing any more. */
    prune(isWanted: (requestId: string) => boolean): void {
      for (const { requestId, refusal } of outboxStorage.stored())
        if (refusal !== null && !isWanted(requestId)) outboxStorage.remove([requestId]);
    },
    /** Forgets everything, sent or not. */
    empty(): void {
      outboxStorage.empty();
      schedule();
    },
    stop: sender.stop,
  };
}

/** Whether nothing has come of it yet: a turn under way leaves out what was given after it was asked for. */
const isUntried = ({ submissions, obstacle }: OutboxState, key: string): boolean =>
  obstacle === null && submissions.some((each) => each.key === key && each.refusal === null);

/** What can be taken back for a while, as long as the page that it was given to is seen. */
function createHold(
  { sendWhileLeaving, inTurn, now }: OutboxParts,
  outboxStorage: OutboxStorage,
  { settle, flush, schedule }: Pick<Sender, 'settle' | 'flush' | 'schedule'>,
) {
  const heldKeys = new Set<string>();
  return {
    /** Takes answers that are given together, and sends them when `holdMs` have passed, unless they are taken back. */
    hold(submissions: readonly NewSubmission[], holdMs: number): void {
      const last = outboxStorage.stored().at(-1)?.givenAt ?? 0;
      const givenAt = Math.max(now(), last + 1); // the order stands, however quickly they come
      submissions.forEach(({ key }) => heldKeys.add(key));
      outboxStorage.put(...submissions.map((each) => ({ ...each, givenAt, dueAt: now() + holdMs, refusal: null })));
      schedule();
    },
    /** What was given last of all that can be taken back: one answer, or those that were given together. */
    lastHeld(): Submission[] {
      const held = outboxStorage.stored().filter((each) => each.refusal === null && heldMs(each, now()) > 0);
      return held.filter(({ givenAt }) => givenAt === held.at(-1)?.givenAt);
    },
    /**
     * The page is hidden, perhaps for good: nothing that was given to it is held back any longer. The other pages wait
     * for what comes of it, or for the end of this page; what they were given is theirs to hold.
     */
    leave(): void {
      const isHeld = (each: Submission): boolean => heldKeys.has(each.key) && heldMs(each, now()) > 0;
      for (const submission of outboxStorage.stored().filter(isHeld)) {
        heldKeys.delete(submission.key);
        const sending = sendWhileLeaving(submission).then(
          (receipt) => settle(submission, receipt),
          () => undefined,
        );
        void inTurn(() => sending).then(flush);
        outboxStorage.update(submission.requestId, { dueAt: now() + 1 });
      }
    },
  };
}

import type { StorageChange } from '../personStorage.ts';
import { createSender, whileSending, type OutboxParts, type Sender } from './outboxSender.ts';
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
 * Stores answers until the server has accepted or refused them, across network failures, reloads and restarts. Sends
 * them one at a time, in order.
 */
export function createOutbox(parts: OutboxParts) {
  const outboxStorage = createOutboxStorage(parts.storage, parts.person);
  const sender = createSender(parts, outboxStorage);
  const { begin, tell, takeRefusal, flush, retry, schedule } = sender;
  return {
    read: outboxStorage.read,
    subscribe: outboxStorage.subscribe,
    listen: sender.listen,
    ...createHold(parts, outboxStorage, sender),
    /**
     * Stores an answer and tries to send it; `listen` reports when it was accepted.
     *
     * @param gone aborted once nobody waits for the result; a refusal is then kept to be read later
     * @throws ApiProblem if the server refuses it; it is then no longer stored
     */
    async submit(submission: NewSubmission, gone: AbortSignal): Promise<void> {
      const { requestId, key } = submission;
      begin({ ...submission, givenAt: parts.now(), dueAt: parts.now(), refusal: null });
      const attempt = () => Promise.race([flush(), outboxStorage.untilGone(key)]); // undo need not wait for other windows
      await attempt();
      if (isUntried(outboxStorage.read(), key)) await attempt();
      const refusal = takeRefusal(key);
      if (!refusal || gone.aborted) return;
      outboxStorage.remove([requestId]);
      throw refusal;
    },
    /** Sends an answer that must not be stored, with a single attempt. @throws ApiProblem */
    async submitWithoutStoring(submission: NewSubmission): Promise<void> {
      const { requestId, body } = submission;
      await whileSending(outboxStorage, requestId, async () => {
        try {
          const receipt = await parts.send(submission);
          outboxStorage.settle({ requestId, receipt });
          tell({ requestId, body, receipt });
        } catch (error) {
          tell({ requestId, receipt: null });
          throw error;
        }
      });
    },
    takeBack: (...requestIds: string[]): void => outboxStorage.remove(requestIds),
    sendNow(...requestIds: string[]): void {
      requestIds.forEach((requestId) => outboxStorage.update(requestId, { dueAt: parts.now() }));
      void flush();
    },
    flush,
    /** Sends everything that is held back or waiting. */
    async hurry(): Promise<void> {
      outboxStorage.stored().forEach(({ requestId }) => outboxStorage.update(requestId, { dueAt: parts.now() }));
      await retry();
    },
    /** The connection seems to be back: retries without waiting for the pause to end. */
    retry,
    /** Another page of this browser changed the storage. */
    hear(changed: StorageChange): void {
      outboxStorage.hear(changed, sender.tellOfOther);
      schedule();
    },
    /** Deletes refused answers that are no longer wanted. */
    prune(isWanted: (requestId: string) => boolean): void {
      for (const { requestId, refusal } of outboxStorage.stored())
        if (refusal !== null && !isWanted(requestId)) outboxStorage.remove([requestId]);
    },
    /** Deletes everything, sent or not. */
    empty(): void {
      outboxStorage.empty();
      schedule();
    },
    stop: sender.stop,
  };
}

/** Whether a submission was not tried yet: a running turn skips answers given after it was requested. */
const isUntried = ({ submissions, obstacle }: OutboxState, key: string): boolean =>
  obstacle === null && submissions.some((each) => each.key === key && each.refusal === null);

/** Holds answers back for undo while their page is visible. */
function createHold(
  { sendWhileLeaving, inTurn, now }: OutboxParts,
  outboxStorage: OutboxStorage,
  { settle, flush, schedule }: Pick<Sender, 'settle' | 'flush' | 'schedule'>,
) {
  const heldKeys = new Set<string>();
  return {
    /** Accepts answers given together and sends them after `holdMs` unless undone. */
    hold(submissions: readonly NewSubmission[], holdMs: number): void {
      const last = outboxStorage.stored().at(-1)?.givenAt ?? 0;
      const givenAt = Math.max(now(), last + 1); // strictly increasing, to keep the order
      submissions.forEach(({ key }) => heldKeys.add(key));
      outboxStorage.put(...submissions.map((each) => ({ ...each, givenAt, dueAt: now() + holdMs, refusal: null })));
      schedule();
    },
    /** The last answer that can be undone, or the last ones given together. */
    lastHeld(): Submission[] {
      const held = outboxStorage.stored().filter((each) => each.refusal === null && heldMs(each, now()) > 0);
      return held.filter(({ givenAt }) => givenAt === held.at(-1)?.givenAt);
    },
    /**
     * The page is hidden, perhaps for good: sends everything it holds back. Other pages wait for the result or for this
     * page's end; they hold their own answers.
     */
    leave(): void {
      const isHeld = (each: Submission): boolean => heldKeys.has(each.key) && heldMs(each, now()) > 0;
      for (const submission of outboxStorage.stored().filter(isHeld)) {
        heldKeys.delete(submission.key);
        const sending = whileSending(outboxStorage, submission.requestId, () =>
          sendWhileLeaving(submission).then(
            (receipt) => settle(submission, receipt),
            () => undefined,
          ),
        );
        void inTurn(() => sending).then(flush);
        outboxStorage.update(submission.requestId, { dueAt: now() + 1 });
      }
    },
  };
}

import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { UserNotification } from '../../../contract/notifications.ts';
import type { RespondBody } from '../../../contract/payload.ts';
import { optionLabel, type Option } from '../../../contract/variables.ts';
import { ApiProblem } from '../api/client.ts';
import { KEYS, useApi } from '../api/queries.ts';
import { UNDO_MS } from '../outbox/outbox.ts';
import { useOutbox } from '../outbox/OutboxProvider.tsx';

const AT_ONCE = 4;
/** Failures that the next item would have too. */
const STOPS: ReadonlySet<string> = new Set(['unreachable', 'unavailable', 'rate_limited', 'sign_in_needed']);

export interface BulkResult {
  notification: UserNotification;
  problem: Error | null;
}

/** One answer for several questions, with one comment for those that take one. */
export interface BulkAnswer {
  option: Option;
  comment: string;
}

export interface BulkWork {
  /** Null: mark as read. */
  answer: BulkAnswer | null;
  total: number;
  results: BulkResult[];
  isRunning: boolean;
}

/** Applies an action to many questions, a few at a time, and reports each result. */
export function useBulk() {
  const api = useApi();
  const queries = useQueryClient();
  const outbox = useOutbox();
  const [work, setWork] = useState<BulkWork | null>(null);
  const answer = useAnswerAll(setWork);
  const read = ({ id }: UserNotification) => api.send('PATCH', `/user/notifications/${encodeURIComponent(id)}/read`);

  /** @returns the number of failures */
  async function markRead(items: readonly UserNotification[]): Promise<number> {
    const waiting = [...items];
    const results: BulkResult[] = [];
    let obstacle: Error | null = null;
    const tell = (isRunning: boolean): void =>
      setWork({ answer: null, total: items.length, results: [...results], isRunning });
    const worker = async (): Promise<void> => {
      for (let item = waiting.shift(); item; item = waiting.shift()) {
        const problem: Error | null = obstacle ?? (await read(item).then(() => null, toError));
        if (problem instanceof ApiProblem && STOPS.has(problem.code)) obstacle = problem;
        results.push({ notification: item, problem });
        if (obstacle === null) tell(true);
      }
    };
    tell(true);
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    tell(false);
    await queries.invalidateQueries({ queryKey: KEYS.notifications });
    return results.filter(({ problem }) => problem !== null).length;
  }

  function forget(): void {
    const refused = work?.answer ? work.results.filter(({ problem }) => problem !== null) : [];
    outbox.takeBack(...refused.map(({ notification }) => notification.id)); // already shown here
    setWork(null);
  }

  return { work, markRead, answer, forget };
}

/** Gives one answer to many questions and reports progress. */
function useAnswerAll(setWork: (work: BulkWork | null) => void) {
  const outbox = useOutbox();
  const keys = useRef(new Map<string, string>());
  const stop = useRef((): void => undefined);
  useEffect(() => () => stop.current(), []);

  /** The same answer to the same question keeps its key when repeated. */
  function keyOf(id: string, { option, comment }: BulkAnswer): string {
    const attempt = JSON.stringify([id, option.value, comment]);
    if (!keys.current.has(attempt)) keys.current.set(attempt, crypto.randomUUID());
    return keys.current.get(attempt)!;
  }

  /** Gives one answer to all of them. They are held back for undo like single ones, and are sent or undone together. */
  function answer(items: readonly UserNotification[], given: BulkAnswer): void {
    const waiting = new Map(items.map((each) => [each.id, each]));
    const results: BulkResult[] = [];
    const tell = (): void => {
      if (waiting.size === 0) stop.current();
      const total = waiting.size + results.length;
      setWork(total === 0 ? null : { answer: given, total, results: [...results], isRunning: waiting.size > 0 });
    };
    const ends = [
      outbox.listen(({ requestId, receipt, problem = null }) => {
        const notification = waiting.get(requestId);
        if (!notification || (!receipt && !problem)) return;
        waiting.delete(requestId);
        results.push({ notification, problem });
        tell();
      }),
      outbox.subscribe(() => {
        const there = new Set(outbox.read().submissions.map(({ requestId }) => requestId));
        const isTakenBack = [...waiting.keys()].filter((id) => !there.has(id) && waiting.delete(id)).length > 0;
        if (isTakenBack) tell();
      }),
    ];
    stop.current();
    stop.current = () => ends.forEach((end) => end());
    const words = optionLabel(given.option);
    outbox.hold(
      items.map(({ id, flowName, title, commentOffer }) => ({
        requestId: id,
        flowName,
        title,
        words,
        body: bodyOf(given, commentOffer !== undefined),
        key: keyOf(id, given),
      })),
      UNDO_MS,
    );
    tell();
  }

  return answer;
}

const bodyOf = ({ option: { value }, comment }: BulkAnswer, takesComment: boolean): RespondBody =>
  takesComment && comment !== '' ? { values: { value }, comment } : value;

const toError = (reason: unknown): Error => (reason instanceof Error ? reason : new Error(String(reason)));

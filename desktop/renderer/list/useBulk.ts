import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { UserNotification } from '../../../contract/notifications.ts';
import { ApiProblem } from '../api/client.ts';
import { KEYS, useApi } from '../api/queries.ts';

const AT_ONCE = 4;
/** What the next item would meet as well. */
const STOPS: ReadonlySet<string> = new Set(['unreachable', 'unavailable', 'rate_limited', 'sign_in_needed']);

export interface BulkResult {
  notification: UserNotification;
  problem: Error | null;
}

export interface BulkWork {
  /** Null: marked as read. */
  answer: string | null;
  total: number;
  results: BulkResult[];
  isRunning: boolean;
}

/** Does the same to many, a few at a time, and says of each what became of it. */
export function useBulk() {
  const api = useApi();
  const queries = useQueryClient();
  const keys = useRef(new Map<string, string>());
  const [work, setWork] = useState<BulkWork | null>(null);

  /** The same answer to the same question is the same attempt, however often it is sent. */
  function keyOf(id: string, answer: string): string {
    const attempt = `${id} ${answer}`;
    if (!keys.current.has(attempt)) keys.current.set(attempt, crypto.randomUUID());
    return keys.current.get(attempt)!;
  }

  const doOne = ({ id }: UserNotification, answer: string | null): Promise<unknown> => {
    const path = `/user/notifications/${encodeURIComponent(id)}`;
    return answer === null
      ? api.send('PATCH', `${path}/read`)
      : api.send('POST', `${path}/respond`, answer, { 'idempotency-key': keyOf(id, answer) });
  };

  /** @returns how many it could not be done to */
  async function run(items: readonly UserNotification[], answer: string | null): Promise<number> {
    const waiting = [...items];
    const results: BulkResult[] = [];
    let obstacle: Error | null = null;
    const tell = (isRunning: boolean): void =>
      setWork({ answer, total: items.length, results: [...results], isRunning });
    const worker = async (): Promise<void> => {
      for (let item = waiting.shift(); item; item = waiting.shift()) {
        const problem: Error | null = obstacle ?? (await doOne(item, answer).then(() => null, toError));
        if (problem instanceof ApiProblem && STOPS.has(problem.code)) obstacle = problem;
        results.push({ notification: item, problem });
        if (obstacle === null) tell(true);
      }
    };
    tell(true);
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    tell(false);
    await queries.invalidateQueries({ queryKey: KEYS.notifications });
    void queries.invalidateQueries({ queryKey: KEYS.executions });
    return results.filter(({ problem }) => problem !== null).length;
  }

  return { work, run, forget: () => setWork(null) };
}

const toError = (reason: unknown): Error => (reason instanceof Error ? reason : new Error(String(reason)));

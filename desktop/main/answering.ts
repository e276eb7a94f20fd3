import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Ask } from './inboxWatch.ts';
import type { Log } from './ports.ts';
import type { Sealed } from './sealed.ts';

/** What became of an answer that was given in a notification. */
export type Verdict = 'recorded' | 'decided' | 'refused';

/** Answers that were given in notifications, until the server has them: they outlive the app and a lost network. */
export interface Answering {
  /** Sends after `UNDO_MS`, unless it is taken back before. */
  give(id: string, value: string): Promise<void>;
  /** @returns false when it has gone already */
  takeBack(id: string): Promise<boolean>;
  /** Sends what is due; the rest waits. */
  send(): Promise<void>;
  /** Sends what can be sent at once: the app ends. */
  flush(): Promise<void>;
  isGiven(id: string): boolean;
}

/** So long an answer can be taken back. */
export const UNDO_MS = 5_000;

const Given = z.array(
  z.object({
    id: z.string(),
    value: z.string(),
    key: z.string(),
    sendAt: z.number(),
    person: z.string().optional().describe('who gave it; older versions did not say'),
  }),
);
type Given = z.infer<typeof Given>[number];

export interface AnsweringParts {
  /** The user name of whoever is signed in; null: nobody is, as far as is known. */
  person(): string | null;
  ask: Ask;
  sealed: Sealed;
  now(): number;
  log: Log;
  onVerdict(id: string, verdict: Verdict): void;
  /** The server cannot be reached: the answer is kept until it can. */
  onKept(id: string): void;
}

export async function createAnswering({
  person,
  ask,
  sealed,
  now,
  log,
  onVerdict,
  onKept,
}: AnsweringParts): Promise<Answering> {
  let given = parse(await sealed.read());
  let last = Promise.resolve();

  const keep = (): Promise<void> => sealed.write(given.length > 0 ? JSON.stringify(given) : null);

  async function sendOne(answer: Given): Promise<void> {
    const response = await ask(`/user/notifications/${encodeURIComponent(answer.id)}/respond`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': answer.key },
      body: JSON.stringify(answer.value),
    }).catch(() => null);
    if (!response || !isHeard(response)) {
      log.warn('answer kept', { id: answer.id, status: response?.status ?? 0 });
      return onKept(answer.id);
    }
    await response.body?.cancel();
    given = given.filter((each) => each !== answer);
    await keep();
    const verdict = verdictOf(response);
    log.info('answered in a notification', { id: answer.id, verdict });
    onVerdict(answer.id, verdict);
  }

  /** What somebody else has answered on this machine waits until they are back. */
  const isOwn = (answer: Given): boolean => answer.person === undefined || answer.person === person();

  // one after the other: whoever comes second finds nothing left to send
  const sendAll = (isDue: (answer: Given) => boolean): Promise<void> =>
    (last = last.then(async () => {
      for (const answer of given.filter(isDue)) if (given.includes(answer) && isOwn(answer)) await sendOne(answer);
    }));

  return {
    async give(id, value) {
      if (given.some((each) => each.id === id)) return;
      const by = person();
      given = [...given, { id, value, key: randomUUID(), sendAt: now() + UNDO_MS, ...(by !== null && { person: by }) }];
      await keep();
    },
    async takeBack(id) {
      const answer = given.find((each) => each.id === id);
      if (!answer || answer.sendAt <= now()) return false;
      given = given.filter((each) => each !== answer);
      await keep();
      return true;
    },
    // a clock that was set back must not hold an answer for longer than anybody can take it back
    send: () => sendAll(({ sendAt }) => sendAt <= now() || sendAt > now() + UNDO_MS),
    flush: () => sendAll(() => true),
    isGiven: (id) => given.some((each) => each.id === id),
  };
}

/** Who is not signed in, and whom the server cannot serve just now, is heard later. */
const isHeard = (response: Response): boolean =>
  response.type !== 'error' && response.status < 500 && ![401, 408, 425, 429].includes(response.status);

function verdictOf({ ok, status }: Response): Verdict {
  if (ok) return 'recorded';
  return status === 409 || status === 410 ? 'decided' : 'refused';
}

function parse(text: string | null): Given[] {
  try {
    return Given.parse(JSON.parse(text ?? '[]'));
  } catch {
    return [];
  }
}

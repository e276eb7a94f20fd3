import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Ask } from './inboxWatch.ts';
import type { Log } from './ports.ts';
import type { Sealed } from './sealed.ts';

/** What became of an answer that was given in a notification. Nameless: nobody knows who gave it, so it was thrown away. */
export type Verdict = 'recorded' | 'decided' | 'refused' | 'nameless';

/** What one person answers in notifications that were shown to them. */
export interface Answers {
  /** Sends after `UNDO_MS`, unless it is taken back before. @returns false: that person is not signed in here any more */
  give(id: string, value: string): Promise<boolean>;
  /** @returns false when it has gone already */
  takeBack(id: string): Promise<boolean>;
  /** Sends what is due; the rest waits. */
  send(): Promise<void>;
}

/** Answers that were given in notifications, until the server has them: they outlive the app and a lost network. */
export interface Answering {
  /** Of whoever is signed in now, and never of anybody after them; null: nobody is. */
  own(): Answers | null;
  send: Answers['send'];
  /** Sends what can be sent at once: the app ends, or the person goes. */
  flush(): Promise<void>;
  isGiven(id: string): boolean;
  /** Takes and sends nothing any more; what was not sent is kept. */
  close(): void;
}

/** So long an answer can be taken back. */
export const UNDO_MS = 5_000;

const Given = z.array(
  z.object({
    id: z.string(),
    value: z.string(),
    key: z.string(),
    sendAt: z.number(),
    person: z.string().optional().describe('who was asked and gave it; older versions did not always say'),
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

export async function createAnswering(parts: AnsweringParts): Promise<Answering> {
  const { person, ask, sealed, now, log, onVerdict, onKept } = parts;
  const box = await openBox(sealed);
  const closing = new AbortController();
  let last = Promise.resolve();

  async function settle(answer: Given, verdict: Verdict): Promise<void> {
    await box.remove(answer);
    log.info('answered in a notification', { id: answer.id, verdict });
    onVerdict(answer.id, verdict);
  }

  async function sendOne(answer: Given): Promise<void> {
    const response = await ask(`/user/notifications/${encodeURIComponent(answer.id)}/respond`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': answer.key },
      body: JSON.stringify(answer.value),
      signal: closing.signal,
    }).catch(() => null);
    if (closing.signal.aborted) return; // with the same key it is sent once more, and counts once
    if (!response || !isHeard(response)) {
      log.warn('answer kept', { id: answer.id, status: response?.status ?? 0 });
      return onKept(answer.id);
    }
    await response.body?.cancel();
    await settle(answer, verdictOf(response));
  }

  /** What somebody else has answered on this machine waits until they are back; what nobody has, goes in nobody's name. */
  async function sendOrDrop(answer: Given): Promise<void> {
    const here = person();
    if (closing.signal.aborted || here === null || !box.all().includes(answer)) return;
    if (answer.person === undefined) await settle(answer, 'nameless');
    // nothing is awaited between the look at who is here and the call, which goes as whoever is here as it begins
    else if (answer.person === here) await sendOne(answer);
  }

  // one after the other: whoever comes second finds nothing left to send
  const sendAll = (isDue: (answer: Given) => boolean): Promise<void> =>
    (last = last.then(async () => {
      for (const answer of box.all().filter(isDue)) await sendOrDrop(answer);
    }));
  // a clock that was set back must not hold an answer for longer than anybody can take it back
  const send = (): Promise<void> => sendAll(({ sendAt }) => sendAt <= now() || sendAt > now() + UNDO_MS);

  return {
    own() {
      const by = person();
      const isHere = (): boolean => !closing.signal.aborted && person() === by;
      return by === null ? null : answersOf(by, isHere, box, now, send);
    },
    send,
    flush: () => sendAll(() => true),
    isGiven: (id) => box.all().some((each) => each.id === id),
    close: () => closing.abort(),
  };
}

function answersOf(
  person: string,
  isHere: () => boolean,
  box: Box,
  now: AnsweringParts['now'],
  send: Answers['send'],
): Answers {
  const find = (id: string): Given | undefined => box.all().find((each) => each.id === id && each.person === person);
  return {
    send,
    async give(id, value) {
      if (!isHere()) return false;
      if (!find(id)) await box.add({ id, value, key: randomUUID(), sendAt: now() + UNDO_MS, person });
      return true;
    },
    async takeBack(id) {
      const answer = find(id);
      if (!isHere() || !answer || answer.sendAt <= now()) return false;
      await box.remove(answer);
      return true;
    },
  };
}

/** All that was given and not sent, on disk. */
interface Box {
  all(): readonly Given[];
  add(answer: Given): Promise<void>;
  remove(answer: Given): Promise<void>;
}

async function openBox(sealed: Sealed): Promise<Box> {
  let given = parse(await sealed.read());
  const become = (next: Given[]): Promise<void> =>
    sealed.write((given = next).length > 0 ? JSON.stringify(given) : null);
  return {
    all: () => given,
    add: (answer) => become([...given, answer]),
    remove: (answer) => become(given.filter((each) => each !== answer)),
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

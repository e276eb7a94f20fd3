import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { isOfTheCall, isProblemReply } from '../../contract/strangeReplies.ts';
import { isDecided, type Ask } from './serverCalls.ts';
import type { Log } from './ports.ts';
import type { Sealed } from './sealed.ts';

/** The result of an answer given in a notification. `nameless`: it is not known who gave it, so it was discarded. */
export type Verdict = 'recorded' | 'decided' | 'refused' | 'nameless';

/** Why an answer still waits: the server is not reached, it wants a new sign-in, or it cannot decide now. */
export type Obstacle = 'unreachable' | 'signIn' | 'busy';

/** The answers of one person, in notifications shown to them. */
export interface Answers {
  /** Sends after `UNDO_MS` unless taken back before. @returns false: that person is no longer signed in here */
  give(id: string, value: string, isTyped?: boolean): Promise<boolean>;
  /** @returns false if it was already sent, or is on its way */
  takeBack(id: string): Promise<boolean>;
  /** Sends the answers that are due. */
  send(): Promise<void>;
}

/** Keeps answers given in notifications until the server has them, across restarts and network failures. */
export interface Answering {
  /** Those of the person signed in now, who stays their owner; null: nobody is signed in. */
  own(): Answers | null;
  send: Answers['send'];
  /** Sends everything now, because the app quits or the person signs out. */
  flush(): Promise<void>;
  isGiven(id: string): boolean;
  /** Stops accepting and sending; unsent answers are kept. */
  close(): void;
}

/** How long an answer can be taken back. */
export const UNDO_MS = 5_000;

const Given = z.array(
  z.object({
    id: z.string(),
    value: z.string(),
    key: z.string(),
    sendAt: z.number(),
    person: z.string().optional().describe('who was asked and gave it; older versions did not always say'),
    isTyped: z.boolean().optional().describe('it is in their own words'),
  }),
);
type Given = z.infer<typeof Given>[number];

export interface AnsweringParts {
  /** The signed-in person's user name; null: nobody is signed in, or it is not known yet. */
  person(): string | null;
  ask: Ask;
  sealed: Sealed;
  now(): number;
  log: Log;
  onVerdict(id: string, verdict: Verdict): void;
  /** The answer is kept until the server decides on it. */
  onKept(id: string, why: Obstacle): void;
  /** Gives the words of an answer that was not recorded back to their author. */
  giveBack(id: string, typed: string, person: string): Promise<void>;
}

export async function createAnswering(parts: AnsweringParts): Promise<Answering> {
  const { person, ask, sealed, now, log, onVerdict, onKept, giveBack } = parts;
  const box = await openBox(sealed);
  /** Answers that the server may have, whatever came back: these cannot be taken back. */
  const tried = new WeakSet<Given>();
  const closing = new AbortController();
  let last = Promise.resolve();

  async function settle(answer: Given, verdict: Verdict): Promise<void> {
    const { id, value, person: by, isTyped } = answer;
    if (verdict !== 'recorded' && isTyped && by !== undefined) await giveBack(id, value, by);
    await box.remove(answer);
    log.info('answered in a notification', { id: answer.id, verdict });
    onVerdict(answer.id, verdict);
  }

  async function sendOne(answer: Given): Promise<void> {
    tried.add(answer);
    const response = await ask(`/user/notifications/${encodeURIComponent(answer.id)}/respond`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': answer.key },
      body: JSON.stringify(answer.value),
      signal: closing.signal,
    }).catch(() => null);
    if (closing.signal.aborted) return; // it is sent again later with the same key, and counts once
    if (!response || !(await isDecidedByServer(response))) {
      if (closing.signal.aborted) return;
      log.warn('answer kept', { id: answer.id, status: response?.status ?? 0 });
      return onKept(answer.id, obstacleOf(response));
    }
    await settle(answer, verdictOf(response));
  }

  /** Another person's answer waits until they sign in again; an answer without a known person is discarded. */
  async function sendOrDrop(answer: Given): Promise<void> {
    const here = person();
    if (closing.signal.aborted || here === null || !box.all().includes(answer)) return;
    if (answer.person === undefined) await settle(answer, 'nameless');
    // no await between this check and the call, which is made as the person signed in at that moment
    else if (answer.person === here) await sendOne(answer);
  }

  // one at a time, so that concurrent calls do not send an answer twice
  const sendAll = (isDue: (answer: Given) => boolean): Promise<void> =>
    (last = last.then(async () => {
      await sealed.catchUp();
      for (const answer of box.all().filter(isDue)) await sendOrDrop(answer);
    }));
  // if the clock was set back, an answer must not wait longer than `UNDO_MS`
  const send = (): Promise<void> => sendAll(({ sendAt }) => sendAt <= now() || sendAt > now() + UNDO_MS);

  return {
    own() {
      const by = person();
      const isHere = (): boolean => !closing.signal.aborted && person() === by;
      return by === null ? null : answersOf(by, isHere, { box, tried, now, send });
    },
    send,
    flush: () => sendAll(() => true),
    isGiven: (id) => box.all().some((each) => each.id === id),
    close: () => closing.abort(),
  };
}

/** The answers on this machine, and how they leave it. */
interface Drawer extends Pick<AnsweringParts, 'now'>, Pick<Answers, 'send'> {
  box: Box;
  tried: WeakSet<Given>;
}

function answersOf(person: string, isHere: () => boolean, { box, tried, now, send }: Drawer): Answers {
  const find = (id: string): Given | undefined => box.all().find((each) => each.id === id && each.person === person);
  return {
    send,
    async give(id, value, isTyped = false) {
      if (!isHere()) return false;
      const given = { id, value, key: randomUUID(), sendAt: now() + UNDO_MS, person, ...(isTyped && { isTyped }) };
      if (!find(id)) await box.add(given);
      return true;
    },
    async takeBack(id) {
      const answer = find(id);
      if (!isHere() || !answer || answer.sendAt <= now() || tried.has(answer)) return false;
      await box.remove(answer);
      return true;
    },
  };
}

/** The unsent answers, on disk. */
interface Box {
  all(): readonly Given[];
  add(answer: Given): Promise<void>;
  remove(answer: Given): Promise<void>;
}

async function openBox(sealed: Sealed): Promise<Box> {
  let given = parse(await sealed.read());
  // written also when it is empty, because null would delete answers that could not be read
  const become = (next: Given[]): Promise<void> => sealed.write(JSON.stringify((given = next)));
  return {
    all: () => given,
    add: (answer) => become([...given, answer]),
    remove: (answer) => become(given.filter((each) => each !== answer)),
  };
}

/** The file's text of answers that could not be read earlier, and of those given since. */
export const joinAnswers = (missed: string, text: string): string => JSON.stringify([...parse(missed), ...parse(text)]);

/** Whether the server itself decided. A page of something on the way, such as a proxy, is not its decision. */
async function isDecidedByServer(response: Response): Promise<boolean> {
  if (!isDecided(response)) return false;
  const text = await response.text().catch(() => '');
  if (response.ok) return isObject(text);
  return isProblemReply(response) || isOfTheCall(response.status);
}

function isObject(text: string): boolean {
  try {
    const content: unknown = JSON.parse(text);
    return typeof content === 'object' && content !== null;
  } catch {
    return false;
  }
}

function obstacleOf(response: Response | null): Obstacle {
  if (!response || response.type === 'error') return 'unreachable';
  return response.status === 401 ? 'signIn' : 'busy';
}

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

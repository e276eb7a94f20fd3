import type { Receipt } from '../../../contract/payload.ts';
import type { ProblemCode } from '../../../contract/problem.ts';
import type { VariableSpec } from '../../../contract/variables.ts';
import { PROBLEMS } from '../../../server/foundation/errors.ts';
import { ApiProblem } from '../../../desktop/renderer/api/apiProblem.ts';
import { readJson, toApiProblem } from '../../../desktop/renderer/api/replies.ts';
import { createBrowserStorage, type TextStorage } from '../../../desktop/renderer/browserStorage.ts';
import { createDrafts, type Drafts } from '../../../desktop/renderer/drafts/drafts.ts';
import { createOutbox, type NewSubmission, type Outbox } from '../../../desktop/renderer/outbox/outbox.ts';
import { MemoryStorage, storageOfPage } from './memoryStorage.ts';
import { createTimers, createTurns } from './pageTurns.ts';

/** A person's page. */
export interface LossyPage {
  person: string;
  outbox: Outbox;
  drafts: Drafts;
  isOpen: boolean;
  /** The refusals shown in its forms, by key. */
  refused: Map<string, ApiProblem>;
  /** The requests whose receipt it got. */
  heard: string[];
}

/**
 * What becomes of a call. The server decides on it: `taken`; `unheard`: the reply is lost; `cut`: only its start
 * arrives; `closed`: the question was closed just before. The server is not reached, or does not decide: the others.
 */
export const ENDS = [
  'taken',
  'unheard',
  'cut',
  'lost',
  'busy',
  'limited',
  'slow',
  'broken',
  'proxy',
  'expired',
  'closed',
] as const;
export type End = (typeof ENDS)[number];

interface Call {
  page: LossyPage;
  requestId: string;
  key: string;
  body: unknown;
  end(how: End): void;
}

const SPECS: VariableSpec[] = [{ name: 'value', type: 'textarea' }];

const problem = (code: ProblemCode): Response =>
  Response.json(
    { type: 'about:blank', title: code, code, status: PROBLEMS[code].status, detail: code },
    { status: PROBLEMS[code].status, headers: { 'content-type': 'application/problem+json' } },
  );

/** The connection is lost before the rest of the reply arrives. */
const cutOff = ({ status, headers }: Response): Response =>
  new Response(
    new ReadableStream({
      start(reader) {
        reader.enqueue(new TextEncoder().encode('{'));
        reader.error(new TypeError('network error'));
      },
    }),
    { status, headers },
  );

/**
 * A browser whose storage may be full, whose clock may jump, and whose calls to the server end in every way.
 * The pages run the client's own outbox and drafts.
 */
export function createLossyBrowser() {
  const storage = new MemoryStorage();
  const pages: LossyPage[] = [];
  const calls: Call[] = [];
  const turns = createTurns<LossyPage>(({ person }) => person);
  const timers = createTimers<LossyPage>();
  /** What the server has recorded, by question and person. */
  const recorded = new Map<string, { key: string; body: unknown }>();
  const closed = new Set<string>();
  let hasRoom = true;
  let clock = 1_000_000_000;

  const now = (): number => clock + timers.passed();
  const open = (): LossyPage[] => pages.filter(({ isOpen }) => isOpen);
  const idle = async (): Promise<void> => {
    for (let n = 0; n < 3; n += 1) await new Promise((resolve) => setImmediate(resolve));
  };

  function storageOf(page: () => LossyPage): TextStorage {
    const own = storageOfPage(storage, (change) => {
      for (const other of open()) if (other !== page()) queueMicrotask(() => other.isOpen && other.outbox.hear(change));
    });
    const set = own.setItem;
    return Object.assign(own, {
      setItem(key: string, newValue: string) {
        if (!hasRoom) throw new Error('QuotaExceededError');
        set(key, newValue);
      },
    });
  }

  /** As the server decides, in its order: a repeat, the own earlier answer, a closed question. */
  function decide({ page: { person }, requestId, key, body }: Call): Response {
    const place = `${requestId} ${person}`;
    const before = recorded.get(place);
    if (before && before.key !== key) return problem('already_responded');
    if (!before && closed.has(requestId)) return problem('request_closed');
    recorded.set(place, { key, body });
    return Response.json({ requestId, status: 'completed' });
  }

  function answerTo(call: Call, how: End): Promise<Response> | Response {
    switch (how) {
      case 'taken':
        return decide(call);
      case 'closed':
        closed.add(call.requestId);
        return decide(call);
      case 'unheard':
        decide(call);
        return Promise.reject(new TypeError('failed to fetch'));
      case 'cut':
        return cutOff(decide(call));
      case 'lost':
        return Promise.reject(new TypeError('failed to fetch'));
      case 'busy':
        return problem('unavailable');
      case 'limited':
        return problem('rate_limited');
      case 'slow':
        return problem('too_slow');
      case 'broken':
        return problem('internal');
      case 'proxy':
        return new Response('<h1>Bad gateway</h1>', { status: 502, headers: { 'content-type': 'text/html' } });
      case 'expired':
        return problem('unauthenticated');
    }
  }

  function post(page: LossyPage, { requestId, key, body }: NewSubmission): Promise<Response> {
    if (!page.isOpen) return new Promise(() => undefined);
    return new Promise((resolve) => {
      const call: Call = {
        page,
        requestId,
        key,
        body,
        end(how) {
          calls.splice(calls.indexOf(call), 1);
          const answer = answerTo(call, how);
          if (page.isOpen) resolve(answer);
          else void Promise.resolve(answer).catch(() => undefined);
        },
      };
      calls.push(call);
    });
  }

  /** As the client calls the server. */
  async function send(page: LossyPage, submission: NewSubmission): Promise<Receipt> {
    const response = await post(page, submission).catch((error: unknown) => {
      throw new ApiProblem('unreachable', 0, String(error));
    });
    if (!response.ok) throw await toApiProblem(response);
    return readJson(response);
  }

  function openPage(person: string): LossyPage {
    const page: LossyPage = { person, outbox: null!, drafts: null!, isOpen: true, refused: new Map(), heard: [] };
    const view = storageOf(() => page);
    page.drafts = createDrafts(
      createBrowserStorage(() => view),
      person,
      now,
    );
    page.outbox = createOutbox({
      storage: createBrowserStorage(() => view),
      person,
      send: (submission) => send(page, submission),
      sendWhileLeaving: (submission) => send(page, submission),
      inTurn: (work) => turns.inTurn(page, work),
      later: (work, delayMs) => timers.later(page, work, delayMs),
      now,
      random: () => 1,
    });
    page.outbox.listen(({ requestId, receipt }) => {
      if (receipt) page.drafts.clear(requestId);
      if (receipt) page.heard.push(requestId);
    });
    pages.push(page);
    void page.outbox.flush();
    return page;
  }

  return {
    storage,
    calls,
    recorded,
    closed,
    open,
    idle,
    openPage,
    /** Whether the storage has room. */
    become: (next: boolean) => void (hasRoom = next),
    jump: (ms: number) => void (clock += ms),
    type: (page: LossyPage, requestId: string, value: string): void =>
      page.drafts.write(requestId, SPECS, { values: { value }, note: '' }),
    /** As a form does. */
    send(page: LossyPage, submission: NewSubmission): void {
      page.outbox.submit(submission, new AbortController().signal).catch((error: unknown) => {
        page.refused.set(submission.key, error as ApiProblem);
      });
    },
    /** @param isSudden it crashes, so it does not leave either */
    close(page: LossyPage, isSudden: boolean): void {
      if (!isSudden) page.outbox.leave();
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

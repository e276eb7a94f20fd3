import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ProblemError } from '../errors.ts';
import { MOST_WAIT_MS, pauseFor, secondsToComeAgain, type CallKind, type Pressure } from './admissionRules.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Skips admission: the call needs no database, or lasts for hours. */
    hasNoTurn?: boolean;
    /** A POST that changes nothing: it is admitted like a read. */
    isRead?: boolean;
  }
}

/** Maximum number of concurrent reads. More would only wait for each other and for the database. */
export const READS_AT_ONCE = 32;

/** Decides which calls are handled now, which wait for a slot, and which are told to retry later. */
export interface Admission {
  /** Called before any work is done for a call. @throws ProblemError unavailable */
  check(kind: CallKind): void;
  /** Waits for a read slot. @returns a function to call when the read is done @throws ProblemError unavailable */
  enter(): Promise<() => void>;
}

interface Parts {
  /** How much admitted work is waiting. */
  pressure(): Pressure;
  /** Resolves when every client that has connected has been seen: before that, nobody knows how many there are. */
  settled?: () => Promise<void>;
  /** Maximum number of concurrent reads. */
  atOnce?: number;
  /** ms on a clock that never steps back */
  now?: () => number;
  /** A call was told to retry later. */
  onRefused?: (kind: CallKind) => void;
}

interface Waiter {
  since: number;
  go(): void;
}

/** Writes have no queue here: they wait in the units of work, which many of them share. */
export function createAdmission({
  pressure,
  settled = async () => {},
  atOnce = READS_AT_ONCE,
  now = () => performance.now(),
  onRefused = () => {},
}: Parts): Admission {
  const waiters = new Set<Waiter>(); // the longest waiting first
  let working = 0;

  function oldestMs(): number {
    const [first] = waiters;
    return first === undefined ? 0 : now() - first.since;
  }

  const refuse = (kind: CallKind, seconds: number): ProblemError => (onRefused(kind), busy(seconds));

  function leave(): void {
    working--;
    const [next] = waiters;
    if (next === undefined) return;
    waiters.delete(next);
    working++;
    void settled().then(() => next.go());
  }

  function once(): () => void {
    let isLeft = false;
    return () => {
      if (isLeft) return;
      isLeft = true;
      leave();
    };
  }

  return {
    check(kind) {
      const below = pressure();
      const seconds = secondsToComeAgain(kind, { ...below, readsMs: Math.max(below.readsMs, oldestMs()) });
      if (seconds !== null) throw refuse(kind, seconds);
    },
    async enter() {
      if (working < atOnce) {
        working++;
        await settled();
        return once();
      }
      return new Promise((resolve, reject) => {
        const waiter: Waiter = {
          since: now(),
          go() {
            clearTimeout(timer);
            resolve(once());
          },
        };
        const timer = setTimeout(() => {
          if (waiters.delete(waiter)) reject(refuse('read', pauseFor(MOST_WAIT_MS.read)));
        }, MOST_WAIT_MS.read);
        waiters.add(waiter);
      });
    },
  };
}

const busy = (retryAfterSeconds: number): ProblemError =>
  new ProblemError('unavailable', 'The server has more to do than it can; nothing was done.', { retryAfterSeconds });

const kindOf = ({ method, routeOptions }: FastifyRequest): CallKind =>
  method === 'GET' || method === 'HEAD' || routeOptions.config.isRead === true ? 'read' : 'write';

/** Register it before the routes whose calls it admits. */
export function installAdmission(app: FastifyInstance, admission: Admission): void {
  const turns = new WeakMap<FastifyRequest, () => void>();
  const hasNoTurn = ({ routeOptions }: FastifyRequest) => routeOptions.config.hasNoTurn === true;
  app.addHook('onRequest', async (request) => {
    if (!hasNoTurn(request)) admission.check(kindOf(request));
  });
  app.addHook('preHandler', async (request, reply) => {
    if (hasNoTurn(request) || kindOf(request) === 'write') return;
    const leave = await admission.enter();
    turns.set(request, leave);
    if (reply.raw.closed) leave();
    else reply.raw.once('close', leave);
  });
  app.addHook('onSend', async (request) => turns.get(request)?.());
}

import type { Loop } from '../schedule/loops.ts';
import { faultKindOf, pauseAfter } from './faultRules.ts';
import { isFaultOfDatabase } from './faults.ts';
import { BusyError, CommitFailedError, UnitTimeoutError } from './unitOfWork.ts';

interface Parts {
  log: { error(details: object, text: string): void; info(details: object, text: string): void };
  /** Rejects while the database cannot be used. */
  look(): Promise<unknown>;
  /** A clock that never steps, in ms. */
  steady(): number;
}

/** Logs the failures of all parts of a server. */
export interface FaultLog {
  report(error: unknown, about: string): void;
  /** Notices that the database is back. Due only after a fault. */
  loop: Loop;
}

/** One kind of fault. */
interface Outage {
  since: number;
  lastAt: number;
  pauseMs: number;
  nextLineAt: number;
  /** Faults without a line since the last line. */
  omitted: number;
  /** There was a line about it, and none yet that it is over. */
  isTold: boolean;
}

/** Loops try again a second after a failure: who still fails shows within this time. */
const LOOK_EVERY_MS = 3000;

/**
 * While the database is away every loop fails about once a second. One line says so, further ones come at growing
 * intervals, and one says that it is over. Other failures get a line each.
 */
export function createFaultLog({ log, look, steady }: Parts): FaultLog {
  const outages = new Map<string, Outage>();
  const isOver = ({ lastAt }: Outage) => steady() - lastAt >= LOOK_EVERY_MS;
  let lookAt = Infinity;

  function reportFault(error: unknown, about: string): void {
    const kind = kindOf(error);
    const at = steady();
    const outage = outages.get(kind) ?? {
      since: at,
      lastAt: at,
      pauseMs: 0,
      nextLineAt: at,
      omitted: 0,
      isTold: false,
    };
    outages.set(kind, outage);
    if (!outage.isTold && at - outage.lastAt > outage.pauseMs) outage.pauseMs = 0; // otherwise it comes and goes
    outage.lastAt = at;
    if (at < outage.nextLineAt) return void outage.omitted++;
    if (!outage.isTold) outage.since = at;
    const { omitted } = outage;
    const pauseMs = pauseAfter(outage.pauseMs);
    Object.assign(outage, { isTold: true, omitted: 0, pauseMs, nextLineAt: at + pauseMs });
    lookAt = Math.min(lookAt, at + LOOK_EVERY_MS);
    log.error({ err: error, about, omitted, quietForSeconds: pauseMs / 1000 }, 'the database cannot be used');
  }

  async function lookAgain(): Promise<void> {
    const told = [...outages.values()].filter(({ isTold }) => isTold);
    if (!told.some(isOver)) return;
    const isBack = await look().then(
      () => true,
      () => false,
    );
    for (const outage of isBack ? told.filter(isOver) : []) {
      const { omitted, since, lastAt } = outage;
      Object.assign(outage, { isTold: false, omitted: 0 });
      log.info({ omitted, seconds: Math.round((lastAt - since) / 1000) }, 'the database can be used again');
    }
  }

  return {
    report(error, about) {
      if (isOfDatabase(error)) reportFault(error, about);
      else log.error({ err: error, about }, 'a part failed');
    },
    loop: {
      name: 'database.faults',
      nextDueAt: () => lookAt,
      async tick(_now, at = _now) {
        lookAt = at + LOOK_EVERY_MS;
        await lookAgain();
        if (![...outages.values()].some(({ isTold }) => isTold)) lookAt = Infinity;
      },
    },
  };
}

const isOfDatabase = (error: unknown): boolean =>
  [BusyError, UnitTimeoutError, CommitFailedError].some((kind) => error instanceof kind) || isFaultOfDatabase(error);

function kindOf(error: unknown): string {
  if (error instanceof BusyError || error instanceof UnitTimeoutError) return 'busy';
  return faultKindOf(((error instanceof CommitFailedError && error.cause) || error) as { code?: unknown });
}

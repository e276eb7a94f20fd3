import type { Logger } from 'pino';
import { backlogOf, type Backlog } from '../database/backlog.ts';
import type { Db } from '../database/statements.ts';
import type { UnitOfWork } from '../database/unitOfWork.ts';
import { every, type Loop } from '../schedule/loops.ts';
import type { Link } from './chain.ts';
import { lockChain, moveEnds, readChain } from './auditChainStore.ts';
import { addToAudit } from './auditStore.ts';
import type { ChainSeal } from './chainSeal.ts';

/** The state of the audit, for monitoring. */
export interface AuditState {
  /** The newest sealed row; position 0 before there is any; null if the record of the chain's ends is lost. */
  head(): Promise<Link | null>;
  /** Rows that are not sealed yet, each waiting since it was added. */
  backlog(): Promise<Backlog>;
}

/** @param reader reads outside units */
export function createAuditState(reader: Db): AuditState {
  return {
    head: async () => (await readChain(reader))?.last ?? null,
    backlog: () => backlogOf(reader, reader('audit').whereNull('position').orderBy('seq').select('at')),
  };
}

const HOUR_MS = 60 * 60 * 1000;

/** A loop that remembers the last head it logged. */
export interface HeadLog extends Loop {
  /** The last head this server logged; null before the first. */
  logged(): Link | null;
}

/** Logs the head every hour: kept where those who can write to the database cannot reach, it exposes a rollback. */
export function createHeadLog(audit: AuditState, logger: Pick<Logger, 'info'>): HeadLog {
  let logged: Link | null = null;
  const loop = every('audit.head', HOUR_MS, async () => {
    const head = await audit.head();
    if (!head) return;
    const { position, hash } = head;
    logger.info({ position, hash }, 'head of the audit chain');
    logged = { position, hash };
  });
  return { ...loop, logged: () => logged };
}

/**
 * Signs the ends of an unsigned chain: that of a new database, or one sealed before chains were signed. An audit row
 * records it; once such a row exists, an unsigned chain is never signed again.
 *
 * @returns whether it signed
 */
export function anchorAudit(units: UnitOfWork, seal: ChainSeal, now: number): Promise<boolean> {
  return units.run(async ({ trx }) => {
    const chain = await lockChain(trx);
    if (!chain || chain.mac !== null) return false;
    if (await trx('audit').where({ action: ANCHORED, subject: 'audit' }).first('seq')) return false;
    await moveEnds(trx, seal, chain);
    const { position, hash } = chain.last;
    await addToAudit(trx, [
      { at: now, actor: 'server', verifiedBy: null, action: ANCHORED, subject: 'audit', detail: { position, hash } },
    ]);
    return true;
  });
}

const ANCHORED = 'audit.anchored';

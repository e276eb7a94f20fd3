import type { Logger } from 'pino';
import type { Db } from '../database/rows.ts';
import type { UnitOfWork } from '../database/unitOfWork.ts';
import { every, type Loop } from '../schedule/loops.ts';
import type { Link } from './chain.ts';
import { lockChain, moveEnds, readChain } from './auditChainStore.ts';
import { addToAudit } from './auditStore.ts';
import type { ChainSeal } from './chainSeal.ts';

/** Rows that are not sealed yet. */
export interface AuditBacklog {
  rows: number;
  /** The moment of the oldest of these deeds, ms since the epoch; null when there is none. */
  oldestAt: number | null;
}

/** What can be seen of the audit from outside. */
export interface AuditState {
  /** The newest sealed row, position 0 before there is any; null when the chain's ends are not recorded any more. */
  head(): Promise<Link | null>;
  backlog(): Promise<AuditBacklog>;
}

/** @param reader reads outside a unit */
export function createAuditState(reader: Db): AuditState {
  return {
    head: async () => (await readChain(reader))?.last ?? null,
    async backlog() {
      const unsealed = () => reader('audit').whereNull('position');
      const oldest = await unsealed().orderBy('seq').first('at');
      if (!oldest) return { rows: 0, oldestAt: null };
      const { n } = (await unsealed().count({ n: '*' }).first())!;
      return { rows: Number(n), oldestAt: Number(oldest.at) };
    },
  };
}

const HOUR_MS = 60 * 60 * 1000;

/** Writes the head into the log each hour: kept where the database's writers cannot reach, it shows what was taken back. */
export function createHeadLog(audit: AuditState, logger: Pick<Logger, 'info'>): Loop {
  return every('audit.head', HOUR_MS, async () => {
    const head = await audit.head();
    if (head) logger.info({ position: head.position, hash: head.hash }, 'head of the audit chain');
  });
}

/**
 * Signs the ends of a chain that nobody has signed: of a new database, and of one that was sealed before chains were
 * signed. A row says so, and as long as there is one nothing unsigned is signed again.
 * @returns whether it did
 */
export function anchorAudit(units: UnitOfWork, seal: ChainSeal, now: number): Promise<boolean> {
  return units.run(async ({ trx }) => {
    const chain = await lockChain(trx);
    if (!chain || chain.mac !== null) return false;
    if (await trx('audit').where({ action: ANCHORED, subject: 'audit' }).first('seq')) return false;
    await moveEnds(trx, seal, chain);
    const { position, hash } = chain.last;
    await addToAudit(trx, [
      { at: now, actor: 'server', action: ANCHORED, subject: 'audit', detail: { position, hash } },
    ]);
    return true;
  });
}

const ANCHORED = 'audit.anchored';

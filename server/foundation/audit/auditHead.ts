import type { Logger } from 'pino';
import { backlogOf, type Backlog } from '../database/backlog.ts';
import type { Db } from '../database/statements.ts';
import type { UnitOfWork } from '../database/unitOfWork.ts';
import { every, type Loop } from '../schedule/loops.ts';
import type { Link } from './chain.ts';
import { lockChain, moveEnds, readChain } from './auditChainStore.ts';
import { addToAudit } from './auditStore.ts';
import type { ChainSeal } from './chainSeal.ts';

/** What can be seen of the audit from outside. */
export interface AuditState {
  /** The newest sealed row, position 0 before there is any; null when the chain's ends are not recorded any more. */
  head(): Promise<Link | null>;
  /** Rows that are not sealed yet, each waiting since its deed. */
  backlog(): Promise<Backlog>;
}

/** @param reader reads outside a unit */
export function createAuditState(reader: Db): AuditState {
  return {
    head: async () => (await readChain(reader))?.last ?? null,
    backlog: () => backlogOf(reader, reader('audit').whereNull('position').orderBy('seq').select('at')),
  };
}

const HOUR_MS = 60 * 60 * 1000;

/** A loop that remembers what it wrote. */
export interface HeadLog extends Loop {
  /** The head that stands in the log last; null before there is one. */
  logged(): Link | null;
}

/** Writes the head into the log each hour: kept where the database's writers cannot reach, it shows what was taken back. */
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
      { at: now, actor: 'server', verifiedBy: null, action: ANCHORED, subject: 'audit', detail: { position, hash } },
    ]);
    return true;
  });
}

const ANCHORED = 'audit.anchored';

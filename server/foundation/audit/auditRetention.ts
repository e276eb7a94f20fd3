import type { Db } from '../database/statements.ts';
import { KEEP_MS, type RetentionRow } from '../schedule/retention.ts';
import type { Link } from './chain.ts';
import { lockGenuineChain, moveEnds } from './auditChainStore.ts';
import type { ChainSeal } from './chainSeal.ts';
import { purgeRedactions } from './redactionStore.ts';

/**
 * Deletes the oldest rows in chain order and moves the chain's start to the last deleted one, so that the rest can
 * still be verified. Unsealed rows stay.
 */
export const createAuditRetention = (seal: ChainSeal): RetentionRow<Db> => ({
  name: 'audit',
  keepMs: KEEP_MS.audit,
  async purge(db, before, limit) {
    const chain = await lockGenuineChain(db, seal);
    if (!chain) return 0;
    const rows: (Link & { at: number })[] = await db('audit')
      .where('position', '>', chain.first.position)
      .orderBy('position')
      .limit(limit)
      .select('position', 'hash', 'at');
    const firstKept = rows.findIndex(({ at }) => at > before);
    const last = rows.at(firstKept === -1 ? rows.length - 1 : firstKept - 1);
    if (firstKept === 0 || !last) return 0;
    await moveEnds(db, seal, { first: last, last: chain.last });
    await purgeRedactions(db, last.position);
    return db('audit').where('position', '<=', last.position).delete();
  },
});

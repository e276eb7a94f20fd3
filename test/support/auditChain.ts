import { readChain, moveEnds } from '../../server/foundation/audit/auditChainStore.ts';
import { addToAudit, type AuditRow } from '../../server/foundation/audit/auditStore.ts';
import { createChainSeal, type ChainSeal } from '../../server/foundation/audit/chainSeal.ts';
import { createSealer } from '../../server/foundation/audit/sealer.ts';
import type { TestStore } from './openStore.ts';

/** The key of the test installation whose audit is tested. */
export const AUDIT_KEY = Buffer.alloc(32, 7);
export const AUDIT_SEAL: ChainSeal = createChainSeal(AUDIT_KEY);

type Store = Pick<TestStore, 'db' | 'units'>;

export const entry = (n: number): AuditRow => ({
  at: 1000 + n,
  actor: `person ${n}`,
  verifiedBy: null,
  action: 'request.answered',
  subject: `r${n}`,
  ...(n % 2 === 0 && { channel: 'web' }),
  ...(n % 3 === 0 && { detail: { n, word: 'ü "quoted" \u0001' } }),
});

/** Adds rows, and seals them as the loop would. */
export async function addSealed({ db, units }: Store, from: number, to: number, chainSeal = AUDIT_SEAL): Promise<void> {
  await addToAudit(
    db.writer,
    Array.from({ length: to - from }, (_, n) => entry(from + n)),
  );
  await seal({ db, units }, chainSeal);
}

export async function seal({ db, units }: Store, chainSeal = AUDIT_SEAL): Promise<void> {
  const sealer = createSealer({ units, reader: db.reader, seal: chainSeal });
  do await sealer.tick(1);
  while (sealer.nextDueAt() === 0);
}

/** Signs the ends of an empty chain, without the row that records it, so that tests count only their own. */
export async function anchor({ db }: Pick<TestStore, 'db'>): Promise<void> {
  await moveEnds(db.writer, AUDIT_SEAL, (await readChain(db.writer))!);
}

import { setTimeout as sleep } from 'node:timers/promises';
import type { Knex } from 'knex';
import { expectChain, lockGenuineChain } from '../../foundation/audit/auditChainStore.ts';
import type { ChainSeal } from '../../foundation/audit/chainSeal.ts';
import { redactRows, sealedRows } from '../../foundation/audit/redactionStore.ts';
import { createSealer } from '../../foundation/audit/sealer.ts';
import { changesOf, type Erasing } from './eraseRows.ts';
import { rewriting } from './personRules.ts';
import { conditionOf } from './personRows.ts';

const LOOK_EVERY_MS = 50;

/** Seals the remaining rows, concurrently with running servers. @throws ForeignChainError */
export async function sealAudit({ units, reader }: Pick<Erasing, 'units' | 'reader'>, seal: ChainSeal): Promise<void> {
  await expectChain(reader);
  const sealer = createSealer({ units, reader, seal });
  for (;;) {
    await sealer.tick(Date.now());
    if (!(await reader('audit').whereNull('position').first('seq'))) return;
    await sleep(LOOK_EVERY_MS);
  }
}

/** Replaces the person with the pseudonym in audit rows. @throws ForeignChainError */
export async function eraseInAudit(erasing: Erasing, seal: ChainSeal): Promise<void> {
  await sealAudit(erasing, seal);
  const { units, reader, known, pseudonym } = erasing;
  const words = rewriting(known, pseudonym, false);
  for (let after = 0; ;) {
    const rows = await sealedRows(reader, conditionOf('audit', known)!, after);
    if (rows.length === 0) return;
    const positions = rows.map(({ position }) => position);
    const redact = () => units.run(({ trx }) => redactAt(trx, positions));
    while (!(await redact())) await sleep(LOOK_EVERY_MS);
    after = positions.at(-1)!;
  }

  /** @returns false if somebody else holds the chain: nothing was done */
  async function redactAt(trx: Knex, positions: number[]): Promise<boolean> {
    if (!(await lockGenuineChain(trx, seal))) return false;
    const those = { sql: `position in (${positions.map(() => '?').join(', ')})`, bindings: positions };
    const rows = await sealedRows(trx, those, 0); // again: somebody else may have been removed from them meanwhile
    const changed = rows.flatMap((row) => {
      const changes = changesOf('audit', { ...row }, erasing, words);
      return Object.keys(changes).length === 0 ? [] : [{ ...row, ...changes }];
    });
    const entry = { at: Date.now(), actor: 'operator', subject: pseudonym };
    return changed.length === 0 || redactRows(trx, seal, changed, entry);
  }
}

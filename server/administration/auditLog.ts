import type { Knex } from 'knex';
import type { AuditChainState, AuditFilter, AuditVerification } from '../../contract/audit.ts';
import { readChain } from '../foundation/audit/auditChainStore.ts';
import type { AuditState } from '../foundation/audit/auditHead.ts';
import { newestOf, type AuditPageQuery } from '../foundation/audit/auditLogStore.ts';
import { addToAudit, fromStoredDetail, type AuditRow } from '../foundation/audit/auditStore.ts';
import type { ChainSeal } from '../foundation/audit/chainSeal.ts';
import { verifyAudit } from '../foundation/audit/verifyAudit.ts';
import { toIso } from '../foundation/database/rows.ts';
import type { UnitOfWork } from '../foundation/database/unitOfWork.ts';
import type { Caller } from '../foundation/http/authenticate.ts';
import type { Directory } from '../people/directory/directory.ts';
import { exportOf, readingOf, type EntriesPage } from './auditReading.ts';

/** The audit, for people who may read it (behaviour 7). */
export interface AuditLog {
  /** Newest first. @throws DirectoryError if an actor's address cannot be looked up */
  page(filter: AuditFilter, page: AuditPageQuery): Promise<EntriesPage>;
  /** The newest entries as CSV; the export itself is audited. @throws DirectoryError as `page` */
  export(filter: AuditFilter, caller: Caller): Promise<AsyncIterable<string>>;
  state(): Promise<AuditChainState>;
  /** Verifies the newest rows of the chain, and records the result in the audit. */
  verify(caller: Caller): Promise<AuditVerification>;
}

interface Parts {
  units: UnitOfWork;
  reader: Knex;
  audit: AuditState;
  auditSeal: ChainSeal;
  directory: Pick<Directory, 'personById' | 'personByAddress'>;
  now(): number;
}

/** How many rows to verify here, which takes less than a second. `npm run audit:verify` verifies all. */
const MOST_VERIFIED = 10_000;

export function createAuditLog({ units, reader, audit, auditSeal, directory, now }: Parts): AuditLog {
  const record = (row: Pick<AuditRow, 'action' | 'detail'>, { person }: Caller) =>
    units.run(({ trx }) =>
      addToAudit(trx, [{ at: now(), actor: person.id, verifiedBy: 'session', subject: 'audit', ...row }]),
    );

  const looking = once(() => verifyAudit(reader, { seal: auditSeal, newest: MOST_VERIFIED }));

  return {
    async page(filter, page) {
      const read = await readingOf({ reader, directory }, filter);
      return read(page);
    },

    async export(filter, caller) {
      const read = await readingOf({ reader, directory }, filter);
      await record({ action: 'audit.exported', detail: filter }, caller);
      return exportOf(read);
    },

    async state() {
      const [chain, { rows }, verified] = await Promise.all([
        readChain(reader),
        audit.backlog(),
        newestOf(reader, 'audit.verified'),
      ]);
      const found = fromStoredDetail(verified?.detail ?? null).detail;
      return {
        head: chain && { position: chain.last.position, hash: chain.last.hash },
        isSigned: chain !== null && auditSeal.isGenuine(chain),
        unsealed: rows,
        lastVerified: verified && { at: toIso(verified.at), ok: found?.['ok'] === true, rows: Number(found?.['rows']) },
      };
    },

    async verify(caller) {
      const { ok, rows, from, last, firstBad = null } = await looking();
      const found = { ok, rows, from, to: last?.position ?? 0 };
      await record({ action: 'audit.verified', detail: { ...found, ...firstBad } }, caller);
      return { ...found, fault: firstBad };
    },
  };
}

/** Concurrent calls share one run. */
function once<T>(work: () => Promise<T>): () => Promise<T> {
  let underWay: Promise<T> | null = null;
  return () => (underWay ??= work().finally(() => (underWay = null)));
}

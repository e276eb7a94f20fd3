import type { AuditEntry } from '../../contract/audit.ts';
import type { LoggedRow } from '../foundation/audit/auditLogStore.ts';
import { fromStoredDetail } from '../foundation/audit/auditStore.ts';
import { csvLine } from '../foundation/csv.ts';
import { toIso } from '../foundation/database/rows.ts';

/** A row as shown to auditors. @param names of people, by id */
export function toEntry(row: LoggedRow, names: ReadonlyMap<string, string>): AuditEntry {
  const { at, actor, detail: stored, ...rest } = row;
  const { verifiedBy, detail = null } = fromStoredDetail(stored);
  return {
    ...rest,
    at: toIso(at),
    actor: { id: actor, displayName: names.get(actor) ?? null },
    verifiedBy,
    detail,
  };
}

const COLUMNS: Record<string, (entry: AuditEntry) => string | number | null> = {
  seq: ({ seq }) => seq,
  at: ({ at }) => at,
  actor: ({ actor }) => actor.id,
  actor_name: ({ actor }) => actor.displayName,
  action: ({ action }) => action,
  subject: ({ subject }) => subject,
  channel: ({ channel }) => channel,
  verified_by: ({ verifiedBy }) => verifiedBy,
  detail: ({ detail }) => detail && JSON.stringify(detail),
  position: ({ position }) => position,
  hash: ({ hash }) => hash,
};

export const AUDIT_COLUMNS = Object.keys(COLUMNS);

export const toCsvLine = (entry: AuditEntry): string => csvLine(Object.values(COLUMNS).map((value) => value(entry)));

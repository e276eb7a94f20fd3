import type { Knex } from 'knex';
import type { AuditAction } from '../../../contract/auditActions.ts';
import { insertRows, type Columns } from '../database/rows.ts';

/** One deed. Never a token, a password or what somebody answered. */
export interface AuditRow {
  at: number;
  /** A person's id, or what acted by itself: `flow`, `clock`. */
  actor: string;
  action: AuditAction;
  subject: string;
  channel?: string;
  /** What vouched for the person (behaviour 5.2): `session` where they were signed in; null: no person had to be. */
  verifiedBy: string | null;
  detail?: Record<string, string | number | boolean | null>;
}

const COLUMNS: Columns = {
  at: 'integer',
  actor: 'text',
  action: 'text',
  subject: 'text',
  channel: 'text',
  detail: 'text',
};

/** Written in the unit of the deed itself: what is in the audit has happened, and what has happened is in it. */
export async function addToAudit(db: Knex, rows: AuditRow[]): Promise<void> {
  await insertRows(
    db,
    'audit',
    COLUMNS,
    rows.map(({ at, actor, action, subject, channel, verifiedBy, detail }) => ({
      at,
      actor,
      action,
      subject,
      channel: channel ?? null,
      detail: toStoredDetail(detail, verifiedBy),
    })),
  );
}

/** It goes with the detail, which is sealed: servers of older versions, which know no column for it, seal the same row alike. */
const toStoredDetail = (detail: AuditRow['detail'], verifiedBy: string | null): string | null =>
  detail || verifiedBy ? JSON.stringify({ ...detail, ...(verifiedBy && { verifiedBy }) }) : null;

/** What a row says beside its columns, and what vouched for its actor. */
export function fromStoredDetail(stored: string | null): Pick<AuditRow, 'verifiedBy' | 'detail'> {
  const { verifiedBy = null, ...detail } = JSON.parse(stored ?? '{}') as Record<string, string | null>;
  return { verifiedBy, ...(Object.keys(detail).length > 0 && { detail }) };
}

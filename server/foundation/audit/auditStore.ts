import type { Knex } from 'knex';
import type { AuditAction } from '../../../contract/auditActions.ts';
import { insertRows, type Columns } from '../database/rows.ts';

/** One audited action. It never contains a token, a password or somebody's answer. */
export interface AuditRow {
  at: number;
  /** A person's id, or what acted by itself: `flow`, `clock`. */
  actor: string;
  action: AuditAction;
  subject: string;
  channel?: string;
  /** What vouched for the person (behaviour 5.2): `session` if they were signed in; null: no person had to be verified. */
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

/** Call it in the unit of the action itself: the audit then holds exactly what has happened. */
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

/**
 * Stored in the detail, which is sealed: servers of older versions, which have no column for it, then seal the same
 * content.
 */
const toStoredDetail = (detail: AuditRow['detail'], verifiedBy: string | null): string | null =>
  detail || verifiedBy ? JSON.stringify({ ...detail, ...(verifiedBy && { verifiedBy }) }) : null;

/** The detail of a row, and what vouched for its actor. */
export function fromStoredDetail(stored: string | null): Pick<AuditRow, 'verifiedBy' | 'detail'> {
  const { verifiedBy = null, ...detail } = JSON.parse(stored ?? '{}') as Record<string, string | null>;
  return { verifiedBy, ...(Object.keys(detail).length > 0 && { detail }) };
}

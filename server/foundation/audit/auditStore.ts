import type { Knex } from 'knex';
import { insertRows, type Columns } from '../database/rows.ts';

/** One deed. Never a token, a password or what somebody answered. */
export interface AuditRow {
  at: number;
  /** A person's id, or what acted by itself: `flow`, `clock`. */
  actor: string;
  /** Noun and past participle: `request.answered`. */
  action: string;
  subject: string;
  channel?: string;
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
    rows.map(({ at, actor, action, subject, channel, detail }) => ({
      at,
      actor,
      action,
      subject,
      channel: channel ?? null,
      detail: detail ? JSON.stringify(detail) : null,
    })),
  );
}

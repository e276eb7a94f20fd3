import { createHash, randomBytes } from 'node:crypto';
import type { Knex } from 'knex';
import { insertRows, type Columns } from '../../foundation/database/rows.ts';

/** Behaviour 5.2: 32 random bytes in hex. */
const TOKEN = /^[0-9a-f]{64}$/;

export interface NewToken {
  hash: string;
  deliveryId: string;
  requestId: string;
  person: string;
  channel: string;
  createdAt: number;
  /** When the flow's time-out ends. */
  expiresAt: number;
}

export interface StoredToken {
  /** The kind of its subject. */
  kind: string;
  subjectId: string;
  person: string;
  channel: string;
  expiresAt: number;
  usedAt: number | null;
}

export const mintToken = (): string => randomBytes(32).toString('hex');

/** Only the hash is ever stored. Null for a malformed token. */
export function hashToken(token: string): string | null {
  return TOKEN.test(token) ? createHash('sha256').update(token, 'utf8').digest('hex') : null;
}

const COLUMNS: Columns = {
  hash: 'text',
  delivery_id: 'text',
  // the id of a subject of any kind; a rename would break servers of the previous version that run beside this one
  request_id: 'text',
  person: 'text',
  channel: 'text',
  created_at: 'integer',
  expires_at: 'integer',
};

export async function insertTokens(db: Knex, tokens: NewToken[]): Promise<void> {
  const rows = tokens.map(({ hash, deliveryId, requestId, person, channel, createdAt, expiresAt }) => ({
    hash,
    delivery_id: deliveryId,
    request_id: requestId,
    person,
    channel,
    created_at: createdAt,
    expires_at: expiresAt,
  }));
  await insertRows(db, 'tokens', COLUMNS, rows);
}

/** Marks a token as used; false if it was used already, or has expired (behaviour 5.2). */
export async function consumeToken(db: Knex, hash: string, now: number): Promise<boolean> {
  return (
    (await db('tokens').where({ hash, used_at: null }).where('expires_at', '>', now).update({ used_at: now })) === 1
  );
}

/** Looks up by hash, the primary key, so that timing does not reveal near misses. */
export async function findToken(db: Knex, token: string): Promise<StoredToken | null> {
  const hash = hashToken(token);
  if (hash === null) return null;
  const row = await db('tokens')
    .join('deliveries', 'deliveries.id', 'tokens.delivery_id')
    .where({ hash })
    .first('subject_kind', 'request_id', 'tokens.person', 'tokens.channel', 'tokens.expires_at', 'used_at');
  if (!row) return null;
  return {
    kind: row.subject_kind,
    subjectId: row.request_id,
    person: row.person,
    channel: row.channel,
    expiresAt: row.expires_at,
    usedAt: row.used_at,
  };
}

import type { Knex } from 'knex';
import type { Site } from '../../contract/documents.ts';

/** A site to which the document-site registration was granted access here. */
export interface KnownSite extends Site {
  /** Milliseconds since 1970. */
  grantedAt: number;
}

interface SiteRow {
  id: string;
  address: string;
  name: string;
  granted_at: number;
}

const fromRow = ({ id, address, name, granted_at }: SiteRow): KnownSite => ({
  id,
  address,
  name,
  grantedAt: granted_at,
});

/** Sorted by name. */
export async function listKnownSites(db: Knex): Promise<KnownSite[]> {
  return (await db<SiteRow>('document_sites').orderBy(['name', 'id'])).map(fromRow);
}

export async function readKnownSite(db: Knex, id: string): Promise<KnownSite | null> {
  const row = await db<SiteRow>('document_sites').where({ id }).first();
  return row ? fromRow(row) : null;
}

/** Keeps `grantedAt` of a known site. @returns whether the site is new */
export async function putKnownSite(db: Knex, { id, address, name, grantedAt }: KnownSite): Promise<boolean> {
  const row = { id, address: address.slice(0, 1000), name: name.slice(0, 300), granted_at: grantedAt };
  const made = await db<SiteRow>('document_sites').insert(row).onConflict('id').ignore().returning('id');
  if (made.length > 0) return true;
  await db<SiteRow>('document_sites').where({ id }).update({ address: row.address, name: row.name });
  return false;
}

/** @returns whether it was known */
export async function removeKnownSite(db: Knex, id: string): Promise<boolean> {
  return (await db<SiteRow>('document_sites').where({ id }).delete()) > 0;
}

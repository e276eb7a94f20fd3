import type { Person } from '../../../contract/people.ts';
import { query, type Db } from '../../foundation/database/statements.ts';
import { findErasure } from './erasureStore.ts';
import type { PersonIdentifiers } from './personRules.ts';
import { PERSON_TABLES } from './personTables.ts';

/** Several people have this address: one has to be named by id. */
export class SeveralPeople extends Error {
  constructor(ids: string[]) {
    super(`Several people have this address; name one by the id: ${ids.join(', ')}`);
    this.name = 'SeveralPeople';
  }
}

/** Where a person is stored with a name and addresses beside the id. */
const SNAPSHOTS = [
  'select person as id, display_name, email, upn from notifications where person = ? or lower(email) = ? or lower(upn) = ?',
  `select principal as id, display_name, email, null as upn from flow_access
   where kind = 'user' and (principal = ? or lower(email) = ? or lower(email) = ?)`,
  'select person as id, display_name, email, upn from assignments where person = ? or lower(email) = ? or lower(upn) = ?',
  'select person as id, display_name, null as email, null as upn from responses where person = ? or person = ? or person = ?',
];

/** The same in JSON columns. */
const JSON_SNAPSHOTS = [
  { table: 'executions', column: 'starter' },
  { table: 'flow_versions', column: 'creator' },
  { table: 'author_secrets', column: 'owner' },
  { table: 'sendings', column: 'creator' },
];

interface Snapshot {
  id: string;
  display_name: string | null;
  email: string | null;
  upn: string | null;
}

/**
 * Everything a person is known by here; null if nobody is found.
 *
 * @param reference an id, an e-mail address or a user principal name
 * @throws SeveralPeople
 */
export async function findKnown(db: Db, reference: string): Promise<PersonIdentifiers | null> {
  const found = await snapshotsOf(db, reference);
  const ids = [...new Set(found.map(({ id }) => id))];
  if (ids.length > 1) throw new SeveralPeople(ids);
  const id = ids[0] ?? (await findBareId(db, reference));
  if (id === null) return null;
  const all = id === reference ? found : await snapshotsOf(db, id);
  const given = <T>(values: (T | null)[]) =>
    [...new Set(values.filter((value) => value !== null && value !== ''))] as T[];
  const own = id.startsWith('mailto:') ? [id.slice('mailto:'.length)] : [];
  const addresses = given([...own, ...all.flatMap(({ email, upn }) => [email, upn])]).map((each) => each.toLowerCase());
  const names = given(all.map((each) => each.display_name)).filter(
    (name) => name !== id && !addresses.includes(name.toLowerCase()),
  );
  return { id, names, addresses: [...new Set(addresses)] };
}

/**
 * The same, also in the middle of their erasure, when little else tells their addresses.
 *
 * @throws SeveralPeople
 */
export async function findAsked(db: Db, reference: string): Promise<PersonIdentifiers | null> {
  const erased = (await findErasure(db, reference))?.known;
  if (erased?.id === reference) return erased;
  const found = await findKnown(db, reference);
  if (!erased) return found;
  const isOther = found !== null && found.id !== erased.id && found.id !== `mailto:${reference.toLowerCase()}`;
  if (isOther) throw new SeveralPeople([erased.id, found.id]);
  return erased;
}

async function snapshotsOf(db: Db, reference: string): Promise<Snapshot[]> {
  const address = reference.toLowerCase();
  const found: Snapshot[] = [];
  for (const sql of SNAPSHOTS)
    found.push(...(await query<Snapshot>(db, sql.replace('select', 'select distinct'), [reference, address, address])));
  for (const { table, column } of JSON_SNAPSHOTS) {
    const texts: string[] = await db(table)
      .distinct(column)
      .whereRaw(`lower(${column}) like ? escape '!'`, [likeOf(address)])
      .pluck(column);
    const people = texts.map((text) => JSON.parse(text) as Person);
    const isAsked = ({ id, email, userPrincipalName }: Person) =>
      id === reference || [email, userPrincipalName].some((each) => each?.toLowerCase() === address);
    found.push(
      ...people.filter(isAsked).map(({ id, displayName, email, userPrincipalName }) => {
        return { id, display_name: displayName, email, upn: userPrincipalName };
      }),
    );
  }
  return found;
}

/** A LIKE pattern that finds a text inside a JSON value. */
export const likeOf = (text: string): string => `%${JSON.stringify(text).slice(1, -1).replace(/[!%_]/g, '!$&')}%`;

/** Finds people who are known only by id, or by an address in a chat's list. */
async function findBareId(db: Db, reference: string): Promise<string | null> {
  for (const [table, { columns }] of Object.entries(PERSON_TABLES))
    for (const [column, holds] of Object.entries(columns))
      if (
        holds === 'id' &&
        table !== 'audit' &&
        (await db(table)
          .where({ [column]: reference })
          .first(column))
      )
        return reference;
  const address = reference.toLowerCase();
  const inChat = await db('chats')
    .whereRaw(`lower(users) like ? escape '!'`, [likeOf(`"${address}"`).replaceAll('\\"', '"')])
    .first('id');
  if (inChat) return `mailto:${address}`;
  const inAudit = await db('audit').where({ actor: reference }).orWhere({ subject: reference }).first('seq');
  return inAudit && !STANDS_FOR_NOBODY.test(reference) ? reference : null;
}

/** Actors that are not people, and pseudonyms of erased people. */
const STANDS_FOR_NOBODY = /^(flow|clock|server|operator|erased-[0-9a-f]+)$/;

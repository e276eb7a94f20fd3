import type { Knex } from 'knex';
import type { InboxView, ViewBody } from '../../contract/views.ts';

interface ViewRow {
  id: string;
  name: string;
  body: string;
}

const toView = ({ id, name, body }: ViewRow): InboxView => ({ ...(JSON.parse(body) as ViewBody), id, name });

const seenAs = (name: string): string => name.toLowerCase().slice(0, 60);

const rowOf = ({ name, ...body }: ViewBody) => ({ name, seen_as: seenAs(name), body: JSON.stringify(body) });

/** A person's views in the order of creation. */
export async function findViews(db: Knex, person: string): Promise<InboxView[]> {
  const rows: ViewRow[] = await db('inbox_views').where({ person }).orderBy('id').select('id', 'name', 'body');
  return rows.map(toView);
}

export async function insertView(db: Knex, id: string, person: string, view: ViewBody, at: number): Promise<boolean> {
  const rows = await db('inbox_views')
    .insert({ id, person, ...rowOf(view), created_at: at })
    .onConflict(['person', 'seen_as'])
    .ignore()
    .returning('id');
  return rows.length > 0;
}

/** @param id ignores this view, whose own name it may be */
export const isTaken = async (db: Knex, person: string, name: string, id: string): Promise<boolean> =>
  (await db('inbox_views')
    .where({ person, seen_as: seenAs(name) })
    .whereNot({ id })
    .first('id')) !== undefined;

/** False: the person has no such view. */
export const updateView = async (db: Knex, id: string, person: string, view: ViewBody): Promise<boolean> =>
  (await db('inbox_views').where({ id, person }).update(rowOf(view))) > 0;

export const deleteView = async (db: Knex, id: string, person: string): Promise<boolean> =>
  (await db('inbox_views').where({ id, person }).delete()) > 0;

export const countViews = async (db: Knex, person: string): Promise<number> =>
  Number((await db('inbox_views').where({ person }).count({ count: '*' }).first())?.['count'] ?? 0);

import type { Knex } from 'knex';
import type { AssignmentFilter } from '../../contract/assignments.ts';
import { isAdministrator, type Caller } from '../foundation/http/authenticate.ts';
import { findWithWords, hasAll, wordsOf, type Found } from '../foundation/wordSearch.ts';
import type { ListedAssignment } from './assignmentRows.ts';
import { listAssignments } from './assignmentStore.ts';
import { toAssignment } from './assignmentView.ts';
import { csvLinesOf, CSV_HEAD } from './csv.ts';

/** Whose list it is, what it shows, and at which moment. */
export interface Wanted {
  caller: Caller;
  filter: AssignmentFilter;
  now: number;
}

/** What is searched: the name, and the name of the other side. */
const textOf =
  ({ direction }: AssignmentFilter) =>
  ({ name, creator, assignee }: ListedAssignment): string =>
    `${name}\n${(direction === 'inbound' ? creator : assignee).displayName}`;

/** Administrators see all of a sending, as whoever has sent it does. */
const isOfAnybody = ({ caller, filter: { direction, sendingId } }: Wanted): boolean =>
  direction === 'outbound' && sendingId !== undefined && isAdministrator(caller);

function readerOf(db: Knex, wanted: Wanted) {
  const { search: _search, ...filter } = wanted.filter;
  const person = isOfAnybody(wanted) ? null : wanted.caller.person.id;
  return (before: string | undefined, limit: number): Promise<ListedAssignment[]> =>
    listAssignments(db, { ...filter, person, now: wanted.now, before, limit });
}

/** Each reading sorts all that somebody has sent, so a search and an export take few. */
const READ_AT_ONCE = 1000;

/** A page of a list, newest first: it may be short, or empty, and still have a next one, where words are searched for. */
export function findAssignments(
  db: Knex,
  wanted: Wanted,
  { before, limit }: { before?: string; limit: number },
): Promise<Found<ListedAssignment>> {
  const { filter } = wanted;
  const search = { words: wordsOf(filter.search ?? ''), textOf: textOf(filter), before, limit, atOnce: READ_AT_ONCE };
  return findWithWords(readerOf(db, wanted), search);
}

/** All of a list as comma-separated values. The first of it is read before it returns, and fails there if it fails. */
export async function exportOf(db: Knex, wanted: Wanted): Promise<AsyncIterable<string>> {
  const read = readerOf(db, wanted);
  return linesFrom(await read(undefined, READ_AT_ONCE), read, wanted);
}

async function* linesFrom(
  first: ListedAssignment[],
  read: ReturnType<typeof readerOf>,
  { caller, filter, now }: Wanted,
): AsyncGenerator<string> {
  const words = wordsOf(filter.search ?? '');
  const text = textOf(filter);
  yield CSV_HEAD;
  for (let some = first; ; some = await read(some.at(-1)!.id, READ_AT_ONCE)) {
    const found = words.length === 0 ? some : some.filter((each) => hasAll(text(each), words));
    yield csvLinesOf(found.map((each) => toAssignment(each, caller, now)));
    if (some.length < READ_AT_ONCE) return;
  }
}

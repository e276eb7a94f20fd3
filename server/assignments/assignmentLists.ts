import type { Knex } from 'knex';
import type { AssignmentFilter } from '../../contract/assignments.ts';
import { isAdministrator, type Caller } from '../foundation/http/authenticate.ts';
import { findWithWords, hasAll, wordsOf, type FoundPage } from '../foundation/wordSearch.ts';
import type { ListedAssignment } from './assignmentRows.ts';
import { listAssignments } from './assignmentStore.ts';
import { toAssignment } from './assignmentView.ts';
import { csvLinesOf, CSV_HEAD } from './csv.ts';

/** The caller, the filter, and the current time. */
export interface ListQuery {
  caller: Caller;
  filter: AssignmentFilter;
  now: number;
}

/** The searched text: the name, and the name of the other side. */
const textOf =
  ({ direction }: AssignmentFilter) =>
  ({ name, creator, assignee }: ListedAssignment): string =>
    `${name}\n${(direction === 'inbound' ? creator : assignee).displayName}`;

/** Administrators see all assignments of a sending, like its sender. */
const isOfAnybody = ({ caller, filter: { direction, sendingId } }: ListQuery): boolean =>
  direction === 'outbound' && sendingId !== undefined && isAdministrator(caller);

function readerOf(db: Knex, wanted: ListQuery) {
  const { search: _search, ...filter } = wanted.filter;
  const person = isOfAnybody(wanted) ? null : wanted.caller.person.id;
  return (before: string | undefined, limit: number): Promise<ListedAssignment[]> =>
    listAssignments(db, { ...filter, person, now: wanted.now, before, limit });
}

/** Each read sorts everything a person has sent, so searches and exports use few, large reads. */
const READ_AT_ONCE = 1000;

/** A page of a list, newest first; with a search it may be short or empty and still have a next one. */
export function findAssignments(
  db: Knex,
  wanted: ListQuery,
  { before, limit }: { before?: string; limit: number },
): Promise<FoundPage<ListedAssignment>> {
  const { filter } = wanted;
  const search = { words: wordsOf(filter.search ?? ''), textOf: textOf(filter), before, limit, atOnce: READ_AT_ONCE };
  return findWithWords(readerOf(db, wanted), search);
}

/** A whole list as CSV. Reads the first part before it returns, so an error there rejects. */
export async function exportOf(db: Knex, wanted: ListQuery): Promise<AsyncIterable<string>> {
  const read = readerOf(db, wanted);
  return linesFrom(await read(undefined, READ_AT_ONCE), read, wanted);
}

async function* linesFrom(
  first: ListedAssignment[],
  read: ReturnType<typeof readerOf>,
  { caller, filter, now }: ListQuery,
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

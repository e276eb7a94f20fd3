import { expect } from 'chai';
import {
  ASSIGNMENT_STATUSES,
  CRITERIA,
  type Assignment,
  type AssignmentCounts,
  type AssignmentNotification,
} from '../../contract/assignments.ts';
import type { Sending } from '../../contract/sendings.ts';
import type { Answered } from '../support/product.ts';
import type { Life } from './life.ts';
import type { LivePerson } from './lifeStage.ts';
import type { AssignmentRow, Rows } from './lifeRows.ts';

/** A whole list, page by page. */
async function all<T>(by: LivePerson, path: string, limit = 200): Promise<T[]> {
  const found: T[] = [];
  let cursor: string | null = null;
  do {
    const answer: Answered<{ items: T[]; nextCursor: string | null }> = await by.call(
      0,
      'GET',
      `${path}${path.includes('?') ? '&' : '?'}limit=${limit}${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''}`,
    );
    expect(answer.status, JSON.stringify(answer.body)).to.equal(200);
    found.push(...answer.body.items);
    cursor = answer.body.nextCursor;
  } while (cursor !== null);
  return found;
}

const idsOf = (items: { id: string }[]): string[] => items.map(({ id }) => id).sort();

const shown = (row: AssignmentRow, now: number) =>
  row.is_over === 0 && row.expires_at !== null && Number(row.expires_at) <= now ? 'expired' : row.status;
const isOpen = (row: AssignmentRow, now: number) => ['pending', 'in_progress'].includes(shown(row, now));
const isLate = (row: AssignmentRow, now: number) =>
  isOpen(row, now) && row.due_at !== null && Number(row.due_at) <= now;

/** What people are shown equals a recount of what is stored. */
export async function checkCounts(life: Life, rows: Rows): Promise<void> {
  await checkSent(life, rows);
  for (const person of [life.sender, ...life.people])
    if (!life.erased.has(person.id)) await checkOwn(life, person, rows);
}

async function checkSent(life: Life, rows: Rows): Promise<void> {
  const now = life.stage.now();
  const by = life.erased.has(life.sender.id) ? life.admin : life.sender;
  for (const { id } of rows.sendings) {
    const own = rows.assignments.filter((row) => row.sending_id === id);
    const { body } = await by.call<Sending>(0, 'GET', `/sendings/${id}`);
    const progress = Object.fromEntries(
      ASSIGNMENT_STATUSES.map((status) => [status, own.filter((row) => shown(row, now) === status).length]),
    );
    expect(body.progress).to.deep.equal(progress);
    expect(body.total).to.equal(own.length);
    expect(body.overdue).to.equal(own.filter((row) => isLate(row, now)).length);
    const csv = await exported(by, `direction=outbound&sendingId=${id}`);
    expect(csv.length, 'lines of the export').to.equal(own.length);
  }
  const last = rows.sendings.at(-1);
  if (by !== life.sender && last) {
    const own = rows.assignments.filter((row) => row.sending_id === last.id);
    await checkFilters(by, `/assignments?direction=outbound&sendingId=${last.id}`, own, now);
  }
  if (by === life.sender) {
    await checkFilters(by, '/assignments?direction=outbound', rows.assignments, now);
    const listed = await all<Sending>(by, '/sendings', 2);
    expect(idsOf(listed)).to.deep.equal(idsOf(rows.sendings.filter((each) => each.creator_id === by.id)));
  }
}

/** The lines of an export. */
async function exported(by: LivePerson, query: string): Promise<string[]> {
  const text = await by.text(`/assignments/export.csv?${query}`);
  return text.trim().split('\r\n').slice(1);
}

/** Each filter gives what it says, and those that exclude each other give the whole. */
async function checkFilters(by: LivePerson, base: string, own: AssignmentRow[], now: number): Promise<void> {
  const ids = (rows: AssignmentRow[]) => idsOf(rows);
  const list = (filter: string, limit?: number) => all<Assignment>(by, `${base}${filter}`, limit);
  const got = await list('', 2);
  expect(idsOf(got)).to.deep.equal(ids(own));
  for (const each of got) {
    const row = own.find(({ id }) => id === each.id)!;
    expect(each.status).to.equal(shown(row, now));
    expect(each.isOverdue).to.equal(isLate(row, now));
  }
  for (const status of ASSIGNMENT_STATUSES) {
    const some = own.filter((row) => shown(row, now) === status);
    expect(idsOf(await list(`&status=${status}`, 1)), status).to.deep.equal(ids(some));
    const tab = status === 'pending' || status === 'in_progress' ? 'active' : 'history';
    const other = tab === 'active' ? 'history' : 'active';
    expect(idsOf(await list(`&status=${status}&tab=${tab}`)), `${status} ${tab}`).to.deep.equal(ids(some));
    expect(await list(`&status=${status}&tab=${other}`), `${status} ${other}`).to.deep.equal([]);
  }
  expect(idsOf(await list('&tab=active', 2)), 'active').to.deep.equal(ids(own.filter((row) => isOpen(row, now))));
  expect(idsOf(await list('&tab=history', 2)), 'history').to.deep.equal(ids(own.filter((row) => !isOpen(row, now))));
  expect(idsOf(await list('&overdue=true')), 'overdue').to.deep.equal(ids(own.filter((row) => isLate(row, now))));
  expect(idsOf(await list('&overdue=false')), 'not overdue').to.deep.equal(ids(own.filter((row) => !isLate(row, now))));
  expect(await list('&overdue=true&tab=history')).to.deep.equal([]);
  for (const criterion of CRITERIA)
    expect(idsOf(await list(`&criterion=${criterion}`))).to.deep.equal(
      ids(own.filter((row) => row.criterion === criterion)),
    );
}

async function checkOwn(life: Life, person: LivePerson, rows: Rows): Promise<void> {
  const now = life.stage.now();
  const own = rows.assignments.filter((row) => row.person === person.id);
  if (person === life.people[rows.assignments.length % life.people.length])
    await checkFilters(person, '/assignments?direction=inbound', own, now);
  const { body: counts } = await person.call<AssignmentCounts>(0, 'GET', '/assignments/counts');
  const told = await all<AssignmentNotification>(person, '/assignments/notifications', 3);
  const unread = (scope: string) => told.filter((each) => each.scope === scope && !each.isRead).length;
  expect(counts).to.deep.equal({
    active: own.filter((row) => isOpen(row, now)).length,
    overdue: own.filter((row) => isLate(row, now)).length,
    unread: { inbound: unread('inbound'), outbound: unread('outbound') },
  });
  const stored = rows.notices.filter((each) => each.person === person.id);
  expect(idsOf(told)).to.deep.equal(idsOf(stored));
  await checkAccess(life, person, own, now);
}

/** An open assignment gives its chat, and nothing else does that the chat itself does not give. */
async function checkAccess(life: Life, person: LivePerson, own: AssignmentRow[], now: number): Promise<void> {
  const listed = await all<{ id: string }>(person, '/chats');
  for (const { id } of life.chats) {
    const { body: chat } = await life.maker.call<{ users: string[] }>(0, 'GET', `/chats/${id}`);
    const mayUse = chat.users.length === 0 || chat.users.includes(person.mail);
    const isAssigned = own.some((row) => row.chat_id === id && isOpen(row, now));
    const { status } = await person.call(0, 'GET', `/chats/${id}`);
    expect(status, `${person.key} has ${id}: ${mayUse} ${isAssigned}`).to.equal(mayUse || isAssigned ? 200 : 404);
    expect(listed.some((each) => each.id === id)).to.equal(mayUse || isAssigned);
  }
}

/** Pages of a list that changes meanwhile give everything once that is in it throughout. */
export async function checkPages(life: Life, limit: number, change: () => Promise<Answered<unknown>>): Promise<void> {
  if (life.isAnyDead() || life.erased.has(life.sender.id)) return;
  const path = '/assignments?direction=outbound';
  const before = idsOf(await all<Assignment>(life.sender, path));
  const [pages, changed] = await Promise.all([all<Assignment>(life.sender, path, limit), change()]);
  life.noServerError([changed]);
  const ids = pages.map(({ id }) => id);
  expect(new Set(ids).size, 'nothing twice').to.equal(ids.length);
  if (!life.isAnyDead()) expect(ids, 'nothing missing').to.include.members(before);
}

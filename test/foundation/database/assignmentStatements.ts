import type { Knex } from 'knex';
import { unreachedAmong } from '../../../server/assignments/unreached.ts';
import { listEveryChat } from '../../../server/chats/everyChatStore.ts';
import { findUsableChat, listUsableChats } from '../../../server/chats/usableChatStore.ts';
import { ASSIGNMENT_KIND } from '../../../server/assignments/assignmentSubject.ts';
import {
  countOpen,
  dueIds,
  expiredIds,
  findByLog,
  findListed,
  holdersOf,
  listAssignments,
  openIdsOf,
} from '../../../server/assignments/assignmentStore.ts';
import { noticeRetention } from '../../../server/assignments/noticeRetention.ts';
import {
  countUnread,
  findNotice,
  listNotices,
  markSomeRead,
  markTold,
  noticeIdsOf,
  toldBetween,
  untoldNotices,
  untoldOf,
} from '../../../server/assignments/noticeStore.ts';
import { begunDates, giveFurther, listOccurrences, stopDates } from '../../../server/assignments/occurrenceStore.ts';
import {
  dueSendings,
  findSent,
  listSendings,
  peopleAmong,
  peopleOf,
  progressOf,
} from '../../../server/assignments/sendingStore.ts';
import { forgetStray, markStray, strayExecutions } from '../../../server/assignments/strayStore.ts';
import { closedAmong } from '../../../server/flow/chatRetirementStore.ts';
import { outdatedCopies } from '../../../server/messages/deliveries/outdatedCopies.ts';
import { aPerson } from '../../support/seeds.ts';
import { MANY, NOW } from './largeTables.ts';

const LIMIT = 500;
const some = (letter: string): string[] => Array.from({ length: 20 }, (_, n) => `${letter}${(n + 1) * 100}`);
/** A page of somebody's assignments. */
const PAGE = { person: 'P100', limit: 51, now: NOW } as const;

const SOMEBODY = { person: aPerson('P100'), isGuest: false };

/** Frequent statements on assignments, sendings and notices. */
export const ASSIGNMENT_STATEMENTS: Record<string, (db: Knex) => Promise<unknown>> = {
  'assignments, a page that somebody got': (db) => listAssignments(db, { ...PAGE, direction: 'inbound', before: 'A5' }),
  'assignments, a page that somebody got, open': (db) =>
    listAssignments(db, { ...PAGE, direction: 'inbound', tab: 'active' }),
  'assignments, a page that somebody got, of a state': (db) =>
    listAssignments(db, { ...PAGE, direction: 'inbound', tab: 'history', status: 'completed' }),
  'assignments, a page that somebody got, over': (db) =>
    listAssignments(db, { ...PAGE, direction: 'inbound', tab: 'history' }),
  'assignments, a page that somebody got, expired': (db) =>
    listAssignments(db, { ...PAGE, direction: 'inbound', status: 'expired' }),
  'assignments, a page that somebody has sent': (db) =>
    listAssignments(db, { ...PAGE, direction: 'outbound', before: 'A5' }),
  'assignments, a page that somebody has sent, late': (db) =>
    listAssignments(db, { ...PAGE, direction: 'outbound', tab: 'active', overdue: true }),
  'assignments, a page of a sending': (db) =>
    listAssignments(db, { ...PAGE, direction: 'outbound', sendingId: 'S100' }),
  'assignments, how many are open': (db) => countOpen(db, 'P100', NOW),
  'look-ups of assignments': async (db) => [
    await findListed(db, some('A')),
    await findByLog(db, 'L100'),
    await holdersOf(db, 'A100'),
  ],
  'assignments, whom no message has reached': (db) => unreachedAmong(db, some('A')),
  'chats, one that somebody may use': (db) => findUsableChat(db, 'C100', SOMEBODY, NOW),
  'chats, a page of those that somebody may use': (db) =>
    listUsableChats(db, SOMEBODY, { retired: false, now: NOW, before: 'C5', limit: 51 }),
  'chats, a page of the retired ones of somebody': (db) =>
    listUsableChats(db, SOMEBODY, { retired: true, now: NOW, before: 'C5', limit: 51 }),
  'chats, a page of those of everybody': (db) => listEveryChat(db, { retired: false, before: 'C5', limit: 101 }),
  'chats, a page of the retired ones of everybody': (db) =>
    listEveryChat(db, { retired: true, before: 'C5', limit: 101 }),
  'chats, logs that nobody can begin': (db) => closedAmong(db, [{ chatId: 'C100', person: SOMEBODY.person.id }]),
  'assignments, what is due': async (db) => [
    await expiredIds(db, NOW + MANY, LIMIT),
    await dueIds(db, NOW + MANY, LIMIT),
    await openIdsOf(db, 'S100', NOW, LIMIT),
    await dueSendings(db, NOW, LIMIT, { nextAt: NOW - 1000, id: 'S1' }),
  ],
  'dates of recurrences': async (db) => [
    await begunDates(db, 4, { sendingId: 'S1', at: NOW }),
    await giveFurther(
      db,
      { sendingId: 'S1000', at: NOW - 1000, givenUpTo: 'P1' },
      { people: 1, givenUpTo: 'P2', reason: null },
    ),
    await stopDates(db, 'S1000'),
    await listOccurrences(db, 'S100', { before: NOW, limit: 51 }),
  ],
  'assignments, executions that nobody waits for': async (db) => [
    await markStray(db, 'A100'),
    await strayExecutions(db, LIMIT),
    await forgetStray(db, 'X100'),
  ],
  'sendings, a page': (db) => listSendings(db, { creatorId: 'P100', before: 'S5', limit: 51 }),
  'sendings, how they stand': async (db) => [
    await progressOf(db, some('S'), NOW),
    await peopleOf(db, 'S100'),
    await peopleAmong(db, 'S100', some('P')),
    await findSent(db, 'P100', 'key'),
  ],
  'notices, a page': (db) => listNotices(db, { person: 'P100', before: 'N5', limit: 51 }),
  'notices, a page of those that are not read': (db) =>
    listNotices(db, { person: 'P100', scope: 'inbound', unread: true, limit: 51 }),
  'notices, how many are not read': (db) => countUnread(db, 'P100'),
  'notices, look-ups': async (db) => [await findNotice(db, 'N100'), await noticeIdsOf(db, 'A100')],
  'notices, mark all as read': (db) => markSomeRead(db, 'P100', 'outbound'),
  'notices, what is to be told': async (db) => [
    await untoldNotices(db, NOW, LIMIT),
    await toldBetween(db, ['P100', 'P200'], NOW - 1000, NOW + 1000),
    await untoldOf(db, 'P0', NOW, LIMIT),
    await markTold(db, ['N1000', 'N2000'], NOW, null),
  ],
  'deliveries, copies of notices': (db) =>
    outdatedCopies(db, ASSIGNMENT_KIND.sql, {
      subjectIds: ['N100', 'N200'],
      after: { subjectId: '', id: '' },
      limit: LIMIT,
    }),
  'purge notices': (db) => noticeRetention.purge(db, NOW, LIMIT),
};

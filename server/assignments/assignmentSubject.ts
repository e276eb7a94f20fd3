import type { Knex } from 'knex';
import type { Notice } from '../../contract/messages.ts';
import { linkTo } from '../../contract/openLinks.ts';
import type { Person } from '../../contract/people.ts';
import { speechIn, type Speech } from '../../contract/speech.ts';
import type { StoredKind, SubjectKind, SubjectSql } from '../messages/deliveries/subject.ts';
import { isOpen, statusAt } from './assignmentRules.ts';
import type { AssignmentService } from './assignmentService.ts';
import type { ListedAssignment } from './assignmentRows.ts';
import { findListed } from './assignmentStore.ts';
import { isLive, LIVE_KINDS } from './noticeRules.ts';
import { countOfDigest, findNotice, noticesOfDigest, type StoredNotice } from './noticeStore.ts';
import { offeredActions, textOf, titleOf } from './noticeWords.ts';

const LIVE = `assignment_notices.scope = 'inbound' and assignment_notices.kind in (${LIVE_KINDS.map((kind) => `'${kind}'`).join(', ')})`;

/** Notices about assignments. A live notice shows the current state of its assignment. */
const sql: SubjectSql = {
  table: 'assignment_notices',
  flowId: `'assignments'`,
  startedBy: 'assignment_notices.sender',
  isOpen: `exists (select 1 from assignments where assignments.id = assignment_notices.assignment_id and is_over = 0
    and (expires_at is null or expires_at > ?))`,
  copy: {
    join: 'join assignments on assignments.id = assignment_notices.assignment_id',
    version: 'assignments.version',
    state: `case when assignments.is_over = 1 then 'closed' else 'question' end`,
    progressOf: 'cast(null as integer)',
    areNotices: true,
    mayBeOutdated: LIVE,
  },
  past: {
    join: 'left join assignments on assignments.id = assignment_notices.assignment_id',
    where: 'coalesce(assignments.is_over, 1) = 1',
  },
};

export const ASSIGNMENT_KIND: StoredKind = { name: 'assignment', sql };

const DAY_MS = 24 * 60 * 60_000;
/** How long a token is valid if the assignment never expires. */
const TOKEN_MS = 90 * DAY_MS;

interface Parts {
  reader: Knex;
  assignments: Pick<AssignmentService, 'act'>;
  publicUrl: string;
  now(): number;
}

/** Assignments as subjects of messages: a subject is one person's notice. */
export function assignmentSubject({ reader, assignments, publicUrl, now }: Parts): SubjectKind {
  return {
    ...ASSIGNMENT_KIND,

    async describe(subjectId, person) {
      const notice = await findNotice(reader, subjectId);
      if (notice?.person !== person.id) return null;
      const speech = speechIn(person.timeZone, person.language);
      if (notice.kind === 'digest') return describeDigest(reader, notice, speech, publicUrl);
      const assignment = await assignmentOf(reader, notice);
      return assignment && describeOne(notice, assignment, speech, { publicUrl, now: now() });
    },

    async recipients(subjectId, { after }) {
      const person = await recipientOf(reader, subjectId);
      return person && person.id > after ? [person] : [];
    },

    async recipient(subjectId, personId) {
      const person = await recipientOf(reader, subjectId);
      return person?.id === personId ? person : null;
    },

    /** The sender was named when they sent it, which may be long before. */
    async namedAt(subjectId, personId) {
      const assignment = await assignmentTold(reader, await findNotice(reader, subjectId));
      return assignment?.assignee.id === personId ? assignment.createdAt : 0;
    },

    fallbackOf: async () => [],

    async tokenExpiry(subjectId) {
      const notice = await findNotice(reader, subjectId);
      const assignment = notice && (await assignmentOf(reader, notice));
      return assignment ? (assignment.expiresAt ?? now() + TOKEN_MS) : null;
    },

    async act(unit, { subjectId, actionId, ...by }) {
      const notice = await findNotice(unit.trx, subjectId);
      const isPressed = actionId === 'complete' || actionId === 'decline';
      if (!notice?.assignmentId || notice.person !== by.person.id || !isPressed) return 'not_offered';
      return assignments.act(unit, notice.assignmentId, actionId, by);
    },
  };
}

async function assignmentOf(db: Knex, { assignmentId }: StoredNotice): Promise<ListedAssignment | null> {
  return assignmentId === null ? null : ((await findListed(db, [assignmentId])).get(assignmentId) ?? null);
}

/**
 * The recipient of a notice with their addresses: assignees are stored with the assignment, creators with the sending.
 */
async function recipientOf(db: Knex, subjectId: string): Promise<Person | null> {
  const notice = await findNotice(db, subjectId);
  const assignment = await assignmentTold(db, notice);
  if (!notice || !assignment) return null;
  return [assignment.assignee, assignment.creator].find(({ id }) => id === notice.person) ?? null;
}

/** The assignment of a notice, or the first one of a digest. */
async function assignmentTold(db: Knex, notice: StoredNotice | null): Promise<ListedAssignment | null> {
  if (!notice) return null;
  const [told] = notice.kind === 'digest' ? await noticesOfDigest(db, notice.id, 1) : [notice];
  return told ? assignmentOf(db, told) : null;
}

interface Page {
  publicUrl: string;
  now: number;
}

function describeOne(
  notice: StoredNotice,
  assignment: ListedAssignment,
  speech: Speech,
  { publicUrl, now }: Page,
): Notice {
  const path = notice.scope === 'inbound' ? `/${assignment.id}` : `/sent/${assignment.sendingId}`;
  const said: Notice = {
    kind: 'notice',
    title: titleOf(notice, assignment, speech),
    text: textOf(notice, assignment, speech, now),
    webUrl: linkTo(publicUrl, `assignments${path}`),
  };
  if (!isLive(notice)) return said;
  const { version } = assignment;
  const isOver = !isOpen(statusAt(assignment, now));
  const actions = offeredActions(assignment, speech, now);
  return { ...said, about: { subjectId: notice.id, version, isOver, actions } };
}

/** How many assignments a digest names. */
const NAMED = 10;

async function describeDigest(db: Knex, notice: StoredNotice, speech: Speech, publicUrl: string): Promise<Notice> {
  const [shown, count] = await Promise.all([noticesOfDigest(db, notice.id, NAMED), countOfDigest(db, notice.id)]);
  const ids = shown.flatMap(({ assignmentId }) => assignmentId ?? []);
  const known = await findListed(db, ids);
  const lines = shown.flatMap((each) => {
    const assignment = known.get(each.assignmentId ?? '');
    return assignment ? [titleOf(each, assignment, speech)] : [];
  });
  const rest = count > lines.length ? [speech.say('assignment.more', { count: count - lines.length })] : [];
  const isOutbound = shown.every(({ scope }) => scope === 'outbound');
  return {
    kind: 'notice',
    title: speech.say('assignment.digest', { count }),
    text: [...lines, ...rest].join('\n'),
    webUrl: linkTo(publicUrl, isOutbound ? 'assignments/sent' : 'assignments'),
  };
}

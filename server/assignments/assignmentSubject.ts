import type { Knex } from 'knex';
import type { Notice, NoticeAction } from '../../contract/messages.ts';
import type { Person } from '../../contract/people.ts';
import { speechFor, type Speech, type SpeechId } from '../../contract/speech.ts';
import { toIso } from '../foundation/database/rows.ts';
import type { StoredKind, SubjectKind, SubjectSql } from '../messages/deliveries/subject.ts';
import { withoutTurns } from '../../contract/cleanText.ts';
import { actionsOf, isOpen, statusAt } from './assignmentRules.ts';
import type { AssignmentService } from './assignmentService.ts';
import { findListed, type ListedAssignment } from './assignmentStore.ts';
import { isLive, LIVE_KINDS } from './noticeRules.ts';
import { countOfDigest, findNotice, noticesOfDigest, type StoredNotice } from './noticeStore.ts';

const LIVE = `assignment_notices.scope = 'inbound' and assignment_notices.kind in (${LIVE_KINDS.map((kind) => `'${kind}'`).join(', ')})`;

/** What people are told of assignments: a copy of what still asks something of them shows how its assignment stands. */
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
/** How long a token works where the assignment never expires. */
const TOKEN_MS = 90 * DAY_MS;
/** So many are named in a digest. */
const NAMED = 10;

interface Parts {
  reader: Knex;
  assignments: Pick<AssignmentService, 'act'>;
  publicUrl: string;
  now(): number;
}

/** Assignments, as what people are told of them knows them: a subject is one person's notice. */
export function assignmentSubject({ reader, assignments, publicUrl, now }: Parts): SubjectKind {
  const pageOf = (path: string) => `${publicUrl}/#/assignments${path}`;

  async function assignmentOf(notice: StoredNotice): Promise<ListedAssignment | null> {
    if (notice.assignmentId === null) return null;
    return (await findListed(reader, [notice.assignmentId])).get(notice.assignmentId) ?? null;
  }

  async function digest(notice: StoredNotice, speech: Speech): Promise<Notice> {
    const [shown, count] = [await noticesOfDigest(reader, notice.id, NAMED), await countOfDigest(reader, notice.id)];
    const known = await findListed(
      reader,
      shown.flatMap(({ assignmentId }) => assignmentId ?? []),
    );
    const lines = shown.flatMap((each) => {
      const assignment = known.get(each.assignmentId ?? '');
      return assignment ? [titleOf(each, assignment, speech)] : [];
    });
    const rest = count > lines.length ? [speech.say('assignment.more', { count: count - lines.length })] : [];
    const path = shown.every(({ scope }) => scope === 'outbound') ? '/sent' : '';
    return {
      kind: 'notice',
      title: speech.say('assignment.digest', { count }),
      text: [...lines, ...rest].join('\n'),
      webUrl: pageOf(path),
    };
  }

  async function describe(subjectId: string, person: Person): Promise<Notice | null> {
    const notice = await findNotice(reader, subjectId);
    if (notice?.person !== person.id) return null;
    const speech = speechFor(person.language);
    if (notice.kind === 'digest') return digest(notice, speech);
    const assignment = await assignmentOf(notice);
    if (!assignment) return null;
    const isInbound = notice.scope === 'inbound';
    const text = textOf(notice, assignment, speech, now());
    const webUrl = pageOf(isInbound ? `/${assignment.id}` : `/sent/${assignment.sendingId}`);
    const said: Notice = { kind: 'notice', title: titleOf(notice, assignment, speech), text, webUrl };
    if (!isLive(notice)) return said;
    const isOver = !isOpen(statusAt(assignment, now()));
    return {
      ...said,
      about: { subjectId, version: assignment.version, isOver, actions: pressable(assignment, speech, now()) },
    };
  }

  return {
    ...ASSIGNMENT_KIND,
    describe,
    async recipients(subjectId, { after }) {
      const person = await recipientOf(subjectId);
      return person && person.id > after ? [person] : [];
    },
    async recipient(subjectId, personId) {
      const person = await recipientOf(subjectId);
      return person?.id === personId ? person : null;
    },
    fallbackOf: async () => [],
    async tokenExpiry(subjectId) {
      const notice = await findNotice(reader, subjectId);
      const assignment = notice && (await assignmentOf(notice));
      return assignment ? (assignment.expiresAt ?? now() + TOKEN_MS) : null;
    },
    async act(unit, { subjectId, actionId, person }) {
      const notice = await findNotice(unit.trx, subjectId);
      const isPressed = actionId === 'complete' || actionId === 'decline';
      if (!notice?.assignmentId || notice.person !== person.id || !isPressed) return 'not_offered';
      return assignments.act(unit, notice.assignmentId, actionId, person.id);
    },
  };

  /** Whom a notice is for, with their addresses: assignees stand on the assignment, creators on the sending. */
  async function recipientOf(subjectId: string): Promise<Person | null> {
    const notice = await findNotice(reader, subjectId);
    if (!notice) return null;
    if (notice.kind === 'digest') {
      const [some] = await noticesOfDigest(reader, notice.id, 1);
      return some ? recipientOf(some.id) : null;
    }
    const assignment = await assignmentOf(notice);
    if (!assignment) return null;
    return [assignment.assignee, assignment.creator].find(({ id }) => id === notice.person) ?? null;
  }
}

/** What one press is enough for. */
function pressable(assignment: ListedAssignment, { say }: Speech, now: number): NoticeAction[] {
  const offered = actionsOf(assignment, now);
  return [
    ...(offered.includes('complete')
      ? [{ id: 'complete', label: say('assignment.action.complete'), style: 'primary' as const }]
      : []),
    ...(offered.includes('decline') ? [{ id: 'decline', label: say('assignment.action.decline') }] : []),
  ];
}

const clean = (text: string): string => withoutTurns(text);

function titleOf({ kind, scope }: StoredNotice, assignment: ListedAssignment, { say }: Speech): string {
  const { name, assignee, creator } = assignment;
  const values = { name: clean(name), assignee: clean(assignee.displayName), creator: clean(creator.displayName) };
  return say(`assignment.${scope}.${kind}` as SpeechId, values);
}

/** Line by line: what the sender says, the due date, how it stands, and why. */
function textOf(notice: StoredNotice, assignment: ListedAssignment, { say, instant }: Speech, now: number): string {
  const { note, dueAt, expiresAt, reason, successor, creator } = assignment;
  const status = statusAt(assignment, now);
  const isInbound = notice.scope === 'inbound';
  const lines = [
    isInbound && say('assignment.from', { creator: clean(creator.displayName) }),
    isInbound && note !== null && clean(note),
    dueAt !== null && say('assignment.due', { at: instant(toIso(dueAt)) }),
    isInbound && isOpen(status) && expiresAt !== null && say('assignment.expires', { at: instant(toIso(expiresAt)) }),
    isInbound && isLive(notice) && say(`assignment.status.${status}` as SpeechId),
    successor !== null && say('assignment.now', { assignee: clean(successor.assignee.displayName) }),
    reason !== null && say('assignment.reason', { reason: clean(reason) }),
  ];
  return lines.filter(Boolean).join('\n');
}

import { expect } from 'chai';
import { MOST_MISSED } from '../../server/assignments/recurrenceRules.ts';
import type { AssignmentRow, Rows } from './lifeRows.ts';

/** What a run remembers from step to step. */
export interface Known {
  /** The final state of each assignment that is over, as it was first seen. */
  ends: Map<string, object>;
  /** Executions in logs of attempts, and whether they were started while the assignment was open; null: unknown. */
  executions: Map<string, boolean | null>;
  /** How many notices each assignment had once it was over. */
  notices: Map<string, number>;
  erased: Set<string>;
  deaths: number;
}

const END_OF: Record<string, string> = {
  'assignment.completed': 'completed',
  'assignment.cancelled': 'cancelled',
  'assignment.reassigned': 'cancelled',
  'assignment.declined': 'rejected',
  'assignment.delegated': 'delegated',
  'assignment.expired': 'expired',
};

/** Who is told of an end, and who of them even if they caused it. */
const TOLD: Record<string, ('assignee' | 'creator')[]> = {
  completed: ['creator'],
  failed: ['assignee', 'creator'],
  cancelled: ['assignee'],
  rejected: ['creator'],
  delegated: ['assignee', 'creator'],
  expired: ['assignee', 'creator'],
};

const groupBy = <T>(items: T[], key: (item: T) => string): Map<string, T[]> => {
  const groups = new Map<string, T[]>();
  for (const item of items) groups.set(key(item), [...(groups.get(key(item)) ?? []), item]);
  return groups;
};

export function checkRows(known: Known, before: Rows, after: Rows, now: number, isAtRest = false): void {
  const audit = groupBy(after.audit, ({ subject }) => subject);
  const notices = groupBy(after.notices, (notice) => notice.assignment_id);
  for (const row of after.assignments) {
    checkEnd(known, row);
    checkLog(after, row, audit.get(row.id) ?? []);
    checkNotices(known, row, {
      audit: audit.get(row.id) ?? [],
      all: after.audit,
      notices: notices.get(row.id) ?? [],
      rows: after,
      now,
      isAtRest,
    });
  }
  checkChains(after.assignments);
  checkDates(after);
  checkExecutions(known, before, after, isAtRest);
  if (isAtRest) checkTold(after, now);
}

function checkEnd(known: Known, row: AssignmentRow): void {
  const { id, status, is_over: isOver, ended_at: endedAt, attempt, cancelled_by: cancelledBy, log_id: logId } = row;
  expect(isOver === 0, `${id} ${status}`).to.equal(['pending', 'in_progress'].includes(status));
  expect(endedAt === null).to.equal(isOver === 0);
  const end = { status, endedAt, attempt, cancelledBy, logId, ...(known.erased.size === 0 && { reason: row.reason }) };
  const earlier = known.ends.get(id);
  if (earlier)
    expect(end, 'a final state never changes').to.deep.include(known.erased.size === 0 ? earlier : omitReason(earlier));
  else if (isOver === 1) known.ends.set(id, end);
}

const omitReason = (end: object): object => Object.fromEntries(Object.entries(end).filter(([key]) => key !== 'reason'));

function checkLog(rows: Rows, row: AssignmentRow, audit: Rows['audit']): void {
  const about = `${row.id} ${row.status}: ${audit.map(({ action }) => action).join(', ')}`;
  const count = (action: string) => audit.filter((each) => each.action === action).length;
  const ends = audit.flatMap(({ action }) => END_OF[action] ?? []);
  const expected = row.is_over === 0 || row.status === 'failed' ? [] : [row.status];
  expect(ends, about).to.deep.equal(expected);
  if (ends.length > 0) {
    const last = audit.findLastIndex(({ action }) => END_OF[action]);
    const later = audit.slice(last + 1).map(({ action }) => action);
    expect(later, about).to.deep.equal([]);
  }
  const [started, retried, failed] = ['started', 'retried', 'attempt_failed'].map((each) =>
    count(`assignment.${each}`),
  ) as [number, number, number];
  expect(started, about).to.be.at.most(1);
  expect(retried, about).to.be.at.most(row.retry_budget);
  if (row.log_id !== null) expect(row.attempt, about).to.equal(1 + retried);
  else expect(row.attempt, about).to.equal(row.status === 'completed' ? 1 : 0);
  const failing = row.status === 'failed' || row.has_attempt_failed === 1 ? 1 : 0;
  expect(failed, about).to.equal(retried + failing);
  const logs = rows.logs.filter((log) => log.assignment_id === row.id).map(({ attempt }) => attempt);
  if (!rows.logs.some(({ id }) => id === row.log_id)) return; // of an erased person
  expect(logs.sort(), about).to.deep.equal(Array.from({ length: row.attempt }, (_, n) => n + 1));
}

interface Seen {
  audit: Rows['audit'];
  all: Rows['audit'];
  notices: Rows['notices'];
  rows: Rows;
  now: number;
  isAtRest: boolean;
}

function checkNotices(known: Known, row: AssignmentRow, { audit, notices, rows, all, now, isAtRest }: Seen): void {
  const { id, person, creator_id: creator, status } = row;
  const about = `${id} ${status}: ${notices.map((each) => `${each.kind}>${each.person === person ? 'assignee' : 'creator'}`).join(', ')}`;
  const isGone = (who: string) => known.erased.has(who);
  const of = (kind: string, who: string) => notices.filter((each) => each.kind === kind && each.person === who).length;
  const expected: [string, string, number][] = [];
  const predecessor =
    row.predecessor_id === null ? null : rows.assignments.find((each) => each.id === row.predecessor_id)!;
  const handing =
    predecessor && all.find((each) => each.subject === predecessor.id && /delegated|reassigned/.test(each.action));
  const sending = rows.sendings.find((each) => each.id === row.sending_id)!;
  const assigner = handing ? handing.actor : sending.cron === null ? assignerOf(row, all) : 'clock';
  expected.push(['assigned', person, person === assigner ? 0 : 1]);
  expected.push([
    'reminder',
    person,
    audit.filter((each) => each.action === 'assignment.reminded' && each.actor !== person).length,
  ]);
  const end =
    audit.find(({ action }) => END_OF[action]) ??
    audit.findLast(({ action }) => action === 'assignment.attempt_failed');
  for (const [kind, sides] of Object.entries(TOLD)) {
    for (const side of ['assignee', 'creator'] as const) {
      const who = side === 'assignee' ? person : creator;
      if (side === 'creator' && who === person) continue;
      const isTold = kind === status && sides.includes(side) && (end?.actor !== who || kind === 'delegated');
      expected.push([kind, who, isTold ? 1 : 0]);
    }
  }
  for (const [kind, who, times] of expected)
    if (!isGone(who))
      expect(of(kind, who), `${kind} to ${who === person ? 'assignee' : 'creator'}, ${about}`).to.equal(times);
  for (const kind of ['due_soon', 'overdue'])
    for (const who of new Set([person, creator])) expect(of(kind, who), `${kind} ${about}`).to.be.at.most(1);
  if (isAtRest && row.is_over === 0 && row.due_at !== null && Number(row.due_at) <= now && !isGone(person))
    expect(of('overdue', person), `overdue ${about}`).to.equal(1);
  if (isAtRest && row.expires_at !== null && Number(row.expires_at) <= now) expect(row.is_over, about).to.equal(1);
  if (known.erased.size > 0) return;
  const earlier = known.notices.get(id);
  if (earlier !== undefined) expect(notices.length, `told after the end: ${about}`).to.equal(earlier);
  else if (row.is_over === 1) known.notices.set(id, notices.length);
}

/** Who assigned something that was not handed on: its creator, or whoever gave it to new members. */
function assignerOf(row: AssignmentRow, all: Rows['audit']): string | null {
  const sent = all.filter((each) => each.subject === row.sending_id && each.action === 'chat.assigned');
  return sent.length === 1 ? sent[0]!.actor : (sent.find((_, n) => n === 0)?.actor ?? null);
}

function checkChains(assignments: AssignmentRow[]): void {
  for (const [chain, links] of groupBy(assignments, (row) => row.chain_id)) {
    const people = links.map(({ person }) => person);
    expect(new Set(people).size, `nobody twice in ${chain}`).to.equal(people.length);
    expect(links.filter((row) => row.is_over === 0).length, 'open ends').to.be.at.most(1);
    const starts = links.filter((row) => row.predecessor_id === null);
    expect(starts.map(({ id }) => id)).to.deep.equal([chain]);
    let [at] = starts;
    let length = 1;
    for (;;) {
      const next = links.filter((row) => row.predecessor_id === at!.id);
      expect(next.length).to.be.at.most(1);
      const isHandedOn = at!.status === 'delegated' || at!.cancelled_by === 'reassigned';
      expect(next.length === 1, `${at!.id} ${at!.status}`).to.equal(isHandedOn);
      if (next.length === 0) break;
      [at] = next;
      length++;
    }
    expect(length).to.equal(links.length);
  }
}

/** The first of the dates that are recorded after a long outage; those before it are not. */
const isFirstRecorded = (dates: Rows['occurrences'], n: number): boolean =>
  dates.slice(n, n + MOST_MISSED).filter(({ outcome }) => outcome === 'missed').length === MOST_MISSED;

/** Each date once, and for each of its people once. */
function checkDates({ sendings, occurrences, assignments }: Rows): void {
  for (const { id, cron } of sendings) {
    if (cron === null) continue;
    const dates = occurrences.filter((each) => each.sending_id === id);
    const roots = assignments.filter((row) => row.sending_id === id && row.predecessor_id === null);
    const keys = roots.map((row) => `${row.occurrence_at} ${row.person}`);
    expect(new Set(keys).size, 'each date once for each').to.equal(keys.length);
    for (const { at, outcome, people } of dates) {
      const given = roots.filter((row) => Number(row.occurrence_at) === Number(at)).length;
      expect(given, outcome).to.equal(people);
    }
    const ats = dates.map(({ at }) => Number(at));
    for (let n = 1; n < ats.length; n++)
      if (!isFirstRecorded(dates, n)) expect(ats[n]! - ats[n - 1]!, 'hourly').to.equal(60 * 60_000);
  }
}

function checkExecutions(known: Known, before: Rows, after: Rows, isAtRest: boolean): void {
  const assignmentOf = new Map(after.logs.map((log) => [log.id, log.assignment_id]));
  const was = new Map(before.assignments.map((row) => [row.id, row]));
  const is = new Map(after.assignments.map((row) => [row.id, row]));
  for (const { id, log_id: logId, status } of after.executions) {
    const row = is.get(assignmentOf.get(logId)!)!;
    if (!known.executions.has(id)) {
      const isOpenBefore = was.get(row.id)?.is_over === 0;
      known.executions.set(
        id,
        isOpenBefore ? (row.is_over === 0 || row.status === 'completed' ? true : null) : was.has(row.id) ? false : null,
      );
    }
    const startedOpen = known.executions.get(id);
    const isRunning = status === 'running' || status === 'waiting';
    if (isAtRest && startedOpen === true && row.is_over === 1 && row.status !== 'completed')
      expect(isRunning, `${id} still runs, but its assignment is ${row.status}`).to.equal(false);
    if (startedOpen === false) expect(status, 'a flow started after the end').to.not.equal('cancelled');
  }
}

/** No notice waits for longer than it has to. */
function checkTold({ notices }: Rows, now: number): void {
  const late = notices.filter((each) => each.tell_at !== null && Number(each.tell_at) <= now);
  expect(late, 'not told yet').to.deep.equal([]);
}

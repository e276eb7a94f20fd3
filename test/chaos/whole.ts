import type { Attempt, Told } from './acknowledged.ts';
import { COUNTED, type ChaosFlow } from './flows.ts';
import type { ExecutionRow, RequestRow, Snapshot } from './snapshot.ts';

/**
 * Calls of `http` nodes that arrived, by the key shared by all repeats of one visit: which of the successive servers
 * made them. A visit that was running at a kill is repeated by the next server.
 */
export type Calls = ReadonlyMap<string, number[]>;

/** Violations, one sentence each; empty if all tables agree with each other, and with what clients were told. */
export function findViolations(snapshot: Snapshot, told: Told, flows: ChaosFlow[], calls: Calls): string[] {
  return [
    ...lostOrInvented(snapshot, told),
    ...halfWrittenAnswers(snapshot),
    ...halfWrittenRequests(snapshot),
    ...wrongTokens(snapshot),
    ...wrongExecutions(snapshot, flows, calls),
  ];
}

/** Acknowledged but missing; refused but stored. */
function lostOrInvented({ responses, executions }: Snapshot, told: Told): string[] {
  const stored = new Set(responses.map((row) => `${row.request_id}/${row.submission_id}`));
  const begun = new Set(executions.map(({ id }) => id));
  const isStored = ({ requestId, submissionId }: Attempt) => stored.has(`${requestId}/${submissionId}`);
  return [
    ...told.answers
      .filter((each) => !isStored(each))
      .map((each) => `LOST: the answer of ${each.person} to ${each.requestId}`),
    ...told.refused
      .filter(isStored)
      .map((each) => `the answer of ${each.person} to ${each.requestId} was refused (${each.code}) and is stored`),
    ...told.executions.filter((id) => !begun.has(id)).map((id) => `LOST: the start of ${id}`),
    ...told.strange,
  ];
}

/** A response, its notification and its audit row are stored together or not at all. */
function halfWrittenAnswers({ responses, notifications, audit }: Snapshot): string[] {
  const stored = responses.map((row) => `${row.request_id}/${row.person}`);
  const marked = notifications
    .filter((row) => row.answered_at !== null)
    .map((row) => `${row.subject_id}/${row.person}`);
  const audited = audit
    .filter(({ action }) => action === 'request.answered')
    .map((row) => `${row.subject}/${row.actor}`);
  return [
    ...differences('response and notification', stored, marked),
    ...differences('response and audit', stored, audited),
  ];
}

function halfWrittenRequests(snapshot: Snapshot): string[] {
  const ids = snapshot.requests.map(({ id }) => id);
  const raised = snapshot.audit.filter(({ action }) => action === 'request.raised').map(({ subject }) => subject);
  const assignees = countBy(snapshot.notifications.map((row) => row.subject_id));
  const responses = countBy(snapshot.responses.map((row) => row.request_id));
  const ordered = new Set(snapshot.orders.map((row) => row.subject_id));
  const deliveries = countBy(snapshot.deliveries.map((row) => row.subject_id));
  return [
    ...differences(
      'request and template',
      ids,
      snapshot.templates.map((row) => row.request_id),
    ),
    ...differences('request and audit', ids, raised),
    ...snapshot.requests.flatMap((request) => {
      const { id, assignee_count: assigneeCount, body } = request;
      const isMailed = (JSON.parse(body) as { channels: string[] }).channels.includes('email');
      const isSent = ordered.has(id) || deliveries.get(id) === assigneeCount;
      return [
        ...(assignees.get(id) === assigneeCount
          ? []
          : [`${id} has ${assignees.get(id)} of ${assigneeCount} notifications`]),
        ...(isMailed === isSent ? [] : [`${id} has ${deliveries.get(id) ?? 0} deliveries and no order for more`]),
        ...wrongCount(request, responses.get(id) ?? 0),
      ];
    }),
  ];
}

function wrongCount({ id, strategy, status, assignee_count, answered_count }: RequestRow, responses: number): string[] {
  const needed = strategy === 'any' ? 1 : assignee_count;
  const isComplete = responses === needed;
  return [
    ...(answered_count === responses && responses <= needed
      ? []
      : [`${id} counts ${answered_count} of ${responses} responses`]),
    ...((status === 'completed') === isComplete ? [] : [`${id} is ${status} with ${responses} of ${needed} responses`]),
  ];
}

/** A token is consumed only by its person's answer by mail. */
function wrongTokens({ tokens, responses }: Snapshot): string[] {
  const used = tokens.filter((row) => row.used_at !== null).map((row) => `${row.request_id}/${row.person}`);
  const byMail = responses.filter(({ channel }) => channel === 'email').map((row) => `${row.request_id}/${row.person}`);
  return differences('used token and answer by mail', used, byMail);
}

function wrongExecutions(
  { executions, steps, requests, messages }: Snapshot,
  flows: ChaosFlow[],
  calls: Calls,
): string[] {
  const flowOf = new Map(flows.map((flow) => [flow.definition.id, flow]));
  const stepsOf = groupBy(steps, (step) => step.execution_id);
  const requestsOf = groupBy(requests, (request) => request.execution_id);
  const said = countBy(messages.map((row) => row.execution_id));
  return executions.flatMap((execution) => {
    const own = stepsOf.get(execution.id) ?? [];
    const asked = requestsOf.get(execution.id) ?? [];
    const visits = own.map(({ visit_key }) => visit_key);
    const counted = visits.filter((key) => key === COUNTED.message).length;
    const callers = calls.get(`${execution.id}-${COUNTED.call}`) ?? [];
    return [
      ...(new Set(visits).size === visits.length
        ? []
        : [`RESUMED TWICE: ${execution.id} visited ${visits.join(', ')}`]),
      ...(own.every(({ seq }, n) => seq === n + 1)
        ? []
        : [`${execution.id} numbers its steps ${own.map(({ seq }) => seq).join(', ')}`]),
      ...((said.get(execution.id) ?? 0) === counted
        ? []
        : [`RESUMED TWICE: ${execution.id} said ${said.get(execution.id)} messages`]),
      ...(visits.includes(COUNTED.call) && callers.length === 0 ? [`${execution.id} has called nobody`] : []),
      ...(new Set(callers).size === callers.length
        ? []
        : [`RESUMED TWICE: ${execution.id} called twice within the life of one server`]),
      ...wrongEnd(execution, visits, flowOf.get(execution.flow_id)!, asked),
      ...wrongWaits(execution, visits, asked),
    ];
  });
}

function wrongEnd(
  { id, status, error, branches, lease_owner }: ExecutionRow,
  visits: string[],
  flow: ChaosFlow,
  asked: RequestRow[],
): string[] {
  if (status === 'running' || status === 'waiting') return [];
  if (status !== 'completed') return [`${id} is ${status}: ${error}`];
  const timedOut = new Set(
    asked.filter((request) => request.status === 'timed_out').map((request) => request.visit_key),
  );
  return [
    ...differences(`visits of ${id}`, visits, flow.visits(timedOut)),
    ...(branches.length === 0 && lease_owner === null ? [] : [`${id} is completed and still held`]),
    ...asked
      .filter((request) => request.status === 'waiting')
      .map((request) => `${request.id} waits for an execution that has ended`),
  ];
}

/** Every branch that sleeps at a question has asked it, and every open question has a branch that sleeps at it. */
function wrongWaits(
  { id, status, branches, lease_owner }: ExecutionRow,
  visits: string[],
  asked: RequestRow[],
): string[] {
  const asleep = branches
    .filter(({ state, type }) => state === 'waiting' && type === 'human')
    .map(({ visitKey }) => visitKey!);
  const open = asked.filter((request) => request.status === 'waiting').map((request) => request.visit_key);
  const known = new Set(asked.map((request) => request.visit_key));
  return [
    ...open.filter((key) => !asleep.includes(key)).map((key) => `${id}-${key} is asked and nothing waits for it`),
    ...asleep.filter((key) => !known.has(key)).map((key) => `${id} waits for ${key}, which nobody was asked`),
    ...open.filter((key) => visits.includes(key)).map((key) => `${id} has left ${key}, which is still open`),
    ...(status === 'waiting' && lease_owner !== null ? [`${id} sleeps and is held`] : []),
  ];
}

/** Items of only one list, and duplicates within either. */
function differences(what: string, left: string[], right: string[]): string[] {
  const counts = countBy(left);
  for (const each of right) counts.set(each, (counts.get(each) ?? 0) - 1);
  return [...counts].filter(([, count]) => count !== 0).map(([each]) => `${what} differ: ${each}`);
}

function countBy(keys: string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

function groupBy<T>(items: T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item)) ?? [];
    groups.set(keyOf(item), group);
    group.push(item);
  }
  return groups;
}

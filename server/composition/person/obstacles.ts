import { query, type Db } from '../../foundation/database/statements.ts';
import { likeOf } from './knownPerson.ts';
import { isTheirs, type PersonIdentifiers } from './personRules.ts';

/** How many of a kind to list. */
const NAMED = 20;

/** What must be done before a person can be erased, as sentences. */
export async function obstaclesTo(db: Db, known: PersonIdentifiers): Promise<string[]> {
  return [
    ...(await unfinished(db, known)),
    ...(await openQuestions(db, known)),
    ...(await openAssignments(db, known)),
    ...(await recurring(db, known)),
    ...(await ownedAlone(db, known)),
    ...(await namedByFlows(db, known)),
  ];
}

async function unfinished(db: Db, { id }: PersonIdentifiers): Promise<string[]> {
  const rows: { id: string; flow_id: string }[] = await db('executions')
    .where({ started_by: id })
    .whereIn('status', ['running', 'waiting'])
    .limit(NAMED)
    .select('id', 'flow_id');
  return rows.map(
    (row) => `They started the execution ${row.id} of the flow ${row.flow_id}, which has not ended: cancel it.`,
  );
}

async function openQuestions(db: Db, { id }: PersonIdentifiers): Promise<string[]> {
  const rows: { id: string; execution_id: string }[] = await db('notifications')
    .join('requests', 'requests.id', 'notifications.subject_id')
    .where({ person: id, status: 'waiting' })
    .limit(NAMED)
    .select('requests.id', 'requests.execution_id');
  return rows.map(
    (row) =>
      `The question ${row.id} is open, and asks them: have it answered, or cancel the execution ${row.execution_id}.`,
  );
}

async function openAssignments(db: Db, { id }: PersonIdentifiers): Promise<string[]> {
  const ids: string[] = await db('assignments').where({ person: id, is_over: 0 }).limit(NAMED).pluck('id');
  return ids.map((assignment) => `The assignment ${assignment} is open, and is theirs: cancel it or reassign it.`);
}

async function recurring(db: Db, { id }: PersonIdentifiers): Promise<string[]> {
  const sendings = await db('sendings').where({ creator_id: id }).whereNotNull('next_at').limit(NAMED).pluck('id');
  return sendings.map((sending: string) => `Their sending ${sending} recurs: end its recurrence.`);
}

async function ownedAlone(db: Db, { id }: PersonIdentifiers): Promise<string[]> {
  const rows = await query<{ flow_id: string }>(
    db,
    `select flow_id from flow_access as own where principal = ? and role = 'owner' and not exists
       (select 1 from flow_access as other where other.flow_id = own.flow_id and other.role = 'owner' and other.principal <> own.principal)
     order by flow_id limit ${NAMED}`,
    [id],
  );
  return rows.map((row) => `The flow ${row.flow_id} has no other owner: give it one.`);
}

async function namedByFlows(db: Db, known: PersonIdentifiers): Promise<string[]> {
  const texts = [known.id, ...known.addresses];
  const rows = await query<{ id: string; definition: string }>(
    db,
    `select id, definition from flows join flow_versions on flow_id = id and flow_versions.version = flows.version
     where ${texts.map(() => `lower(definition) like ? escape '!'`).join(' or ')} order by id`,
    texts.map((text) => likeOf(text.toLowerCase())),
  );
  return rows
    .filter(({ definition }) => holdsExactly(known, JSON.parse(definition)))
    .slice(0, NAMED)
    .map(({ id }) => `The flow ${id} names them: save a version that does not.`);
}

function holdsExactly(known: PersonIdentifiers, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return isTheirs(known, value);
  return Object.values(value).some((part) => holdsExactly(known, part));
}

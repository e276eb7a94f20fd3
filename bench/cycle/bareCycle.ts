import type { Knex } from 'knex';
import { newId } from '../../server/foundation/newId.ts';
import { toRequestId } from '../../contract/ids.ts';
import { openDatabase } from '../../server/foundation/database/connection.ts';
import { migrateToLatest } from '../../server/foundation/database/migrate.ts';
import { insertRows, updateRows, type Columns, type Row } from '../../server/foundation/database/rows.ts';
import { createUnitOfWork } from '../../server/foundation/database/unitOfWork.ts';
import { CHANNELS, personOf, PROMPT, VARIABLES, VISITS } from '../company.ts';
import { underLoad } from '../load.ts';
import type { Conditions, Figures } from '../variant.ts';

const PEOPLE = [1, 2, 3].map(personOf);
const DAY_MS = 24 * 60 * 60 * 1000;
const BRANCHES = JSON.stringify([
  { id: '0', nodeId: 'ask', state: 'waiting', visitKey: 'ask', type: 'human', enteredAt: 0 },
]);
const BODY = JSON.stringify({
  prompt: PROMPT,
  inputType: 'approval',
  label: 'Approve the budget',
  flowName: 'Ask, set, ask again',
  requester: PEOPLE[0],
  variables: [{ name: 'value', label: 'Your answer', required: true, type: 'select', options: ['Approve', 'Reject'] }],
  chatContext: { chatName: 'Ask, set, ask again', recentMessages: [], totalMessages: 0 },
  channels: CHANNELS,
});
const ANSWER = JSON.stringify({ value: 'approved', note: 'Submitted in the web client', source: 'web' });

/** Columns by table; a column's type is that of its value in the first row. */
const insert = (db: Knex, table: string, rows: Row[]): Promise<void> =>
  insertRows(db, table, columnsOf(rows[0]!), rows);

const update = (db: Knex, table: string, rows: Row[], set: string, where: string): Promise<string[]> =>
  updateRows(db, table, columnsOf(rows[0]!), rows, { set, where, returning: '1' });

const columnsOf = (row: Row): Columns =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, typeof value === 'number' ? 'integer' : 'text']),
  );

/**
 * The floor: the rows of the product's cycle in the product's tables, `inFlight` cycles in three transactions, with
 * statements that read, check and decide nothing.
 */
export async function measureBareCycle(inFlight: number, { databaseUrl, seconds }: Conditions): Promise<Figures> {
  const database = await openDatabase(databaseUrl);
  await migrateToLatest(database.writer);
  const units = createUnitOfWork(database.writer);
  let executions: string[] = [];
  let round = VISITS;

  const figures = await underLoad({ inFlight: 1, seconds }, async (count) => {
    const startedAt = performance.now();
    if (round === VISITS) {
      executions = Array.from({ length: inFlight }, () => newId());
      await units.run(({ trx }) => begin(trx, executions));
      round = 0;
    }
    round++;
    const now = Date.now();
    await units.run(({ trx }) => checkpointAndAsk(trx, executions, round, now));
    await units.run(({ trx }) => answer(trx, executions, round, now));
    await units.run(({ trx }) => claimAndResume(trx, executions, round, now));
    for (let n = 0; n < inFlight; n++) count(startedAt);
  });
  await database.close();
  return figures;
}

const visitKey = (round: number): string => `ask.${round}`;

async function begin(db: Knex, executions: string[]): Promise<void> {
  const starter = {
    started_by: PEOPLE[0]!.id,
    starter: JSON.stringify(PEOPLE[0]),
    variables: JSON.stringify(VARIABLES),
  };
  const state = { status: 'running', branches: BRANCHES, started_at: Date.now(), epoch: 1, lease_owner: 'bench' };
  const rows = executions.map((id) => ({ id, flow_id: 'loop', flow_version: 1, ...starter, ...state, lease_until: 0 }));
  await insert(db, 'executions', rows);
}

async function checkpointAndAsk(db: Knex, executions: string[], round: number, now: number): Promise<void> {
  await update(
    db,
    'executions',
    executions.map((id) => ({ id, branches: BRANCHES })),
    "status = 'waiting', branches = given.branches, lease_owner = null, lease_until = null",
    'executions.id = given.id',
  );
  await insert(
    db,
    'execution_steps',
    executions.map((id) => step(id, round * 2 - 1, 'count', '{"round":1}', now)),
  );
  await ask(db, executions, round, now);
}

async function ask(db: Knex, executions: string[], round: number, now: number): Promise<void> {
  const asked = executions.map((executionId) => ({
    executionId,
    id: toRequestId(executionId, visitKey(round)),
    template: newId(),
  }));
  const expiresAt = now + DAY_MS;
  await insert(
    db,
    'requests',
    asked.map(({ executionId, id, template }) => ({
      id,
      execution_id: executionId,
      flow_id: 'loop',
      visit_key: visitKey(round),
      strategy: 'any',
      status: 'waiting',
      assignee_count: PEOPLE.length,
      raised_at: now,
      expires_at: expiresAt,
      template_id: template,
      started_by: PEOPLE[0]!.id,
      body: BODY,
    })),
  );
  await insert(
    db,
    'prompt_templates',
    asked.map(({ id, template }) => ({ id: template, request_id: id, expires_at: expiresAt })),
  );
  const notifications = asked.flatMap(({ id }) =>
    PEOPLE.map(({ id: person, displayName, email, userPrincipalName }) => ({
      subject_id: id,
      person,
      display_name: displayName,
      email,
      upn: userPrincipalName,
      created_at: now,
    })),
  );
  await insert(db, 'notifications', notifications);
  const orders = asked.flatMap(({ id }) => CHANNELS.map((channel) => ({ subject_id: id, channel, due_at: now })));
  await insert(db, 'delivery_orders', orders);
  await insert(
    db,
    'audit',
    asked.map(({ id }) => ({ at: now, actor: 'flow', action: 'request.raised', subject: id })),
  );
}

async function answer(db: Knex, executions: string[], round: number, now: number): Promise<void> {
  const { id: person, displayName } = PEOPLE[0]!;
  const ids = executions.map((id) => ({ id: toRequestId(id, visitKey(round)), now }));
  const set =
    "status = 'completed', answered_count = 1, version = 2, outcome = 'approved', answered_by = 'Person 1', closed_at = given.now";
  await update(db, 'requests', ids, set, 'requests.id = given.id');
  const responses = ids.map(({ id }) => ({
    request_id: id,
    person,
    display_name: displayName,
    submission_id: newId(),
    payload: ANSWER,
    channel: 'web',
    verified_by: 'session',
    at: now,
  }));
  await insert(db, 'responses', responses);
  await update(
    db,
    'notifications',
    ids.map((row) => ({ ...row, person })),
    'answered_at = given.now, is_read = 1',
    'notifications.subject_id = given.id and notifications.person = given.person',
  );
  await update(
    db,
    'executions',
    executions.map((id) => ({ id, now })),
    'wake_seq = wake_seq + 1, woken_at = given.now',
    'executions.id = given.id',
  );
  await insert(
    db,
    'audit',
    ids.map(({ id }) => ({ at: now, actor: person, action: 'request.answered', subject: id, channel: 'web' })),
  );
}

async function claimAndResume(db: Knex, executions: string[], round: number, now: number): Promise<void> {
  await update(
    db,
    'executions',
    executions.map((id) => ({ id, now })),
    "epoch = epoch + 1, lease_owner = 'bench', lease_until = given.now, wake_seen = wake_seq, status = 'running'",
    'executions.id = given.id',
  );
  await insert(
    db,
    'execution_steps',
    executions.map((id) => step(id, round * 2, 'ask', ANSWER, now)),
  );
}

const step = (executionId: string, seq: number, nodeId: string, output: string, now: number): Row => ({
  execution_id: executionId,
  seq,
  visit_key: nodeId,
  node_id: nodeId,
  status: 'completed',
  output,
  started_at: now,
  ended_at: now,
});

import type { Knex } from 'knex';
import type { Database } from '../server/foundation/database/connection.ts';
import { migrateToLatest } from '../server/foundation/database/migrate.ts';
import { findInbox, type InboxQuery } from '../server/requests/inboxStore.ts';
import { toNotification } from '../server/requests/notificationView.ts';
import { openFreely } from '../test/support/openStore.ts';
import { personOf, PROMPT } from './company.ts';
import { percentiles } from './load.ts';
import { DATABASES, type Conditions, type Figures, type Variant } from './variant.ts';

const REQUESTS = 100_000;
const ASSIGNEES = 10;
const PEOPLE = 20_000;
/** The one person who is asked every time. */
const HEAVY = { person: PEOPLE, requests: 100_000 };
const LOOKS = 2000;
const HEAVY_LOOKS = 100;
const AT_ONCE = 5000;

/**
 * 100,000 requests (a quarter of them open, the others answered by their first assignee) with 10 assignees each: a
 * million notifications. Each of 20,000 people has about 50, and one person 100,000. Everybody reads a page of 50, and
 * that person a page of 200 too.
 */
async function measureInbox({ databaseUrl, scale }: Conditions): Promise<Figures> {
  const database = await openFreely(databaseUrl);
  await migrateToLatest(database.writer);
  const people = Math.max(1, Math.ceil(PEOPLE * scale));
  await fill(database, Math.ceil(REQUESTS * scale), people);
  const look = async (query: InboxQuery) => {
    const startedAt = performance.now();
    const entries = await findInbox(database.reader, query, Date.now());
    entries.map((entry) => toNotification(entry, Date.now()));
    return performance.now() - startedAt;
  };
  const looks = async (times: number, queryOf: (n: number) => InboxQuery) => {
    const durations: number[] = [];
    for (let n = 0; n < Math.ceil(times * Math.min(1, scale * 2)); n++) durations.push(await look(queryOf(n)));
    return percentiles(durations);
  };
  await looks(LOOKS / 10, (n) => ({ person: personOf(n % people).id, limit: 50 }));
  const typical = await looks(LOOKS, (n) => ({ person: personOf((n * 7919) % people).id, limit: 50 }));
  const heavy = await looks(HEAVY_LOOKS, () => ({ person: personOf(HEAVY.person).id, limit: 200 }));
  const page = await looks(HEAVY_LOOKS, () => ({ person: personOf(HEAVY.person).id, limit: 50 }));
  await database.close();
  return { ...typical, heavyP50Ms: heavy.p50Ms!, heavyP99Ms: heavy.p99Ms!, heavyPageP99Ms: page.p99Ms! };
}

async function fill({ writer, kind }: Database, requests: number, people: number): Promise<void> {
  const starter = personOf(1);
  await writer('executions').insert({
    id: 'E',
    flow_id: 'bench',
    flow_version: 1,
    status: 'waiting',
    started_by: starter.id,
    starter: JSON.stringify(starter),
    variables: '{}',
    branches: '[]',
    started_at: 0,
  });
  for (let from = 0; from < requests; from += AT_ONCE)
    await fillSome(writer, kind, [from, Math.min(from + AT_ONCE, requests) - 1], people);
  await writer.raw(
    `insert into inboxes (person, changes, pending, unread, completed)
     select person, count(*), sum(case when filed_as = 'pending' then 1 else 0 end), sum(case when filed_as = 'pending' then 1 else 0 end),
       sum(case when filed_as = 'completed' then 1 else 0 end) from notifications group by person`,
  );
  await writer.raw('analyze');
}

async function fillSome(db: Knex, kind: Database['kind'], range: [number, number], people: number): Promise<void> {
  const now = Date.now();
  const numbers = (name: string, [first, last]: [number, number]) =>
    kind === 'postgres'
      ? `generate_series(${first}, ${last}) as ${name} (i)`
      : `(with recursive c(i) as (select ${first} union all select i + 1 from c where i < ${last}) select i from c) as ${name}`;
  const padded = (number: string) =>
    kind === 'postgres' ? `lpad((${number})::text, 12, '0')` : `printf('%012d', ${number})`;
  const person = (number: string) => `'50000000-0000-4000-8000-' || ${padded(number)}`;
  const isOpen = 'r.i % 4 = 0';
  const body = JSON.stringify({
    prompt: PROMPT,
    inputType: 'approval',
    label: 'Approve the budget',
    flowName: 'Ask',
    requester: personOf(1),
    variables: [
      { name: 'value', label: 'Your answer', required: true, type: 'select', options: [{ value: 'approved' }] },
    ],
    chatId: null,
    chatContext: { chatName: 'Ask', recentMessages: [], totalMessages: 0 },
    channels: [],
    fallback: [],
    requireIdentity: false,
    outputVariable: null,
  });
  const assignee = `case when a.i = 0 and r.i < ${HEAVY.requests} then ${HEAVY.person} else (r.i * 7919 + a.i * 1009) % ${people} end`;
  await db.raw(
    `insert into requests (id, execution_id, flow_id, visit_key, strategy, status, assignee_count, answered_count, filed_version, raised_at, expires_at, template_id, started_by, body)
     select 'E-' || ${padded('r.i')}, 'E', 'bench', 'ask', 'any', case when ${isOpen} then 'waiting' else 'completed' end, ${ASSIGNEES},
       case when ${isOpen} then 0 else 1 end, 1, ${now} + r.i, ${now + 1e9}, 'T', 'somebody', ? from ${numbers('r', range)}`,
    [body],
  );
  await db.raw(
    `insert into notifications (subject_id, person, display_name, email, upn, created_at, is_read, answered_at, filed_as)
     select 'E-' || ${padded('r.i')}, ${person(assignee)}, 'Person', 'person@sandbox.test', 'person@sandbox.test', ${now} + r.i, 0,
       case when a.i = 0 and not (${isOpen}) then ${now} end, case when ${isOpen} then 'pending' else 'completed' end
     from ${numbers('r', range)} cross join ${numbers('a', [0, ASSIGNEES - 1])}`,
  );
  await db.raw(
    `insert into responses (request_id, person, display_name, submission_id, payload, channel, verified_by, at)
     select 'E-' || ${padded('r.i')}, ${person(assignee)}, 'Person', 's', '{"value":"approved","note":"Submitted in the web client"}', 'web', 'session', ${now}
     from ${numbers('r', range)} cross join ${numbers('a', [0, 0])} where not (${isOpen})`,
  );
}

export const inboxVariants: Variant[] = DATABASES.map((database) => ({
  part: 'inbox',
  database,
  subject: 'product',
  measure: measureInbox,
}));

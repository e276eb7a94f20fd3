import type { Knex } from 'knex';
import { openWithoutTimeouts, type Database } from '../../../server/foundation/database/connection.ts';

/** Rows of each table that grows with use. */
export const MANY = 100_000;
export const NOW = 1_000_000_000;

/** The contents of a long-used table, by row number `i`; one in a hundred is still active. */
const TABLES: Record<string, Record<string, string>> = {
  executions: {
    id: "'E' || i",
    flow_id: "'flow' || (i % 50)",
    flow_version: '1',
    status: "case when i % 100 = 0 then 'waiting' when i % 1000 = 1 then 'running' else 'completed' end",
    started_by: "'P' || (i % 1000)",
    log_id: "case when i % 3 = 0 then 'L' || i end",
    starter: "'{}'",
    variables: "'{}'",
    branches: "'[]'",
    started_at: `${NOW} - i`,
    ended_at: `case when i % 100 > 1 then ${NOW} - i end`,
    lease_owner: "case when i % 1000 = 1 then 'S' || (i % 3) end",
    wake_at: `case when i % 500 = 0 then ${NOW} - i end`,
    wake_seq: 'case when i % 1000 = 0 then 1 else 0 end',
    woken_at: `case when i % 1000 = 0 then ${NOW} - i end`,
  },
  execution_steps: {
    execution_id: "'E' || i",
    seq: '1',
    visit_key: "'ask'",
    node_id: "'ask'",
    status: "'completed'",
    started_at: `${NOW} - i`,
    ended_at: `${NOW} - i`,
  },
  requests: {
    id: "'E' || i || '-ask'",
    execution_id: "'E' || i",
    flow_id: "'flow' || (i % 50)",
    visit_key: "'ask'",
    strategy: "'any'",
    status: "case when i % 100 = 0 then 'waiting' else 'completed' end",
    assignee_count: '1',
    filed_version: 'case when i % 10000 = 0 then 0 else 1 end',
    raised_at: `${NOW} - i`,
    expires_at: `${NOW} + i`,
    closed_at: `case when i % 100 > 0 then ${NOW} - i end`,
    template_id: "'T' || i",
    started_by: "'P' || (i % 1000)",
    body: "'{}'",
  },
  prompt_templates: { id: "'T' || i", request_id: "'E' || i || '-ask'", expires_at: `${NOW} + i` },
  notifications: {
    subject_id: "'E' || i || '-ask'",
    person: "'P' || (i % 1000)",
    display_name: "'Person'",
    filed_as:
      "case when i % 10000 = 0 then null when i % 100 = 0 then 'pending' when i % 1000 = 7 then 'snoozed' else 'completed' end",
    created_at: `${NOW} - i`,
    due_at: `case when i % 1000 = 0 then null else ${NOW} + i end`,
    group_key: "case when i % 1000 = 0 then null else 'flow' || (i % 50) || '/ask' end",
    snoozed_until: `case when i % 1000 = 7 then ${NOW} + i - 50000 end`,
  },
  responses: {
    request_id: "'E' || i || '-ask'",
    person: "'P' || (i % 1000)",
    display_name: "'Person'",
    submission_id: "'S' || i",
    payload: "'{}'",
    channel: "'web'",
    verified_by: "'session'",
    at: `${NOW} - i`,
  },
  deliveries: {
    id: "'D' || i",
    subject_id: "'E' || i || '-ask'",
    person: "'P' || (i % 1000)",
    channel: "case when i % 2 = 0 then 'email' else 'teams' end",
    state: "case when i % 100 = 0 then 'queued' when i % 100 = 7 then 'failed' else 'sent' end",
    next_attempt_at: `case when i % 100 = 0 then ${NOW} - i end`,
    shown_version: '1',
    created_at: `${NOW} - i`,
    flow_id: "'flow' || (i % 50)",
    started_by: "'P' || (i % 1000)",
    settled_at: `case when i % 50 > 0 then ${NOW} end`,
  },
  tokens: {
    hash: "'H' || i",
    delivery_id: "'D' || i",
    request_id: "'E' || i || '-ask'",
    person: "'P' || (i % 1000)",
    channel: "'email'",
    created_at: `${NOW} - i`,
    expires_at: `${NOW} + i`,
  },
  chats: {
    id: "'C' || i",
    name: "'Chat'",
    instructions: "''",
    users: "'[]'",
    version: '1',
    created_by: "'P' || (i % 1000)",
    created_at: `${NOW} - i`,
    updated_at: `${NOW} - i`,
    retired_at: `case when i % 7 = 0 then ${NOW} end`,
  },
  sendings: {
    id: "'S' || i",
    chat_id: "'C' || i",
    name: "'Sending'",
    creator_id: "'P' || (i % 1000)",
    creator: "'{}'",
    principals: "'[]'",
    criterion: "'manual'",
    retry_budget: '0',
    allow_delegation: '1',
    allow_rejection: '1',
    created_at: `${NOW} - i`,
    next_at: `case when i % 100 = 0 then ${NOW} - i end`,
  },
  sending_occurrences: {
    sending_id: "'S' || i",
    at: `${NOW} - i`,
    outcome: "'made'",
    people: '1',
    given_up_to: "case when i % 1000 = 0 then 'P1' end",
  },
  assignments: {
    id: "'A' || i",
    sending_id: "'S' || i",
    chat_id: "'C' || i",
    name: "'Sending'",
    creator_id: "'P' || (i % 1000)",
    person: "'P' || (i % 1000)",
    display_name: "'Person'",
    criterion: "'manual'",
    retry_budget: '0',
    allow_delegation: '1',
    allow_rejection: '1',
    due_at: `${NOW} + i`,
    expires_at: `${NOW} + 2 * i`,
    created_at: `${NOW} - i`,
    status: "case when i % 100 = 0 then 'pending' when i % 100 = 1 then 'delegated' else 'completed' end",
    is_over: 'case when i % 100 = 0 then 0 else 1 end',
    version: '1',
    attempt: '1',
    has_attempt_failed: '0',
    predecessor_id: "case when i % 100 = 2 then 'A' || (i - 1) end",
    chain_id: "'A' || i",
    log_id: "'L' || i",
    tell_due_at: `case when i % 100 = 0 then ${NOW} + i end`,
  },
  chat_logs: {
    id: "'L' || i",
    chat_id: "'C' || i",
    person: "'P' || (i % 1000)",
    name: "'Sending'",
    assignment_id: "'A' || i",
    attempt: '1',
    created_at: `${NOW} - i`,
  },
  assignment_notices: {
    id: "'N' || i",
    assignment_id: "'A' || i",
    sender: "'P' || (i % 1000)",
    person: "'P' || (i % 1000)",
    kind: "'assigned'",
    scope: "case when i % 2 = 0 then 'inbound' else 'outbound' end",
    is_read: 'case when i % 50 = 0 then 0 else 1 end',
    created_at: `${NOW} - i`,
    tell_at: `case when i % 1000 = 0 then ${NOW} - i end`,
    told_at: `case when i % 1000 > 0 then ${NOW} - i end`,
  },
  search_documents: {
    id: "'document ' || i",
    source: "'site ' || (i % 1000)",
    modified_at: `${NOW} - i`,
    title: "'Document ' || i",
    address: "'https://documents.test/' || i",
    text: "'What people read'",
  },
  search_readers: { document: 'i', principal: "case when i % 10 = 0 then 'everyone' else 'G' || (i % 100) end" },
  indexed_sources: {
    id: "'S' || i",
    kind: "'library'",
    place: "'drive ' || i",
    site: "'site ' || (i % 1000)",
    site_name: "'Site'",
    title: "'Documents'",
    address: "'https://documents.test/' || i",
    state: "'following'",
    has_more: '0',
    walk: '1',
    is_thorough: '0',
    turn: '1',
    is_held: '0',
    next_at: `case when i % 1000 = 0 then ${NOW} - i else ${NOW} + i end`,
    set_at: `${NOW} - i`,
    failures: '0',
    documents: '100',
    read_at: `${NOW} - i`,
  },
  indexed_items: {
    source: "'S' || (i % 100 + 1)",
    item: "'I' || i",
    parent: "'I' || (i % 1000)",
    is_folder: '0',
    title: "'Document'",
    walk: 'case when i % 10000 = 0 then 1 else 2 end',
    attempts: '0',
    next_at: `case when i % 1000 = 7 then ${NOW} - i else ${NOW} + i end`,
    fault: "case when i % 1000 = 7 then 'broken' end",
  },
  audit: {
    at: `${NOW} - i`,
    actor: "'P' || (i % 1000)",
    action: "'request.answered'",
    subject: "'E' || i || '-ask'",
    position: 'case when i <= 90000 then i end',
    hash: "'x'",
  },
};

export const LARGE_TABLES = Object.keys(TABLES);

/** Search words: one for all documents, one for a hundred, and a unique number for each. */
const WORDS = {
  sqlite: `insert into search_documents_words (rowid, title_words, words) select i, 'n' || i, 'n' || i || ' w' || (i % 1000) || ' all' from `,
  postgres: {
    title_words: `array_to_tsvector(array['n' || i])`,
    words: `array_to_tsvector(array['n' || i, 'w' || (i % 1000), 'all'])`,
  },
};

/** Fills the tables. Gathers statistics on PostgreSQL, which does so itself in production; SQLite never does. */
export async function fillTables({ kind, writer }: Database): Promise<void> {
  if (kind === 'sqlite') {
    await fill(writer, TABLES, LARGE_NUMBERS.sqlite);
    await writer.raw(WORDS.sqlite + LARGE_NUMBERS.sqlite);
    return;
  }
  const tables = { ...TABLES, search_documents: { ...TABLES['search_documents'], ...WORDS.postgres } };
  const patient = openWithoutTimeouts(writer); // on a busy machine so many rows exceed the product's statement timeout
  try {
    await fill(patient, tables, LARGE_NUMBERS.postgres, async (trx, table) => {
      await trx.raw('set local default_statistics_target = 1000'); // analyses every row: a sample would sometimes give another plan
      await trx.raw(`analyze ${table}`);
      await trx.raw(`alter table ${table} set (autovacuum_enabled = false)`); // on a slow machine it would analyse again, with a sample
    });
  } finally {
    await patient.destroy();
  }
}

const LARGE_NUMBERS = {
  sqlite: `(with recursive c(i) as (select 1 union all select i + 1 from c where i < ${MANY}) select i from c)`,
  postgres: `generate_series(1, ${MANY}) as numbers (i)`,
};

async function fill(
  db: Knex,
  tables: typeof TABLES,
  numbers: string,
  then?: (trx: Knex, table: string) => Promise<void>,
): Promise<void> {
  for (const [table, columns] of Object.entries(tables)) {
    await db.transaction(async (trx) => {
      const [names, values] = [Object.keys(columns).join(', '), Object.values(columns).join(', ')];
      await trx.raw(`insert into ${table} (${names}) select ${values} from ${numbers}`);
      await then?.(trx, table);
    });
  }
}

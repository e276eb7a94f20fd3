import type { Knex } from 'knex';
import { runAll } from '../schemaTools.ts';

export const kind = 'expand';

const INDEXES = {
  executions_ended: 'executions (ended_at) where ended_at is not null',
  // columns that reference rows which purges delete: without an index, each deleted row scans the whole table
  prompt_templates_request: 'prompt_templates (request_id)',
  tokens_delivery: 'tokens (delivery_id)',
};

export async function up(db: Knex): Promise<void> {
  await runAll(
    db,
    Object.entries(INDEXES).map(([name, columns]) => `create index ${name} on ${columns}`),
  );
}

export async function down(db: Knex): Promise<void> {
  await runAll(
    db,
    Object.keys(INDEXES).map((name) => `drop index ${name}`),
  );
}

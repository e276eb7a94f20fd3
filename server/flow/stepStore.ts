import type { Knex } from 'knex';
import { gathered } from '../foundation/database/gathered.ts';
import {
  insertOf,
  insertRows,
  selectRows,
  type Columns,
  type Row,
  type Statement,
} from '../foundation/database/rows.ts';
import type { Step } from './branchRules.ts';
import { fromStored, toStored } from './summaries.ts';

const STEP: Columns = {
  execution_id: 'text',
  seq: 'integer',
  visit_key: 'text',
  node_id: 'text',
  status: 'text',
  output: 'text',
  assigned: 'text',
  summary: 'text',
  summary_said: 'text',
  error: 'text',
  started_at: 'integer',
  ended_at: 'integer',
};

export interface NumberedStep {
  executionId: string;
  seq: number;
  step: Step;
}

/** Consecutive steps of an execution, numbered from `first`. */
export const numbered = (executionId: string, first: number, steps: Step[]): NumberedStep[] =>
  steps.map((step, n) => ({ executionId, seq: first + n, step }));

export const insertSteps = (db: Knex, steps: NumberedStep[]): Promise<void> =>
  insertRows(db, 'execution_steps', STEP, steps.map(toRow));

/** Part of a statement that also defines `stored`, a table of execution ids: skips steps of other executions. */
export const insertOfStepsOfStored = (db: Knex, steps: NumberedStep[]): Statement =>
  insertOf(db, 'execution_steps', STEP, steps.map(toRow), 'and execution_id in (select id from stored)');

function toRow({ executionId, seq, step }: NumberedStep): Row {
  const { words, said } = toStored(step.summary);
  return {
    execution_id: executionId,
    seq,
    visit_key: step.visitKey,
    node_id: step.nodeId,
    status: step.status,
    output: step.output === undefined ? null : JSON.stringify(step.output),
    assigned: step.assigned && JSON.stringify(step.assigned),
    summary: words,
    summary_said: said,
    error: step.error && JSON.stringify(step.error),
    started_at: step.startedAt,
    ended_at: step.endedAt,
  };
}

interface StepRow {
  execution_id: string;
  visit_key: string;
  node_id: string;
  status: Step['status'];
  output: string | null;
  assigned: string | null;
  summary: string | null;
  summary_said: string | null;
  error: string | null;
  started_at: number;
  ended_at: number;
}

export interface History {
  /** In order, numbered 1, 2, 3 … without a gap. */
  steps: Step[];
  /** Characters that they all add to the context. */
  size: number;
}

/** Characters that a step adds to the context. */
export const sizeOfStep = ({ output, assigned }: Step): number =>
  (JSON.stringify(output)?.length ?? 0) + (assigned ? JSON.stringify(assigned).length : 0);

export async function historiesOf(db: Knex, executionIds: string[]): Promise<Map<string, History>> {
  const rows = await selectRows<StepRow>(
    db,
    { id: 'text' },
    executionIds.map((id) => ({ id })),
    {
      select:
        'execution_id, visit_key, node_id, status, output, assigned, summary, summary_said, error, started_at, ended_at',
      rest: 'join execution_steps on execution_steps.execution_id = given.id order by execution_id, seq',
    },
  );
  const histories = new Map<string, History>(executionIds.map((id) => [id, { steps: [], size: 0 }]));
  for (const row of rows) {
    const history = histories.get(row.execution_id)!;
    history.steps.push(toStep(row));
    history.size += (row.output?.length ?? 0) + (row.assigned?.length ?? 0);
  }
  return histories;
}

/** The history of one execution; concurrent calls share a statement. */
export const historyOf = gathered(async (db, executionIds: string[]) => {
  const histories = await historiesOf(db, [...new Set(executionIds)]);
  return executionIds.map((id) => histories.get(id)!);
});

const parsed = <T>(text: string | null): T | null => (text === null ? null : (JSON.parse(text) as T));

function toStep(row: StepRow): Step {
  return {
    visitKey: row.visit_key,
    nodeId: row.node_id,
    status: row.status,
    output: parsed(row.output),
    assigned: parsed(row.assigned),
    summary: fromStored(row.summary, row.summary_said),
    error: parsed(row.error),
    startedAt: row.started_at,
    endedAt: row.ended_at,
  };
}

import type { Knex } from 'knex';
import { fromStored } from '../flow/summaries.ts';
import { selectRows } from '../foundation/database/rows.ts';
import { isPostgres } from '../foundation/database/statements.ts';
import type { Request, RequestRow } from './requestStore.ts';
import { toResponse, type ResponseRow, type StoredResponse } from './responseStore.ts';

/** What a flow gets to know of a request that is closed, for good. */
export interface RequestOutcome extends Pick<Request, 'status' | 'assigneeCount' | 'outcome'> {
  outputVariable: string | null;
  /** In the order they were accepted. */
  responses: StoredResponse[];
}

interface OutcomeRow extends Pick<RequestRow, 'id' | 'status' | 'assignee_count' | 'outcome' | 'outcome_said'> {
  output_variable: string | null;
}

/** The outcomes of those of these requests that are closed, by id. Every answer comes by here: one statement, and of the body only what is needed. */
export async function outcomesOf(db: Knex, requestIds: string[]): Promise<Map<string, RequestOutcome>> {
  const body = isPostgres(db) ? 'body::json' : 'body';
  const rows = await selectRows<OutcomeRow & (ResponseRow | { request_id: null })>(
    db,
    { id: 'text' },
    requestIds.map((id) => ({ id })),
    {
      select: `requests.id, status, assignee_count, outcome, outcome_said, ${body} ->> 'outputVariable' as output_variable,
        request_id, person, display_name, payload, channel, verified_by, at`,
      rest: `join requests on requests.id = given.id left join responses on responses.request_id = requests.id
        where status <> 'waiting' order by at, person`,
    },
  );
  const outcomes = new Map<string, RequestOutcome>();
  for (const row of rows) {
    const outcome = outcomes.get(row.id) ?? toOutcome(row);
    outcomes.set(row.id, outcome);
    if (row.request_id !== null) outcome.responses.push(toResponse(row));
  }
  return outcomes;
}

const toOutcome = (row: OutcomeRow): RequestOutcome => ({
  status: row.status,
  assigneeCount: row.assignee_count,
  outcome: fromStored(row.outcome, row.outcome_said),
  outputVariable: row.output_variable,
  responses: [],
});

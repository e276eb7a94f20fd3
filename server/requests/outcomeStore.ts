import type { Knex } from 'knex';
import { fromStored } from '../flow/summaries.ts';
import { selectRows } from '../foundation/database/rows.ts';
import { isPostgres } from '../foundation/database/statements.ts';
import type { Request, RequestBody, RequestRow } from './requestStore.ts';
import { AS_ACCEPTED, toResponse, type ResponseRow, type StoredResponse } from './responseStore.ts';

/** What a flow receives of a closed request; it never changes again. */
export interface RequestOutcome extends Pick<Request, 'status' | 'assigneeCount' | 'outcome'> {
  outputVariable: string | null;
  /** In the order of acceptance. */
  responses: StoredResponse[];
}

interface OutcomeRow extends Pick<RequestRow, 'id' | 'status' | 'assignee_count' | 'outcome' | 'outcome_said'> {
  body_end: string;
}

/** Longer than the last member of a body. */
const BODY_END = 100;
/** The last member of a body, as written by all known versions. */
const OUTPUT_VARIABLE = /"outputVariable":(?:null|"(\w+)")\}$/;

/**
 * The outcomes of those of these requests that are closed, by id. Every answer needs this, so it is one statement that
 * reads only the end of the body. It does not parse JSON: PostgreSQL rejects JSON texts with NUL or a lone surrogate,
 * and the flow would never continue.
 */
export async function outcomesOf(db: Knex, requestIds: string[]): Promise<Map<string, RequestOutcome>> {
  const bodyEnd = isPostgres(db) ? `right(body, ${BODY_END})` : `substr(body, -${BODY_END})`;
  const rows = await selectRows<OutcomeRow & (ResponseRow | { request_id: null })>(
    db,
    { id: 'text' },
    requestIds.map((id) => ({ id })),
    {
      select: `requests.id, status, assignee_count, outcome, outcome_said, ${bodyEnd} as body_end,
        request_id, person, display_name, payload, channel, verified_by, at`,
      rest: `join requests on requests.id = given.id left join responses on responses.request_id = requests.id
        where status <> 'waiting' order by ${AS_ACCEPTED}`,
    },
  );
  const outcomes = new Map<string, RequestOutcome>();
  for (const row of rows) {
    const outcome = outcomes.get(row.id) ?? toOutcome(row, await outputVariableOf(db, row));
    outcomes.set(row.id, outcome);
    if (row.request_id !== null) outcome.responses.push(toResponse(row));
  }
  return outcomes;
}

async function outputVariableOf(db: Knex, { id, body_end: end }: OutcomeRow): Promise<string | null> {
  const last = OUTPUT_VARIABLE.exec(end);
  if (last) return last[1] ?? null;
  const row: Pick<RequestRow, 'body'> = await db('requests').where({ id }).first('body');
  return (JSON.parse(row.body) as RequestBody).outputVariable ?? null;
}

const toOutcome = (row: OutcomeRow, outputVariable: string | null): RequestOutcome => ({
  status: row.status,
  assigneeCount: row.assignee_count,
  outcome: fromStored(row.outcome, row.outcome_said),
  outputVariable,
  responses: [],
});

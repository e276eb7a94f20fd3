import { failure } from '../../contract/failures.ts';
import { toPublic } from '../../contract/payload.ts';
import type { Resumed } from '../flow/nodeType.ts';
import { toIso } from '../foundation/database/rows.ts';
import type { RequestOutcome } from './outcomeStore.ts';
import type { StoredResponse } from './responseStore.ts';
import { withReferences } from './sealedAnswers.ts';

/** How many responses are listed in the flow's context; all are counted. */
export const LISTED_RESPONSES = 100;

/**
 * How the flow continues after its request is closed (behaviour 1, step 9). The top-level fields are those of the
 * response that completed the request: the only one under `any`, the last one under `all`.
 */
export function toResumed(request: RequestOutcome): NonNullable<Resumed> {
  if (request.status === 'timed_out') return { error: failure('human_input_timeout') };
  if (request.status === 'cancelled') return { error: failure('human_input_cancelled') };
  const { responses, outputVariable } = request;
  const views = responses.map(viewOf);
  const completing = views.at(-1)!;
  const output = {
    ...completing,
    responses: views.slice(0, LISTED_RESPONSES),
    counts: { assignees: request.assigneeCount, responses: responses.length, ...countValues(views) },
  };
  return {
    output,
    assign: outputVariable === null ? undefined : { [outputVariable]: output },
    summary: request.outcome ?? undefined,
  };
}

function viewOf({ requestId, payload, person, displayName, channel, verifiedBy, at }: StoredResponse) {
  const { value, values, note, comment } = toPublic(payload);
  return {
    value,
    ...(values && { values: withReferences(values, requestId, person) }),
    note,
    ...(comment !== undefined && { comment }),
    respondedBy: { id: person, displayName },
    respondedAt: toIso(at),
    channel,
    verifiedBy,
  };
}

/** How often each value was given; empty for forms. */
function countValues(views: { value: string | null }[]): { values?: Record<string, number> } {
  const values: Record<string, number> = Object.create(null);
  for (const { value } of views) if (value !== null) values[value] = (values[value] ?? 0) + 1;
  return Object.keys(values).length > 0 ? { values: { ...values } } : {};
}

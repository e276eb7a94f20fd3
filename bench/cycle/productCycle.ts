import { newId } from '../../server/foundation/newId.ts';
import type { FlowDefinition } from '../../contract/flows.ts';
import { toRequestId } from '../../contract/ids.ts';
import { SOURCES, type Payload } from '../../contract/payload.ts';
import { visitKeyOf } from '../../server/flow/branchRules.ts';
import { createCompany, personOf, VARIABLES, VISITS } from '../company.ts';
import { compose, type Composition } from '../composition.ts';
import { underLoad, WARM_UP, type Count } from '../load.ts';
import type { Conditions, Figures } from '../variant.ts';

const PAYLOAD: Payload = { isForm: false, values: { value: 'approved' }, note: SOURCES.web.note };
const { id: person, displayName } = personOf(1);

/**
 * Whole executions of eight cycles each. In a cycle, a request with its template, three notifications, two delivery
 * orders and the checkpoint become durable; the request is answered; the execution is claimed and resumed; its next
 * checkpoint, which asks again or ends, becomes durable.
 */
export async function measureProductCycle(
  definition: FlowDefinition,
  inFlight: number,
  { databaseUrl, seconds }: Conditions,
): Promise<Figures> {
  const product = await compose(databaseUrl, createCompany(3));
  const visitKeys = Array.from({ length: VISITS }, (_, n) =>
    definition.nodes.some(({ id }) => id === 'ask') ? visitKeyOf('ask', n + 1) : `ask${n + 1}`,
  );
  const figures = await underLoad({ inFlight, seconds, warmUpInFlight: WARM_UP }, (count) =>
    execute(product, definition, visitKeys, count),
  );
  await product.close();
  return figures;
}

async function execute(
  product: Composition,
  definition: FlowDefinition,
  visitKeys: string[],
  count: Count,
): Promise<void> {
  const executionId = await product.run(definition, VARIABLES);
  const requestIds = visitKeys.map((visitKey) => toRequestId(executionId, visitKey));
  let startedAt = performance.now();
  await product.next('raised', requestIds[0]!);
  for (const [n, requestId] of requestIds.entries()) {
    const nextId = requestIds[n + 1];
    const goesOn = nextId === undefined ? product.next('execution', executionId) : product.next('raised', nextId);
    await answer(product, requestId);
    await goesOn;
    count(startedAt);
    startedAt = performance.now();
  }
}

async function answer({ broker }: Composition, requestId: string): Promise<void> {
  const verdict = await broker.submit({
    id: newId(),
    requestId,
    person,
    displayName,
    payload: PAYLOAD,
    shown: [{ text: 'Approve', word: 'approved' }],
    channel: SOURCES.web.channel,
    verifiedBy: SOURCES.web.verifiedBy,
  });
  if (!verdict.accepted) throw new Error(`the answer to ${requestId} was refused: ${verdict.refusal}`);
}

// The server of a whole-path benchmark, in its own process: it listens, and reports what it has stored.
import { randomBytes } from 'node:crypto';
import type { FlowDefinition } from '../../contract/flows.ts';
import { eventually, startProduct, type TestProduct } from '../../test/support/product.ts';
import { serveFloor } from './floor.ts';
import type { PathOrder } from './orders.ts';
import { storeCopies, type Original } from './storedRows.ts';
import { createReporter, tell } from './tell.ts';
import { createTrace } from './trace.ts';

const STARTER = 'ada@sandbox.test';
const RESPONDER = 'grace@sandbox.test';
/** Assignee for the reads only; no cycle asks them. */
const READER = 'linus@sandbox.test';
const INBOX = 30;
const NOTE = 'x'.repeat(200);

const order = JSON.parse(process.argv[2]!) as PathOrder;
process.once('disconnect', () => process.exit());
/** Asks, computes one value from the answer, and ends: a person sees the question and its outcome. */
const flowFor = (person: string): FlowDefinition => ({
  id: `ask-${person.split('@')[0]}`,
  name: 'Approve the budget',
  nodes: [
    { id: 'start', type: 'start', config: { variables: [{ name: 'note', type: 'text' }] } },
    {
      id: 'ask',
      type: 'human',
      name: 'Approve the budget',
      config: {
        inputType: 'approval',
        prompt: 'Approve the budget of the quarter? {{ note }}',
        assignees: { users: [person] },
        channels: [],
      },
    },
    { id: 'count', type: 'set', config: { values: { approved: "ask.value = 'approved'" } } },
    { id: 'end', type: 'end', config: {} },
  ],
  edges: ['start', 'ask', 'count'].map((from, n) => ({ from, to: ['ask', 'count', 'end'][n]! })),
});

async function serveProduct({ databaseUrl, isTraced, stored = 0 }: PathOrder): Promise<void> {
  const served = await startProduct({ databaseUrl, config: { key: randomBytes(32).toString('hex') } });
  const { product, sandbox, url } = served;
  const [starter, responder, reader] = await Promise.all(
    [STARTER, RESPONDER, READER].map((email) => sandbox.tokenFor(email)),
  );
  const { ground } = product.services;
  const teller = createReporter();
  const answered = new Set<string>();
  const executionOf = (requestId: string) => requestId.split('-')[0]!;
  ground.signals.subscribe({
    changed(topic, ids) {
      if (topic === 'raised') for (const id of ids) teller.raised(executionOf(id), id);
      if (topic === 'request') for (const id of ids) answered.add(executionOf(id));
      if (topic === 'execution') for (const id of ids) if (answered.delete(id)) teller.ended(id);
    },
  });
  if (isTraced) traceCycles(served, createTrace(ground.database.writer));
  const reads = await prepareReads(served);
  if (stored > 0) await storeCopies(ground.database, await completeOne(served), stored);
  tell({
    kind: 'ready',
    url,
    addresses: {
      start: {
        path: '/api/flows/ask-grace/executions',
        body: JSON.stringify({ variables: { note: NOTE } }),
        token: starter!,
      },
      answer: { path: '/api/user/notifications/{id}/respond', body: '"approved"', token: responder! },
      reads: {
        'inbox of 30': { path: '/api/user/notifications', token: reader! },
        question: { path: `/api/prompts/${reads.templateId}`, token: reader! },
        execution: { path: `/api/executions/${reads.executionId}`, token: starter! },
      },
    },
  });
}

/** Data for the reads: an inbox with a full page. */
async function prepareReads(served: TestProduct): Promise<{ templateId: string; executionId: string }> {
  const ada = await served.as(STARTER);
  for (const person of [RESPONDER, READER]) {
    const { status, body } = await ada.call('POST', '/flows', flowFor(person));
    if (status !== 201) throw new Error(`the flow was refused: ${JSON.stringify(body)}`);
  }
  let executionId = '';
  for (let n = 0; n < INBOX; n++) executionId = await served.run(ada, 'ask-linus', { note: NOTE });
  await served.reached(ada, executionId, 'waiting');
  const linus = await served.as(READER);
  const [first] = await served.inbox(linus);
  return { templateId: first!.promptTemplateId, executionId };
}

async function completeOne(served: TestProduct): Promise<Original> {
  const [ada, grace] = [await served.as(STARTER), await served.as(RESPONDER)];
  const executionId = await served.run(ada, 'ask-grace', { note: NOTE });
  await served.reached(ada, executionId, 'waiting');
  const [asked] = await served.inbox(grace);
  await grace.call('POST', `/user/notifications/${asked!.id}/respond`, 'approved');
  await served.reached(ada, executionId, 'completed');
  const { reader } = served.product.services.ground;
  await eventually(
    async () => (await reader('requests').whereRaw('version > filed_version').first()) === undefined || undefined,
  );
  const { body: me } = await grace.call<{ id: string }>('GET', '/me');
  return { executionId, templateId: asked!.promptTemplateId, person: me.id };
}

/** Traces from the driver's signal until it asks for the figures. */
function traceCycles({ product: { app } }: TestProduct, trace: ReturnType<typeof createTrace>): void {
  app.server.on('request', trace.called);
  process.on('message', (message: { reset?: true; cycles?: number }) => {
    if (message.reset) trace.reset();
    if (message.cycles !== undefined) tell({ kind: 'traced', figures: trace.figures(message.cycles) });
  });
}

await (order.subject === 'product' ? serveProduct(order) : serveFloor(order.subject, order.databaseUrl));

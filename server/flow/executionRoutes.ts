import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Knex } from 'knex';
import { z } from 'zod';
import { ExecutionQuery, ExecutionSummary, ExecutionView } from '../../contract/executions.ts';
import { pageOf } from '../../contract/flows.ts';
import { Ulid } from '../../contract/ids.ts';
import { addToAudit } from '../foundation/audit/auditStore.ts';
import type { UnitOfWork } from '../foundation/database/unitOfWork.ts';
import { notFound, ProblemError } from '../foundation/errors.ts';
import { isAuthor, requireAuthor, type Authenticate, type Caller } from '../foundation/http/authenticate.ts';
import { decodeCursor, toPage } from '../foundation/http/cursor.ts';
import type { Engine } from './engine.ts';
import { findExecution, listExecutions, type StoredExecution } from './executionQueries.ts';
import { historiesOf } from './executionStore.ts';
import { toSummary, toView, type WaitDetails } from './executionView.ts';
import type { FlowService } from './flowService.ts';

interface Parts {
  authenticate: Authenticate;
  units: UnitOfWork;
  reader: Knex;
  flows: Pick<FlowService, 'compiled'>;
  engine: Pick<Engine, 'cancel' | 'retry'>;
  /** Whom the waiting visits of an execution wait for, by visit key. */
  waitsOf(executionId: string): Promise<ReadonlyMap<string, WaitDetails>>;
  now(): number;
}

const Id = z.object({ id: Ulid });

/** Executions as their starters, authors and administrators see them. */
export const executionRoutes =
  ({ authenticate, units, reader, flows, engine, waitsOf, now }: Parts): FastifyPluginAsyncZod =>
  async (app) => {
    app.addHook('onRequest', authenticate);

    app.get(
      '/executions',
      { schema: { tags: ['executions'], querystring: ExecutionQuery, response: { 200: pageOf(ExecutionSummary) } } },
      async ({ caller, query: { flowId, status, limit, cursor } }) => {
        const before = cursor === undefined ? undefined : decodeCursor(Ulid, cursor);
        const startedBy = isAuthor(caller) ? undefined : caller.person.id;
        const found = await listExecutions(reader, { flowId, status, startedBy, before, limit: limit + 1 });
        const { items, nextCursor } = toPage(found, limit, ({ id }) => id);
        return { items: items.map(toSummary), nextCursor };
      },
    );

    app.get(
      '/executions/:id',
      { schema: { tags: ['executions'], params: Id, response: { 200: ExecutionView } } },
      async ({ caller, params }) => view(await visible(params.id, caller), caller),
    );

    app.post(
      '/executions/:id/cancel',
      { schema: { tags: ['executions'], params: Id, response: { 200: ExecutionView } } },
      async ({ caller, params }) => {
        const execution = await visible(params.id, caller);
        await change(execution, caller, 'execution.cancelled', (unit) =>
          engine.cancel(unit, execution.id, `${caller.person.displayName} cancelled the execution`),
        );
        return view(await visible(params.id, caller), caller);
      },
    );

    app.post(
      '/executions/:id/retry',
      { preHandler: requireAuthor, schema: { tags: ['executions'], params: Id, response: { 200: ExecutionView } } },
      async ({ caller, params }) => {
        const execution = await visible(params.id, caller);
        await change(execution, caller, 'execution.retried', (unit) => engine.retry(unit, execution.id));
        return view(await visible(params.id, caller), caller);
      },
    );

    /** Whether an execution exists is the business of those who may see it only. */
    async function visible(id: string, caller: Caller): Promise<StoredExecution> {
      const execution = await findExecution(reader, id);
      if (!execution || (execution.starter.id !== caller.person.id && !isAuthor(caller))) throw notFound('execution');
      return execution;
    }

    async function change(
      execution: StoredExecution,
      caller: Caller,
      action: string,
      deed: (unit: Parameters<Engine['cancel']>[0]) => Promise<boolean>,
    ): Promise<void> {
      const isDone = await units.run(async (unit) => {
        if (!(await deed(unit))) return false;
        await addToAudit(unit.trx, [{ at: now(), actor: caller.person.id, action, subject: execution.id }]);
        return true;
      });
      if (!isDone)
        throw new ProblemError(
          'invalid_transition',
          `The execution is ${execution.status}; this is not possible any more.`,
        );
    }

    async function view(execution: StoredExecution, caller: Caller): Promise<ExecutionView> {
      const [histories, flow, waits] = await Promise.all([
        historiesOf(reader, [execution.id]),
        flows.compiled(execution.flowId, execution.flowVersion),
        waitsOf(execution.id),
      ]);
      return toView({
        execution,
        steps: histories.get(execution.id)!.steps,
        flow,
        waits,
        showsContext: isAuthor(caller),
      });
    }
  };

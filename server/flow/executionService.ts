import type { Knex } from 'knex';
import type { ExecutionView } from '../../contract/executions.ts';
import { addToAudit } from '../foundation/audit/auditStore.ts';
import type { Unit, UnitOfWork } from '../foundation/database/unitOfWork.ts';
import { notFound, ProblemError } from '../foundation/errors.ts';
import { isAuthor, type Caller } from '../foundation/http/authenticate.ts';
import type { Engine } from './engine.ts';
import { findExecution, type StoredExecution } from './executionQueries.ts';
import { toView, type WaitDetails } from './executionView.ts';
import type { FlowService } from './flowService.ts';
import { historiesOf } from './stepStore.ts';

export interface ExecutionParts {
  units: UnitOfWork;
  reader: Knex;
  flows: Pick<FlowService, 'compiled'>;
  engine: Pick<Engine, 'cancel' | 'retry'>;
  /** Whom the waiting visits of an execution wait for, by visit key. */
  waitsOf(executionId: string): Promise<ReadonlyMap<string, WaitDetails>>;
  now(): number;
}

/** Executions as their starters, authors and administrators see and end them. */
export interface ExecutionService {
  /** @throws ProblemError not_found */
  view(id: string, caller: Caller): Promise<ExecutionView>;
  /** @throws ProblemError not_found, invalid_transition */
  cancel(id: string, caller: Caller): Promise<ExecutionView>;
  /** @throws ProblemError not_found, invalid_transition */
  retry(id: string, caller: Caller): Promise<ExecutionView>;
}

export function createExecutionService({
  units,
  reader,
  flows,
  engine,
  waitsOf,
  now,
}: ExecutionParts): ExecutionService {
  /** Whether an execution exists is the business of those who may see it only. */
  async function visible(id: string, caller: Caller): Promise<StoredExecution> {
    const execution = await findExecution(reader, id);
    if (!execution || (execution.starter.id !== caller.person.id && !isAuthor(caller))) throw notFound('execution');
    return execution;
  }

  async function view(id: string, caller: Caller): Promise<ExecutionView> {
    const execution = await visible(id, caller);
    const [histories, flow, waits] = await Promise.all([
      historiesOf(reader, [id]),
      flows.compiled(execution.flowId, execution.flowVersion),
      waitsOf(id),
    ]);
    return toView({ execution, steps: histories.get(id)!.steps, flow, waits, showsContext: isAuthor(caller) });
  }

  async function change(id: string, caller: Caller, action: string, deed: (unit: Unit) => Promise<boolean>) {
    const { status } = await visible(id, caller);
    const isDone = await units.run(async (unit) => {
      if (!(await deed(unit))) return false;
      await addToAudit(unit.trx, [{ at: now(), actor: caller.person.id, action, subject: id }]);
      return true;
    });
    if (!isDone)
      throw new ProblemError('invalid_transition', `The execution is ${status}; this is not possible any more.`);
    return view(id, caller);
  }

  return {
    view,
    cancel(id, caller) {
      const { displayName } = caller.person;
      return change(id, caller, 'execution.cancelled', (unit) => engine.cancel(unit, id, displayName));
    },
    retry: (id, caller) => change(id, caller, 'execution.retried', (unit) => engine.retry(unit, id)),
  };
}

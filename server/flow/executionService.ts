import type { Knex } from 'knex';
import type { ExecutionView } from '../../contract/executions.ts';
import { addToAudit, type AuditRow } from '../foundation/audit/auditStore.ts';
import type { Unit, UnitOfWork } from '../foundation/database/unitOfWork.ts';
import { forbidden, notFound, ProblemError } from '../foundation/errors.ts';
import type { Caller } from '../foundation/http/authenticate.ts';
import type { Delegate } from './delegating.ts';
import type { Engine } from './engine.ts';
import { findExecution, type StoredExecution } from './executionQueries.ts';
import { toView, type WaitDetails } from './executionView.ts';
import { mayReadFlow, mayRunFlow } from './flowAccessRules.ts';
import { standingIn } from './flowAccessStore.ts';
import type { FlowService } from './flowService.ts';
import { historyOf } from './stepStore.ts';

export interface ExecutionParts {
  units: UnitOfWork;
  reader: Knex;
  flows: Pick<FlowService, 'compiled'>;
  engine: Pick<Engine, 'cancel' | 'retry'>;
  delegate: Delegate;
  /** Whom the waiting visits of an execution wait for, by visit key. */
  waitsOf(executionId: string): Promise<ReadonlyMap<string, WaitDetails>>;
  now(): number;
}

/** Lets starters, owners and readers of the flow, and administrators view and end executions. */
export interface ExecutionService {
  /** @throws ProblemError not_found */
  view(id: string, caller: Caller): Promise<ExecutionView>;
  /** For the starter and those who may retry it. @throws ProblemError not_found, forbidden, invalid_transition */
  cancel(id: string, caller: Caller): Promise<ExecutionView>;
  /** For owners of the flow and administrators. @throws ProblemError not_found, forbidden, invalid_transition */
  retry(id: string, caller: Caller): Promise<ExecutionView>;
}

type May = ExecutionView['may'];
type Change = Exclude<keyof May, 'readFlow'>;

interface Visible {
  execution: StoredExecution;
  /** What the caller may do with it. */
  may: May;
}

const ACTIONS: Record<Change, AuditRow['action']> = { cancel: 'execution.cancelled', retry: 'execution.retried' };
const WHO_MAY: Record<Change, string> = {
  cancel: 'who started it, owners of its flow and administrators',
  retry: 'owners of its flow and administrators',
};

const WHICH_CAN: Record<Change, string> = {
  cancel: 'one that has not ended can be cancelled',
  retry: 'one that has failed can be tried again',
};

const NO_WAITS: ReadonlyMap<string, WaitDetails> = new Map();

export function createExecutionService({
  units,
  reader,
  flows,
  engine,
  delegate,
  waitsOf,
  now,
}: ExecutionParts): ExecutionService {
  /** Callers who may not see an execution are not told that it exists. */
  async function visible(id: string, caller: Caller): Promise<Visible> {
    const [execution, standing] = await Promise.all([findExecution(reader, id), standingIn(reader, id, caller)]);
    if (!execution || !standing) throw notFound('execution');
    const isStarter = execution.starter.id === caller.person.id;
    const [retry, readFlow] = [mayRunFlow(caller, standing), mayReadFlow(caller, standing)];
    if (!isStarter && !readFlow) throw notFound('execution');
    return { execution, may: { cancel: isStarter || retry, retry, readFlow } };
  }

  async function view(id: string, caller: Caller): Promise<ExecutionView> {
    const { execution, may } = await visible(id, caller);
    const [{ steps }, flow, waits] = await Promise.all([
      historyOf(reader, id),
      flows.compiled(execution.flowId, execution.flowVersion),
      execution.endedAt === null ? waitsOf(id) : NO_WAITS,
    ]);
    return toView({ execution, steps, flow, waits, may });
  }

  async function change(id: string, caller: Caller, what: Change, apply: (unit: Unit) => Promise<boolean>) {
    const { may } = await visible(id, caller);
    if (!may[what]) throw forbidden(`Only ${WHO_MAY[what]} may do this.`);
    const action = ACTIONS[what];
    const isDone = await units.run(async (unit) => {
      if (!(await apply(unit))) return false;
      await addToAudit(unit.trx, [{ at: now(), actor: caller.person.id, verifiedBy: 'session', action, subject: id }]);
      return true;
    });
    if (isDone) return view(id, caller);
    const { status } = (await visible(id, caller)).execution; // it may have changed just now
    throw new ProblemError('invalid_transition', `The execution is ${status}; only ${WHICH_CAN[what]}.`);
  }

  /** The starter may have signed in anew since the tokens on their behalf were refused. */
  async function delegateAgain(id: string, caller: Caller): Promise<void> {
    const { execution, may } = await visible(id, caller);
    if (!may.retry || execution.starter.id !== caller.person.id) return;
    await delegate(caller, await flows.compiled(execution.flowId, execution.flowVersion));
  }

  return {
    view,
    cancel(id, caller) {
      const { displayName } = caller.person;
      return change(id, caller, 'cancel', (unit) => engine.cancel(unit, id, displayName));
    },
    async retry(id, caller) {
      await delegateAgain(id, caller);
      return change(id, caller, 'retry', (unit) => engine.retry(unit, id));
    },
  };
}

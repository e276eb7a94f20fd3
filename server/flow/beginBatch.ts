import { addToAudit, type AuditRow } from '../foundation/audit/auditStore.ts';
import { inOrder } from '../foundation/database/statements.ts';
import type { Signals } from '../foundation/database/signals.ts';
import type { Unit } from '../foundation/database/unitOfWork.ts';
import type { Limits } from '../foundation/limits.ts';
import type { RequestKey } from '../foundation/requestKey.ts';
import { decideStarts, isLimited, type Beginning, type StartOutcome, type StartLimit } from './beginRules.ts';
import { countStarts, findStartKeys, insertStartKeys, lockStarters } from './beginStore.ts';
import { chatRetirement, closedAmong } from './chatRetirementStore.ts';
import { flowRetirement } from './retirementStore.ts';
import { insertExecutions, type Checkpoint, type NewExecution } from './executionStore.ts';
import type { Write } from './ledger.ts';

/** An execution to begin, and the idempotency key of its caller. */
export interface Start {
  execution: NewExecution;
  key: RequestKey | null;
  /** The first checkpoint if the execution has already run that far, and what its nodes write with it. */
  first?: { checkpoint: Checkpoint; writes: Write[] };
}

interface Parts {
  signals: Signals;
  limits: Pick<Limits, StartLimit>;
  now(): number;
  /** Stores the records that nodes write. */
  writeRecords(unit: Unit, writes: Write[]): Promise<void>;
}

/** Stores new executions with their keys. A refusal is a result: it does not stop the other starts. */
export async function beginBatch(
  unit: Unit,
  starts: Start[],
  { signals, limits, now, writeRecords }: Parts,
): Promise<StartOutcome[]> {
  const { trx, afterCommit } = unit;
  const beginnings = starts.map(beginningOf);
  const bounded = beginnings.filter(({ key }) => key !== null || isLimited(limits));
  const starterIds = [...new Set(bounded.map(({ starterId }) => starterId))];
  const flowIds = [...new Set(beginnings.map(({ flowId }) => flowId))];
  const logs = beginnings.flatMap(({ log }) => log ?? []);
  const chatIds = [...new Set(logs.map(({ chatId }) => chatId))];
  // every unit takes these locks in this order, so none waits for another that waits for it
  await inOrder(
    trx,
    async () => chatIds.length > 0 && chatRetirement.holdRetiring(trx, chatIds),
    async () => starterIds.length > 0 && lockStarters(trx, starterIds),
  );
  const [closed, , retired, keys, counts] = await inOrder(
    trx,
    async () => (logs.length > 0 ? closedAmong(trx, logs) : new Set<string>()),
    () => flowRetirement.holdRetiring(trx, flowIds),
    () => flowRetirement.retiredAmong(trx, flowIds),
    () => findStartKeys(trx, beginnings, now()),
    async () => (isLimited(limits) ? countStarts(trx, starterIds, limits, now()) : new Map()),
  );
  const decided = decideStarts(beginnings, { keys, retired, closed, counts }, limits);
  const begun = starts.filter((_, n) => decided[n]!.kind === 'begun');
  const keyed = beginnings.flatMap((each, n) =>
    each.key && decided[n]!.kind === 'begun' ? [{ ...each, key: each.key }] : [],
  );
  const entries = begun.map(({ execution }) => startOf(execution));
  const executions = begun.map(({ execution, first }) => ({ ...execution, first: first?.checkpoint }));
  const writes = begun.flatMap(({ first }) => first?.writes ?? []);
  await inOrder(
    trx,
    () => insertExecutions(trx, executions),
    () => insertStartKeys(trx, keyed, now()),
    () => addToAudit(trx, entries),
    () => writeRecords(unit, writes),
  );
  afterCommit(() => begun.forEach(({ execution }) => signals.publish('execution', execution.id)));
  return decided;
}

const beginningOf = ({ execution: { id, flowId, starter, chatId, logId }, key }: Start): Beginning => ({
  id,
  flowId,
  starterId: starter.id,
  log: chatId !== null && logId === null ? { chatId, person: starter.id } : null,
  key,
});

/** Only signed-in people start executions: channels deliver answers and never start one. */
const startOf = ({ id, flowId, starter, startedAt }: NewExecution): AuditRow => ({
  at: startedAt,
  actor: starter.id,
  verifiedBy: 'session',
  action: 'execution.started',
  subject: id,
  detail: { flow: flowId },
});

import type { Knex } from 'knex';
import { createBatcher, type Batcher } from '../foundation/database/batcher.ts';
import type { Signals } from '../foundation/database/signals.ts';
import type { Unit, UnitOfWork } from '../foundation/database/unitOfWork.ts';
import type { Limits } from '../foundation/limits.ts';
import { foldContext, type Step } from './branchRules.ts';
import { findExecution } from './executionQueries.ts';
import {
  checkpointExecutions,
  checkpointLocked,
  endExecution,
  heldAmong,
  type Checkpoint,
  type CheckpointResult,
  type NewExecution,
} from './executionStore.ts';
import { beginBatch, type Start } from './beginBatch.ts';
import type { StartOutcome, StartLimit } from './beginRules.ts';
import { claimBatch, type Claimed } from './claimBatch.ts';
import { lastSteps, withLastAnswers } from './endedWaits.ts';
import { createHistoryCache, type Asleep } from './historyCache.ts';
import {
  claimExecutions,
  claimLocked,
  forgetServer,
  lockUnheld,
  markWakesSeen,
  releaseLeases,
  type Claim,
  type HeldExecution,
} from './leaseStore.ts';
import { historiesOf, historyOf, insertSteps, numbered } from './stepStore.ts';
import type { Write } from './ledger.ts';
import type { NodeType } from './nodeType.ts';
import { resumeVisits } from './resumeVisits.ts';

/** The units that store executions; the hot ones work in batches. */
export interface ExecutionUnits {
  /** Stores an execution, unless it was begun before or its starter has too many. */
  begin(start: Start): Promise<StartOutcome>;
  /** In the caller's unit. */
  beginIn(unit: Unit, execution: NewExecution): Promise<StartOutcome>;
  /** Claims an execution and resumes its woken visits; null if another server holds it, or it has ended. */
  claim(claim: Claim): Promise<Claimed | null>;
  /**
   * Claims in the caller's unit, which must stay short: takes only executions that nobody holds and whose history is
   * cached here. The unit's last part must store the claims, by `storeClaims`.
   */
  claimIn(unit: Unit, executionIds: string[]): Promise<Claimed[]>;
  checkpoint(checkpoint: Checkpoint, writes: Write[]): Promise<CheckpointResult>;
  /**
   * Stores what `claimIn` has taken, as the last part of its unit.
   * @param checkpoints of those that have run so far already, and continue, sleep or complete without writes
   * @param others the ids of the others
   */
  storeClaims(unit: Unit, checkpoints: Checkpoint[], others: string[]): Promise<CheckpointResult[]>;
  /** Caches the history of an execution that fell asleep on this server, so that its next claim need not read it. */
  remember(held: HeldExecution, asleep: Asleep): void;
  /** Resumes woken visits of an execution that this server holds; null if it no longer does. */
  resumeHeld(held: HeldExecution, nextSeq: number): Promise<Step[] | null>;
  /** Releases an execution that this server holds but no longer runs, and tells the other servers. */
  release(executionId: string): Promise<void>;
  /** Releases everything that this server holds and removes the server. */
  leave(): Promise<void>;
  /** Tells the other servers to take this up. */
  passOn(executionId: string): void;
  /** In the caller's unit; false if the execution has ended already. */
  cancel(unit: Unit, executionId: string, by: string): Promise<boolean>;
}

/** The end of an execution that was started from the log of an assignment. */
export interface EndedExecution {
  id: string;
  logId: string;
  status: 'completed' | 'failed' | 'cancelled';
  /** The final context. */
  context(): Promise<Record<string, unknown>>;
}

interface Parts {
  units: UnitOfWork;
  signals: Signals;
  nodeTypes: ReadonlyMap<string, NodeType>;
  limits: Pick<Limits, StartLimit>;
  /** This server. */
  owner: string;
  now(): number;
  /** Called in the unit in which it ends. */
  onEnded(unit: Unit, ended: EndedExecution): Promise<void>;
}

export function createExecutionUnits(parts: Parts): ExecutionUnits {
  const { units } = parts;
  const cache = createHistoryCache();
  const claimParts = { ...parts, cache, take: (db: Knex, some: Claim[]) => claimExecutions(db, some, parts.owner) };
  const lockParts = { ...parts, cache, take: lockUnheld };
  const beginParts = { ...parts, writeRecords: (unit: Unit, writes: Write[]) => writeRecords(unit, writes, parts) };
  const begins = createBatcher<Start, StartOutcome, Unit>({
    sizeOf: ({ first }) => sizeOf(first?.writes ?? []),
    within: units.run,
    perform: (starts, unit) => beginBatch(unit, starts, beginParts),
  });
  const claims = createBatcher<Claim, Claimed | null, Unit>({
    within: units.run,
    perform: (wanted, unit) => claimBatch(unit, wanted, claimParts),
  });
  const checkpoints = createBatcher<Item, CheckpointResult, Unit>({
    sizeOf: ({ writes }) => sizeOf(writes),
    within: units.run,
    perform: (items, unit) => checkpointBatch(unit, items, parts),
  });
  const releases = createBatcher<string, void, Unit>({
    within: units.run,
    async perform(ids, unit) {
      publishFree(unit, await releaseLeases(unit.trx, parts.owner, parts.now(), ids), parts);
      return ids.map(() => {});
    },
  });
  return {
    begin: (start) => begins.add(start),
    beginIn: async (unit, execution) => (await beginBatch(unit, [{ execution, key: null }], beginParts))[0]!,
    claim: (claim) => claims.add(claim),
    async claimIn(unit, ids) {
      const known = ids.filter((id) => cache.find(id)).map((id) => ({ id, from: null }));
      return (await claimBatch(unit, known, lockParts)).filter((claimed) => claimed !== null);
    },
    checkpoint: (checkpoint, writes) => addAgainIfTakenOver(checkpoints, { checkpoint, writes }),
    storeClaims: (unit, checkpoints, others) => storeClaims(unit, checkpoints, others, parts),
    remember: ({ id, epoch }, asleep) => cache.put(id, epoch, asleep),
    resumeHeld: (held, nextSeq) => units.run((unit) => resumeHeld(unit, held, nextSeq, parts)),
    cancel: (unit, id, by) => cancel(unit, id, by, parts),
    release: (id) => releases.add(id),
    leave: () => units.run((unit) => leave(unit, parts)),
    passOn: (id) => parts.signals.publish('free', id),
  };
}

/** A large question fills a unit by itself. */
const sizeOf = (writes: Write[]): number => Math.max(1, ...writes.map(({ weight }) => Math.ceil(weight / 2)));

interface Item {
  checkpoint: Checkpoint;
  writes: Write[];
}

/** An execution was taken over, or was cancelled, while its failure was being stored. Its questions must stay as they are. */
class TakenOver extends Error {}

/** The second time it is refused like any other checkpoint of an execution that is not held any more. */
const addAgainIfTakenOver = (checkpoints: Batcher<Item, CheckpointResult>, item: Item): Promise<CheckpointResult> =>
  checkpoints.add(item).catch((error: unknown) => {
    if (error instanceof TakenOver) return checkpoints.add(item);
    throw error;
  });

async function checkpointBatch(unit: Unit, items: Item[], parts: Parts): Promise<CheckpointResult[]> {
  const { checkpoints, failing } = await endWaits(
    unit,
    items.map(({ checkpoint }) => checkpoint),
    parts,
  );
  const owesNothing =
    failing.length === 0 && items.every((item) => item.writes.length === 0 && !isReported(item.checkpoint));
  const results = await checkpointExecutions(unit.trx, checkpoints, owesNothing ? unit.commitBehind : undefined);
  const stored = items.filter((_, n) => results[n]!.stored);
  const storedIds = new Set(stored.map(({ checkpoint }) => checkpoint.id));
  if (failing.some((id) => !storedIds.has(id))) throw new TakenOver('another server holds a failing execution');
  await writeRecords(
    unit,
    stored.flatMap(({ writes }) => writes),
    parts,
  );
  for (const { checkpoint } of stored) if (isReported(checkpoint)) await reportEnd(unit, checkpoint, parts);
  unit.afterCommit(() => storedIds.forEach((id) => parts.signals.publish('execution', id)));
  return results;
}

async function storeClaims(
  { trx, commitBehind, afterCommit }: Unit,
  checkpoints: Checkpoint[],
  others: string[],
  { owner, signals }: Parts,
): Promise<CheckpointResult[]> {
  await claimLocked(trx, others, owner);
  if (checkpoints.length === 0) return [];
  const results = await checkpointLocked(trx, checkpoints, owner, commitBehind);
  afterCommit(() => checkpoints.forEach(({ id }) => signals.publish('execution', id)));
  return results;
}

/** Withdraws the questions of failing executions: requests are always locked before executions. */
async function endWaits(unit: Unit, checkpoints: Checkpoint[], parts: Parts) {
  const failing = await heldAmong(
    unit.trx,
    checkpoints.filter(({ status }) => status === 'failed'),
  );
  if (failing.length === 0) return { checkpoints, failing };
  await cancelWaits(unit, failing, null, parts);
  return { checkpoints: await withLastAnswers(unit, checkpoints, parts), failing };
}

type ReportedEnd = Omit<EndedExecution, 'context'>;

/** Whether `onEnded` is called: the execution has ended and was started from the log of an assignment. */
const isReported = <Ends extends Pick<Checkpoint, 'status' | 'logId'>>(
  execution: Ends,
): execution is Ends & ReportedEnd =>
  execution.logId !== null && execution.status !== 'running' && execution.status !== 'waiting';

async function reportEnd(unit: Unit, { id, status, logId }: ReportedEnd, { onEnded }: Parts): Promise<void> {
  const context = async () => {
    const execution = (await findExecution(unit.trx, id))!;
    return foldContext(execution.variables, (await historyOf(unit.trx, id)).steps);
  };
  await onEnded(unit, { id, status, logId, context });
}

async function writeRecords(unit: Unit, writes: Write[], { nodeTypes, now }: Parts): Promise<void> {
  for (const type of new Set(writes.map((write) => write.type))) {
    const records = writes.filter((write) => write.type === type).map(({ record }) => record);
    await nodeTypes.get(type)!.write?.(unit, records, now());
  }
}

async function cancelWaits(
  unit: Unit,
  executionIds: string[],
  by: string | null,
  { nodeTypes, now }: Parts,
): Promise<void> {
  for (const type of nodeTypes.values()) await type.cancel?.(unit, executionIds, by, now());
}

async function resumeHeld(
  unit: Unit,
  held: HeldExecution,
  nextSeq: number,
  { nodeTypes, now }: Parts,
): Promise<Step[] | null> {
  if (!(await markWakesSeen(unit.trx, held.id, held.epoch))) return null;
  const asleep = { ...held, history: { steps: [], size: 0 } };
  const steps = (await resumeVisits(unit, [asleep], nodeTypes, now())).get(held.id) ?? [];
  await insertSteps(unit.trx, numbered(held.id, nextSeq, steps));
  return steps;
}

async function cancel(unit: Unit, executionId: string, by: string, parts: Parts): Promise<boolean> {
  await cancelWaits(unit, [executionId], by, parts); // requests are always locked before executions
  const at = parts.now();
  const ended = await endExecution(
    unit.trx,
    executionId,
    'cancelled',
    { code: 'cancelled', message: `${by} cancelled the execution.`, by },
    at,
  );
  if (!ended) return false;
  await cancelWaits(unit, [executionId], by, parts); // requests that its holder raised meanwhile
  const history = (await historiesOf(unit.trx, [executionId])).get(executionId)!;
  const last = await lastSteps(unit, { ...ended, history }, parts);
  await insertSteps(unit.trx, numbered(executionId, history.steps.length + 1, last));
  const { logId } = ended;
  if (logId !== null) await reportEnd(unit, { id: executionId, status: 'cancelled', logId }, parts);
  unit.afterCommit(() => parts.signals.publish('execution', executionId));
  return true;
}

async function leave(unit: Unit, parts: Parts): Promise<void> {
  publishFree(unit, await releaseLeases(unit.trx, parts.owner, parts.now()), parts);
  await forgetServer(unit.trx, parts.owner);
}

function publishFree({ afterCommit }: Unit, ids: string[], { signals }: Parts): void {
  afterCommit(() => ids.forEach((id) => signals.publish('free', id)));
}

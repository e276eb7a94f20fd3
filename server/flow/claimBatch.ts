import type { Knex } from 'knex';
import { inOrder } from '../foundation/database/statements.ts';
import type { Unit } from '../foundation/database/unitOfWork.ts';
import type { Step } from './branchRules.ts';
import type { HistoryCache } from './historyCache.ts';
import type { Claim, HeldExecution } from './leaseStore.ts';
import type { NodeType } from './nodeType.ts';
import { resumeVisits } from './resumeVisits.ts';
import { historiesOf, insertSteps, numbered, sizeOfStep, type History } from './stepStore.ts';

/** An execution that this server holds, with its history. */
export interface Claimed {
  held: HeldExecution;
  history: History;
}

interface Parts {
  nodeTypes: ReadonlyMap<string, NodeType>;
  /** Claims or locks executions; leaves out those that this server may not have. */
  take(db: Knex, claims: Claim[]): Promise<HeldExecution[]>;
  cache: HistoryCache;
  now(): number;
}

/**
 * Claims executions and resumes their woken visits; null if another server holds one or it has ended. For executions
 * that fell asleep on this server, the results of their visits are read together with the claim, and used only if
 * no server has held them since, this one included.
 */
export async function claimBatch(unit: Unit, claims: Claim[], parts: Parts): Promise<(Claimed | null)[]> {
  const { trx } = unit;
  const { nodeTypes, take, cache, now } = parts;
  const once = [...new Map(claims.map((claim) => [claim.id, claim])).values()];
  const asleep = once.flatMap(({ id }) => {
    const found = cache.find(id);
    return found ? [{ id, ...found }] : [];
  });
  const [held, foreseen] = await inOrder(
    trx,
    () => take(trx, once),
    () => resumeVisits(unit, asleep, nodeTypes, now()),
  );
  const cached = takeCached(held, cache, new Map(asleep.map(({ id, epoch }) => [id, epoch])));
  const others = held.filter(({ id }) => !cached.has(id));
  const read = await historiesOf(
    trx,
    others.map(({ id }) => id),
  );
  const woken = others.map(({ id, branches }) => ({ id, branches, history: read.get(id)! }));
  const asked = await resumeVisits(unit, woken, nodeTypes, now());
  const claimed = held.map((each) => ({ held: each, history: (cached.get(each.id) ?? read.get(each.id))! }));
  await addSteps(unit, claimed, (id) => (cached.has(id) ? foreseen : asked).get(id) ?? []);
  const mine = new Map(claimed.map((each) => [each.held.id, each]));
  return claims.map(({ id }) => {
    const taken = mine.get(id) ?? null;
    mine.delete(id); // asked for twice in one batch: claim it once
    return taken;
  });
}

/** @param foreseenAt the epoch that each had when its visits were asked */
function takeCached(
  held: HeldExecution[],
  cache: HistoryCache,
  foreseenAt: ReadonlyMap<string, number>,
): Map<string, History> {
  const cached = held.flatMap(({ id, epoch }): [string, History][] => {
    const history = cache.take(id, epoch);
    return history && foreseenAt.get(id) === epoch - 1 ? [[id, history]] : [];
  });
  return new Map(cached);
}

/** Stores the results of woken visits, so that an answer enters its execution exactly once. */
async function addSteps({ trx }: Unit, claimed: Claimed[], stepsOf: (executionId: string) => Step[]): Promise<void> {
  const rows = claimed.flatMap(({ held: { id }, history }) => {
    const steps = stepsOf(id);
    const first = history.steps.length + 1;
    history.steps.push(...steps);
    for (const step of steps) history.size += sizeOfStep(step);
    return numbered(id, first, steps);
  });
  await insertSteps(trx, rows);
}

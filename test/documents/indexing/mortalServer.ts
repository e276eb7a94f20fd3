import { createIndexer, type Indexer } from '../../../server/documents/indexing/indexer.ts';
import type { DocumentSource } from '../../../server/documents/indexing/documentSource.ts';
import type { UnitOfWork } from '../../../server/foundation/database/unitOfWork.ts';
import { createDatabaseIndex } from '../../../server/search/databaseIndex.ts';
import type { TestStore } from '../../support/openStore.ts';
import type { TenantModel } from './tenantModel.ts';

/** When a server dies: at its unit after this many, which is stored or not. */
export interface Death {
  units: number;
  isLastStored: boolean;
}

/** A server that reads documents, and may die. */
export interface MortalServer {
  indexer: Indexer;
  isDead(): boolean;
  /** Does what is due, or dies over it. */
  tick(time: number): Promise<void>;
  /** Makes it die soon; null: it lives on, unless it is dead. */
  plan(death: Death | null): void;
}

/** Neither the unit at which a server dies nor anything later ever returns to it. */
function mortal(units: UnitOfWork) {
  const never = new Promise<never>(() => {});
  let left = Infinity;
  let isLastStored = false;
  let die!: () => void;
  const death = new Promise<void>((resolve) => (die = resolve));
  const run: UnitOfWork['run'] = async (work) => {
    if (left < 0) return never;
    if (left-- > 0) return units.run(work);
    if (isLastStored) await units.run(work).catch(() => {});
    die();
    return never;
  };
  return {
    ...{ units: { run }, death, isDead: () => left < 0 },
    plan(planned: Death | null) {
      if (left < 0) return;
      left = planned?.units ?? Infinity;
      isLastStored = planned?.isLastStored ?? false;
    },
    /** The same call, which never returns to a dead server. */
    gated:
      <Given extends unknown[], Result>(call: (...given: Given) => Promise<Result>) =>
      async (...given: Given): Promise<Result> => {
        if (left < 0) return never;
        const result = await call(...given);
        return left < 0 ? never : result;
      },
  };
}

/** @param clocks the wall clock, which may step, and one that never does */
export function createMortalServer(
  { units, db }: TestStore,
  model: TenantModel,
  clocks: { now(): number; steady(): number },
  report: (error: unknown) => void,
): MortalServer {
  const life = mortal(units);
  const { gated, isDead, plan } = life;
  const { kind, list, changes, item, access, content } = model.origin;
  const origin: DocumentSource = {
    ...{ kind, list: gated(list), changes: gated(changes) },
    ...{ item: gated(item), access: gated(access), content: gated(content) },
  };
  const indexer = createIndexer({
    ...{ ...clocks, report, units: life.units, reader: db.reader, extract: model.extract },
    index: createDatabaseIndex({ units: life.units, reader: db.reader }),
    origins: [origin],
    random: () => 0.5,
  });
  return {
    ...{ indexer, isDead, plan },
    async tick(time) {
      await Promise.race([indexer.loop.tick(time).then(() => indexer.idle()), life.death]);
    },
  };
}

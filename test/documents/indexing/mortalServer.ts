import { createIndexer, type Indexer } from '../../../server/documents/indexing/indexer.ts';
import type { DocumentSource } from '../../../server/documents/indexing/documentSource.ts';
import { createDatabaseIndex } from '../../../server/search/databaseIndex.ts';
import { mortalUnits } from '../../support/mortalUnits.ts';
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

const never = new Promise<never>(() => {});

/** @param clocks the wall clock, which may step, and one that never does */
export function createMortalServer(
  { units, db }: TestStore,
  model: TenantModel,
  clocks: { now(): number; steady(): number },
  report: (error: unknown) => void,
): MortalServer {
  const { units: mortal, death, isDead, dieIn } = mortalUnits(units);
  /** The same call, which never returns to a dead server. */
  const gated =
    <Given extends unknown[], Result>(call: (...given: Given) => Promise<Result>) =>
    async (...given: Given): Promise<Result> => {
      if (isDead()) return never;
      const result = await call(...given);
      return isDead() ? never : result;
    };
  const { kind, list, changes, item, access, content } = model.origin;
  const origin: DocumentSource = {
    ...{ kind, list: gated(list), changes: gated(changes) },
    ...{ item: gated(item), access: gated(access), content: gated(content) },
  };
  const indexer = createIndexer({
    ...{ ...clocks, report, units: mortal, reader: db.reader, extract: model.extract },
    index: createDatabaseIndex({ units: mortal, reader: db.reader }),
    origins: [origin],
    random: () => 0.5,
  });
  return {
    ...{ indexer, isDead },
    plan: (planned) => dieIn(planned?.units ?? Infinity, planned?.isLastStored ?? false),
    async tick(time) {
      await Promise.race([indexer.loop.tick(time).then(() => indexer.idle()), death]);
    },
  };
}

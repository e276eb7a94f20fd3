import type { Knex } from 'knex';
import type { Channel } from '../../../contract/channel.ts';
import type { UnitOfWork } from '../../foundation/database/unitOfWork.ts';
import { rewriteDueAt } from './deliveryRules.ts';
import { markOutdated, outdatedCopies, type OutdatedCopy } from './outdatedCopies.ts';
import type { Subjects, SubjectSql } from './subject.ts';

interface Parts {
  units: UnitOfWork;
  reader: Knex;
  channels: ReadonlyMap<string, Channel>;
  subjects: Subjects;
  now(): number;
  steady(): number;
}

/** Finds outdated copies and schedules them for rewriting. */
export interface CatchUp {
  /** Hint that these subjects may have changed. False if no channel can rewrite copies. */
  changed(subjectIds: string[]): boolean;
  /** Hints may have been lost: the next run checks every copy. */
  missed(): void;
  /** Checks changed subjects, and at intervals all copies, because hints can get lost. */
  run(): Promise<void>;
}

const LOOK_AT_ALL_MS = 10_000;
const COPIES_AT_ONCE = 1000;
/** Above this, checking all copies is no more work. */
const MOST_CHANGED = 2000;
const BEFORE_ALL = { subjectId: '', id: '' };

export function createCatchUp({ units, reader, channels, subjects, now, steady }: Parts): CatchUp {
  const touched = new Set<string>();
  let allAt = 0;

  const canRewrite = () => [...channels.values()].some((channel) => channel.canRewrite);

  async function look(sql: SubjectSql, subjectIds: string[] | null): Promise<void> {
    let after: Pick<OutdatedCopy, 'subjectId' | 'id'> = BEFORE_ALL;
    for (;;) {
      const copies = await outdatedCopies(reader, sql, { subjectIds, after, limit: COPIES_AT_ONCE });
      const due = copies.flatMap((copy) => dueOf(copy, now()));
      if (due.length > 0) await units.run(({ trx }) => markOutdated(trx, due));
      if (copies.length < COPIES_AT_ONCE) return;
      after = copies.at(-1)!;
    }
  }

  return {
    changed(subjectIds) {
      if (!canRewrite()) return false;
      for (const id of subjectIds) touched.add(id);
      return true;
    },
    missed: () => void (allAt = 0),
    async run() {
      const isForAll = steady() >= allAt || touched.size > MOST_CHANGED;
      const subjectIds = isForAll ? null : [...touched];
      if (!canRewrite() || subjectIds?.length === 0) return;
      touched.clear();
      if (isForAll) allAt = steady() + LOOK_AT_ALL_MS;
      try {
        for (const { sql } of subjects.kinds) await look(sql, subjectIds);
      } catch (error) {
        allAt = 0; // it is unknown which copies were not checked
        throw error;
      }
    },
  };
}

/** When a copy is to be rewritten, unless that is scheduled already. */
function dueOf(copy: OutdatedCopy, now: number): { id: string; dueAt: number }[] {
  const dueAt = rewriteDueAt(copy, copy.wanted, now);
  const isMarked = copy.nextAttemptAt !== null && dueAt !== null && copy.nextAttemptAt <= dueAt;
  return dueAt === null || isMarked ? [] : [{ id: copy.id, dueAt }];
}

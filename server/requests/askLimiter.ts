import type { Knex } from 'knex';
import type { Person } from '../../contract/people.ts';
import { nodeFailure } from '../flow/nodeType.ts';
import { createBatcher } from '../foundation/database/batcher.ts';
import {
  hasAskLimits,
  refusalToAsk,
  type AskedLastHour,
  type AskLimits,
  type AskRefusal,
  type PlannedQuestion,
} from './askRules.ts';
import { findAsked } from './askStore.ts';

/** Limits how many people one starter's executions ask, and how often they ask the same person. */
export interface AskLimiter {
  /**
   * @returns a function to call once the question is stored, or is known never to be
   * @throws NodeError too_many_asked, asked_too_often
   */
  admit(starterId: string, people: Person[]): Promise<() => void>;
}

interface Parts {
  reader: Knex;
  limits: AskLimits;
  now(): number;
}

/** A question that is admitted but not stored yet. */
interface Admitted extends AskedLastHour {
  forgottenAt: number;
}

const HOUR_MS = 60 * 60_000;
/** An admitted question that is not stored by then never will be: its execution was ended or taken over. */
const UNDER_WAY_MS = 60_000;

/** A refusal that may come from double counting is decided again, at most this many times in total. */
const MOST_LOOKS = 3;

type Decided = AskRefusal | (() => void);

/** Decides concurrent requests one after another, and counts questions that are not stored yet. */
export function createAskLimiter({ reader, limits, now }: Parts): AskLimiter {
  const underWay = new Map<string, Set<Admitted>>();

  function underWayOf(starterId: string): Admitted[] {
    const at = performance.now();
    return [...(underWay.get(starterId) ?? [])].filter(({ forgottenAt }) => forgottenAt > at);
  }

  function add({ starterId, people }: PlannedQuestion): { admitted: Admitted; release(): void } {
    const perPerson = new Map(people.map((person) => [person, 1]));
    const admitted = { people: people.length, perPerson, forgottenAt: performance.now() + UNDER_WAY_MS };
    underWay.set(starterId, new Set([...underWayOf(starterId), admitted]));
    const release = (): void => {
      underWay.get(starterId)?.delete(admitted);
      if (underWay.get(starterId)?.size === 0) underWay.delete(starterId);
    };
    return { admitted, release };
  }

  const isOver = (starterId: string, admitted: Admitted): boolean => !underWay.get(starterId)?.has(admitted);

  const wishes = createBatcher<PlannedQuestion, Decided>({ perform: (batch) => decide(batch) });

  async function decide(batch: PlannedQuestion[], looks = MOST_LOOKS): Promise<Decided[]> {
    // before the read: a question stored meanwhile then counts twice rather than not at all
    const begun = new Map(batch.map(({ starterId }) => [starterId, underWayOf(starterId)]));
    const stored = await findAsked(reader, batch, limits, now() - HOUR_MS);
    const countedTwice = ({ starterId }: PlannedQuestion) =>
      begun.get(starterId)!.some((each) => isOver(starterId, each));
    const again = new Set(looks > 1 ? batch.filter(countedTwice) : []);
    const decided = batch.map((wish): Decided | null => {
      const counts = begun.get(wish.starterId)!;
      const refusal = refusalToAsk(wish, [stored.get(wish.starterId)!, ...counts], limits);
      if (refusal) return again.has(wish) ? null : refusal;
      const { admitted, release } = add(wish);
      counts.push(admitted);
      return release;
    });
    const left = batch.filter((_, n) => decided[n] === null);
    const lookedAgain = left.length > 0 ? await decide(left, looks - 1) : [];
    return decided.map((each) => each ?? lookedAgain.shift()!);
  }

  return {
    async admit(starterId, people) {
      if (!hasAskLimits(limits)) return () => {};
      const decided = await wishes.add({ starterId, people: people.map(({ id }) => id) });
      if (typeof decided === 'function') return decided;
      const count = limits[decided.limit];
      if (decided.limit === 'peopleAskedPerHour') throw nodeFailure('too_many_asked', { count });
      const { displayName } = people.find(({ id }) => id === decided.person)!;
      throw nodeFailure('asked_too_often', { name: displayName, count });
    },
  };
}

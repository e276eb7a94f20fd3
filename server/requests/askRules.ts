import { UNLIMITED, type Limits } from '../foundation/limits.ts';

export type AskLimits = Pick<Limits, 'peopleAskedPerHour' | 'questionsToOnePersonPerHour'>;

/** What the executions of one starter have asked within the last hour. */
export interface AskedLastHour {
  people: number;
  /** Number of questions by the person asked. */
  perPerson: ReadonlyMap<string, number>;
}

export type AskRefusal = { limit: 'peopleAskedPerHour' } | { limit: 'questionsToOnePersonPerHour'; person: string };

export const hasAskLimits = ({ peopleAskedPerHour, questionsToOnePersonPerHour }: AskLimits): boolean =>
  peopleAskedPerHour < UNLIMITED || questionsToOnePersonPerHour < UNLIMITED;

/** A question that the executions of a starter are about to ask. */
export interface PlannedQuestion {
  starterId: string;
  people: string[];
}

/**
 * Whom others ask. How often people ask themselves is not limited, because they flood nobody: a quiz asks its own
 * starter question after question.
 */
export const peopleAskedByOthers = ({ starterId, people }: PlannedQuestion): string[] =>
  people.filter((person) => person !== starterId);

/**
 * Whether these people may be asked too.
 * @param counts everything asked before: what is stored, and what is about to be
 */
export function refusalToAsk(wish: PlannedQuestion, counts: AskedLastHour[], limits: AskLimits): AskRefusal | null {
  const { people } = wish;
  const before = counts.reduce((sum, each) => sum + each.people, 0);
  if (before + people.length > limits.peopleAskedPerHour) return { limit: 'peopleAskedPerHour' };
  const questionsTo = (person: string) => counts.reduce((sum, each) => sum + (each.perPerson.get(person) ?? 0), 0);
  const person = peopleAskedByOthers(wish).find((each) => questionsTo(each) >= limits.questionsToOnePersonPerHour);
  return person === undefined ? null : { limit: 'questionsToOnePersonPerHour', person };
}

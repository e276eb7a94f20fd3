import type { Knex } from 'knex';
import { given, selectRows } from '../foundation/database/rows.ts';
import { query } from '../foundation/database/statements.ts';
import { peopleAskedByOthers, type AskedLastHour, type AskLimits, type PlannedQuestion } from './askRules.ts';

/** What the executions of each starter have asked these other people since a given time, by starter. */
export async function findAsked(
  db: Knex,
  asked: PlannedQuestion[],
  { peopleAskedPerHour }: AskLimits,
  since: number,
): Promise<Map<string, AskedLastHour>> {
  const starters = [...new Set(asked.map(({ starterId }) => starterId))].map((starter) => ({ starter }));
  const { sql, bindings } = given(db, { starter: 'text' }, starters);
  const totals = await query<{ starter: string; people: number | null }>(
    db,
    `select given.starter, (select sum(assignee_count) from (select assignee_count from requests
       where started_by = given.starter and raised_at > ? limit ?) as few) as people from ${sql}`,
    [since, peopleAskedPerHour + 1, ...bindings],
  );
  const pairs = new Map(
    asked.flatMap((wish) =>
      peopleAskedByOthers(wish).map((person) => {
        const pair = { starter: wish.starterId, person };
        return [JSON.stringify(pair), pair] as const;
      }),
    ),
  );
  const questions = await selectRows<{ starter: string; person: string; questions: number }>(
    db,
    { starter: 'text', person: 'text' },
    [...pairs.values()],
    {
      select: 'given.starter, given.person, count(*) as questions',
      rest: `join notifications on notifications.person = given.person and notifications.created_at > ${Math.floor(since)}
        join requests on requests.id = notifications.subject_id and requests.started_by = given.starter
        group by given.starter, given.person`,
    },
  );
  return new Map(
    totals.map(({ starter, people }) => {
      const own = questions.filter((each) => each.starter === starter);
      const perPerson = new Map(own.map((each) => [each.person, Number(each.questions)]));
      return [starter, { people: Number(people ?? 0), perPerson }];
    }),
  );
}

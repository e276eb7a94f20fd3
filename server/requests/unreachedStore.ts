import type { Knex } from 'knex';
import { withoutTurns } from '../../contract/cleanText.ts';
import type { Unreached } from '../../contract/unreached.ts';
import { selectRows } from '../foundation/database/rows.ts';
import { isPostgres } from '../foundation/database/statements.ts';

/** How many people are named. */
const NAMED = 5;

/**
 * No message or reminder about a request has reached a person, and no message is under way.
 * @param row a row with `subject_id` and `person`
 */
const nothingReached = (row: string): string => `
  not exists (select 1 from deliveries as other
    where other.subject_id = ${row}.subject_id and other.person = ${row}.person and other.state <> 'failed')
  and not exists (select 1 from nudges join deliveries as reminder on reminder.subject_id = nudges.id
    where nudges.request_id = ${row}.subject_id and reminder.person = ${row}.person and reminder.state = 'sent')`;

/** The condition for rows of `notifications`. False for people to whom nothing was sent. */
export const IS_UNREACHED = `
  exists (select 1 from deliveries as failed where failed.subject_id = notifications.subject_id
    and failed.person = notifications.person and failed.state = 'failed') and ${nothingReached('notifications')}`;

/** The first people of each request whom no message has reached. Requests without any are missing. */
export async function firstUnreached(db: Knex, requestIds: readonly string[]): Promise<Map<string, Unreached>> {
  const first = `select distinct failed.person from deliveries as failed
    join notifications as asked on asked.subject_id = failed.subject_id and asked.person = failed.person
    where failed.subject_id = given.id and failed.state = 'failed' and asked.answered_at is null
    and ${nothingReached('failed')} order by failed.person limit ${NAMED + 1}`;
  const rows = await selectRows<{ id: string; person: string; display_name: string }>(
    db,
    { id: 'text' },
    requestIds.map((id) => ({ id })),
    {
      select: 'given.id, notifications.person, display_name',
      rest: `${
        isPostgres(db)
          ? `join lateral (${first}) as unreached on true
             join notifications on notifications.subject_id = given.id and notifications.person = unreached.person`
          : `join notifications on notifications.subject_id = given.id and notifications.person in (${first})`
      } order by given.id, notifications.person`,
    },
  );
  const found = new Map<string, Unreached>();
  for (const { id, person, display_name: name } of rows) {
    const known = found.get(id) ?? { people: [], hasMore: false };
    if (known.people.length < NAMED) known.people.push({ id: person, displayName: withoutTurns(name) });
    else known.hasMore = true;
    found.set(id, known);
  }
  return found;
}

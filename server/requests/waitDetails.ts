import type { Knex } from 'knex';
import type { WaitDetails } from '../flow/executionView.ts';
import { toIso } from '../foundation/database/rows.ts';
import { openRequestsIn } from './requestStore.ts';
import { firstUnanswered } from './sentStore.ts';

const NAMED = 20;

/** Whom the open requests of an execution wait for, by visit key: those who were asked and have not answered. */
export async function waitsOf(reader: Knex, executionId: string): Promise<Map<string, WaitDetails>> {
  const open = await openRequestsIn(reader, executionId);
  const ids = open.map(({ id }) => id);
  const people = await firstUnanswered(reader, ids, NAMED);
  return new Map(
    open.map(({ id, visitKey, assigneeCount, answeredCount, expiresAt }): [string, WaitDetails] => {
      const peopleCount = assigneeCount - answeredCount;
      const until = toIso(expiresAt);
      return [visitKey, { requestId: id, people: people.get(id) ?? [], peopleCount, answered: answeredCount, until }];
    }),
  );
}

import type { Knex } from 'knex';
import type { WaitDetails } from '../flow/executionView.ts';
import { toIso } from '../foundation/database/rows.ts';
import { openRequestsIn } from './requestStore.ts';
import { unansweredOf } from './sentStore.ts';

const NAMED = 20;

/** Whom the open requests of an execution wait for, by visit key: those who were asked and have not answered. */
export async function waitsOf(reader: Knex, executionId: string): Promise<Map<string, WaitDetails>> {
  const open = await openRequestsIn(reader, executionId);
  const details = await Promise.all(
    open.map(async ({ id, visitKey, assigneeCount, answeredCount, expiresAt }): Promise<[string, WaitDetails]> => {
      const people = await unansweredOf(reader, id, { limit: NAMED });
      const peopleCount = assigneeCount - answeredCount;
      return [visitKey, { requestId: id, people, peopleCount, answered: answeredCount, until: toIso(expiresAt) }];
    }),
  );
  return new Map(details);
}

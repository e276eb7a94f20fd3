import type { Knex } from 'knex';
import type { WaitDetails } from '../flow/executionView.ts';
import { toIso } from '../foundation/database/rows.ts';
import { allRecipientsOf, recipientsOf } from '../messages/notifications/notificationStore.ts';
import { openRequestsIn } from './requestStore.ts';

const NAMED = 20;

/** Whom the open requests of an execution wait for, by visit key. */
export async function waitsOf(reader: Knex, executionId: string): Promise<Map<string, WaitDetails>> {
  const open = await openRequestsIn(reader, executionId);
  const details = await Promise.all(
    open.map(async ({ id, visitKey, assigneeCount, expiresAt }): Promise<[string, WaitDetails]> => {
      const people = await (assigneeCount > NAMED
        ? recipientsOf(reader, id, { limit: NAMED })
        : allRecipientsOf(reader, id));
      return [visitKey, { requestId: id, people, peopleCount: assigneeCount, until: toIso(expiresAt) }];
    }),
  );
  return new Map(details);
}

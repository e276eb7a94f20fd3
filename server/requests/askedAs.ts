import type { Knex } from 'knex';
import type { AskedAs } from '../../contract/askedAs.ts';
import { askedAsOf } from '../messages/notifications/notificationStore.ts';
import type { Request } from './requestStore.ts';

/** Why the person is asked; null if they are not, or if the reason was not stored. */
export async function readAskedAs(
  reader: Knex,
  { id, body }: Pick<Request, 'id' | 'body'>,
  personId: string,
): Promise<AskedAs | null> {
  const place = body.askedAs && (await askedAsOf(reader, id, personId));
  return place === undefined || place === null ? null : (body.askedAs?.[place] ?? null);
}

import type { Knex } from 'knex';
import { isAuthor, type Caller } from '../foundation/http/authenticate.ts';
import { recipientOf } from '../messages/notifications/notificationStore.ts';
import { findRequest, type Request } from './requestStore.ts';

/** Who asked, and whoever may see everything. */
export const isOwner = ({ body }: Pick<Request, 'body'>, caller: Caller): boolean =>
  body.requester.id === caller.person.id || isAuthor(caller);

/** The request, if it is any business of the caller: of its assignees, its starter, authors and administrators. */
export async function findConcerning(reader: Knex, requestId: string, caller: Caller): Promise<Request | null> {
  const request = await findRequest(reader, requestId);
  if (!request) return null;
  const isConcerned = isOwner(request, caller) || (await recipientOf(reader, requestId, caller.person.id)) !== null;
  return isConcerned ? request : null;
}

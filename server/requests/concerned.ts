import type { Knex } from 'knex';
import type { FileView } from '../../contract/files.ts';
import type { VariableSpec } from '../../contract/variables.ts';
import type { StoredFile } from '../files/fileStore.ts';
import { isAuthor, type Caller } from '../foundation/http/authenticate.ts';
import { recipientOf } from '../messages/notifications/notificationStore.ts';
import type { StoredPayload } from './humanResult.ts';
import { findRequest, responseOf, type Request } from './requestStore.ts';

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

/** Whether somebody's file is part of their answer to a request that is any business of the caller. */
export async function mayReadFile(reader: Knex, file: StoredFile, caller: Caller): Promise<boolean> {
  const [request, response] = await Promise.all([
    findConcerning(reader, file.requestId, caller),
    responseOf(reader, file.requestId, file.person),
  ]);
  if (!request || !response) return false;
  const { values = {} } = JSON.parse(response.payload) as StoredPayload;
  const filesOf = ({ name, type }: VariableSpec) => (type === 'file' ? ((values[name] ?? []) as FileView[]) : []);
  return request.body.variables.flatMap(filesOf).some(({ id }) => id === file.id);
}

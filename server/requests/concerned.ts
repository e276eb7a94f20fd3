import type { Knex } from 'knex';
import type { FileLink, FileView } from '../../contract/files.ts';
import type { VariableSpec } from '../../contract/variables.ts';
import type { StoredFile } from '../files/fileStore.ts';
import { mayReadFlow, mayRunFlow, NO_STANDING } from '../flow/flowAccessRules.ts';
import { standingOf } from '../flow/flowAccessStore.ts';
import type { Caller } from '../foundation/http/authenticate.ts';
import { recipientOf } from '../messages/notifications/notificationStore.ts';
import { isAttachedFor } from './attachedFileStore.ts';
import { findRequest, type Request } from './requestStore.ts';
import { responseOf } from './responseStore.ts';

/**
 * A caller's relation to a request. `owner`: the starter of its execution, owners of its flow, and administrators;
 * `reader`: readers of its flow.
 */
export type RequestRelation = 'owner' | 'assignee' | 'reader';

/** Null if the request does not concern the caller. */
export async function concernIn(
  reader: Knex,
  { id, flowId, body }: Pick<Request, 'id' | 'flowId' | 'body'>,
  caller: Caller,
): Promise<RequestRelation | null> {
  if (body.requester.id === caller.person.id) return 'owner';
  const standing = (await standingOf(reader, flowId, caller)) ?? NO_STANDING;
  if (mayRunFlow(caller, standing)) return 'owner';
  if (await recipientOf(reader, id, caller.person.id)) return 'assignee';
  return mayReadFlow(caller, standing) ? 'reader' : null;
}

/** Null if there is no such request, or if it does not concern the caller. */
export async function findConcerning(
  reader: Knex,
  requestId: string,
  caller: Caller,
): Promise<{ request: Request; concern: RequestRelation } | null> {
  const request = await findRequest(reader, requestId);
  const concern = request && (await concernIn(reader, request, caller));
  return concern ? { request, concern } : null;
}

/** Whether the caller may see the contexts of executions of this flow. */
export async function seesContext(reader: Knex, { flowId }: Pick<Request, 'flowId'>, caller: Caller): Promise<boolean> {
  return mayRunFlow(caller, (await standingOf(reader, flowId, caller)) ?? NO_STANDING);
}

/**
 * What else the caller may open from a request that concerns them: starters the execution, readers of the flow both.
 */
export async function mayOpenFrom(
  reader: Knex,
  { flowId, body }: Pick<Request, 'flowId' | 'body'>,
  caller: Caller,
): Promise<{ execution: boolean; flow: boolean }> {
  const flow = mayReadFlow(caller, (await standingOf(reader, flowId, caller)) ?? NO_STANDING);
  return { execution: flow || body.requester.id === caller.person.id, flow };
}

/**
 * Whether a file is part of an answer to the caller's request, or attached to a question that the caller is asked.
 * Readers of a flow do not see complete answers.
 */
export async function mayReadFile(reader: Knex, file: StoredFile, caller: Caller): Promise<boolean> {
  if (await isAttachedFor(reader, file.id, caller.person.id)) return true;
  const [found, response] = await Promise.all([
    findConcerning(reader, file.requestId, caller),
    responseOf(reader, file.requestId, file.person),
  ]);
  if (!found || found.concern === 'reader' || !response) return false;
  const { values } = response.payload;
  const filesOf = ({ name, type }: VariableSpec) =>
    type === 'file' ? ((values[name] ?? []) as (FileView | FileLink)[]) : [];
  return found.request.body.variables.flatMap(filesOf).some((item) => 'id' in item && item.id === file.id);
}

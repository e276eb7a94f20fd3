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
 * What a request is to the caller: `owner` of it is whoever started its execution, owners of its flow and
 * administrators; `reader` who may read the flow.
 */
export type Concern = 'owner' | 'assignee' | 'reader';

/** Null when it is no business of the caller. */
export async function concernIn(
  reader: Knex,
  { id, flowId, body }: Pick<Request, 'id' | 'flowId' | 'body'>,
  caller: Caller,
): Promise<Concern | null> {
  if (body.requester.id === caller.person.id) return 'owner';
  const standing = (await standingOf(reader, flowId, caller)) ?? NO_STANDING;
  if (mayRunFlow(caller, standing)) return 'owner';
  if (await recipientOf(reader, id, caller.person.id)) return 'assignee';
  return mayReadFlow(caller, standing) ? 'reader' : null;
}

/** Null when there is no such request, or none that is any business of the caller. */
export async function findConcerning(
  reader: Knex,
  requestId: string,
  caller: Caller,
): Promise<{ request: Request; concern: Concern } | null> {
  const request = await findRequest(reader, requestId);
  const concern = request && (await concernIn(reader, request, caller));
  return concern ? { request, concern } : null;
}

/** Whether the caller may see what stands in the contexts of executions of this flow. */
export async function seesContext(reader: Knex, { flowId }: Pick<Request, 'flowId'>, caller: Caller): Promise<boolean> {
  return mayRunFlow(caller, (await standingOf(reader, flowId, caller)) ?? NO_STANDING);
}

/** What else the caller may look at, from a request that concerns them: who started an execution sees it, who reads a flow both. */
export async function mayOpenFrom(
  reader: Knex,
  { flowId, body }: Pick<Request, 'flowId' | 'body'>,
  caller: Caller,
): Promise<{ execution: boolean; flow: boolean }> {
  const flow = mayReadFlow(caller, (await standingOf(reader, flowId, caller)) ?? NO_STANDING);
  return { execution: flow || body.requester.id === caller.person.id, flow };
}

/**
 * Whether somebody's file is part of their answer to a request of the caller, or comes with a question that the caller is
 * asked. Readers of a flow see no answer whole.
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

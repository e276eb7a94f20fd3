import type { Knex } from 'knex';
import type { Attachment } from '../../contract/attachments.ts';
import { failure } from '../../contract/failures.ts';
import type { Remark } from '../../contract/requests.ts';
import { findAnswered, viewOf } from '../files/fileStore.ts';
import { NodeError, toExecutionError, type NodeContext } from '../flow/nodeType.ts';
import type { AttachmentSpec } from './attachmentConfig.ts';
import {
  attachedFiles,
  attachedLink,
  failedAttachment,
  gatherAttached,
  referredFiles,
  type Attached,
} from './attachmentRules.ts';

type Visit = Pick<NodeContext<unknown>, 'context' | 'expressions' | 'executionId'>;

/**
 * The attachments of a question at this moment. One that cannot be loaded does not delay the question: it is marked as
 * not available, and a remark says why.
 */
export async function resolveAttachments(
  specs: readonly AttachmentSpec[] = [],
  visit: Visit,
  reader: Knex,
): Promise<{ attachments: Attachment[]; remarks: Remark[] }> {
  const attached = await Promise.all(
    specs.map(async (spec) => ({ label: spec.label, ...(await resolveOne(spec, visit, reader)) })),
  );
  return gatherAttached(attached);
}

async function resolveOne(spec: AttachmentSpec, visit: Visit, reader: Knex): Promise<Attached> {
  const { label, url, file } = spec;
  try {
    if (url !== undefined) return attachedLink(label, await visit.expressions.render(url, visit.context));
    return await resolveFiles(label, await visit.expressions.evaluate(file!, visit.context), visit, reader);
  } catch (error) {
    if (!(error instanceof NodeError)) throw error;
    return failedAttachment(label, url === undefined ? 'file' : 'link', toExecutionError(error));
  }
}

/** Only files answered in this execution: an id from anywhere else opens nothing. */
async function resolveFiles(label: string, value: unknown, { executionId }: Visit, reader: Knex): Promise<Attached> {
  if (value === null) return failedAttachment(label, 'file', failure('value_missing'));
  const referred = referredFiles(value);
  if (referred === null) return failedAttachment(label, 'file', failure('value_wrong_kind', { kind: 'file' }));
  const ids = referred.flatMap((item) => ('id' in item ? [item.id] : []));
  const found = ids.length === 0 ? [] : await findAnswered(reader, ids);
  const own = found.filter(({ requestId }) => requestId.startsWith(`${executionId}-`));
  return attachedFiles(label, referred, new Map(own.map((file) => [file.id, viewOf(file)])));
}

import { attachedUrl, ATTACHMENT_LIMITS, type Attachment } from '../../contract/attachments.ts';
import type { ExecutionError } from '../../contract/executions.ts';
import { failure } from '../../contract/failures.ts';
import type { FileView } from '../../contract/files.ts';
import { Ulid } from '../../contract/ids.ts';
import type { Remark } from '../../contract/requests.ts';

/** The value of a file expression, in order: ids of uploads, and addresses of files stored elsewhere. */
export type FileReference = { id: string } | { url: string };

/** The attachments made from one declaration, and the fault to report to its author. */
export interface Attached {
  attachments: Attachment[];
  fault?: ExecutionError;
}

/** @param rendered the rendered template */
export function attachedLink(label: string, rendered: string): Attached {
  const url = attachedUrl(rendered);
  if (url !== null) return { attachments: [{ label, kind: 'link', url }] };
  return failedAttachment(label, 'link', failure('value_wrong_kind', { kind: 'httpsLink' }));
}

/** Stands in for an attachment that is not available. */
export const failedAttachment = (label: string, kind: Attachment['kind'], fault: ExecutionError): Attached => ({
  attachments: [kind === 'link' ? { label, kind, url: null } : { label, kind, file: null }],
  fault,
});

/** The files in the value of a `file` field: one or a list, uploaded or linked. Null if anything else is among them. */
export function referredFiles(value: unknown): FileReference[] | null {
  if (!Array.isArray(value)) return referredFiles([value]);
  const found = value.slice(0, MOST_READ).map(referredFile);
  return found.includes(null) ? null : (found as FileReference[]);
}

/** The rest of a longer list is ignored: it would be cut anyway. */
const MOST_READ = 100;

function referredFile(value: unknown): FileReference | null {
  if (typeof value !== 'object' || value === null) return null;
  const { id, url } = value as { id?: unknown; url?: unknown };
  if (Ulid.safeParse(id).success) return { id: id as string };
  const address = typeof url === 'string' ? attachedUrl(url) : null;
  return address === null ? null : { url: address };
}

/** @param files the files of this execution, by id */
export function attachedFiles(
  label: string,
  referred: readonly FileReference[],
  files: ReadonlyMap<string, FileView>,
): Attached {
  if (referred.length === 0) return failedAttachment(label, 'file', failure('value_missing'));
  const attachments = referred.map((item): Attachment => {
    if ('url' in item) return { label, kind: 'link', url: item.url };
    return { label, kind: 'file', file: files.get(item.id) ?? null };
  });
  const isMissing = attachments.some((each) => each.kind === 'file' && each.file === null);
  return { attachments, ...(isMissing && { fault: failure('file_unavailable') }) };
}

/** The attachments of a question, up to the number that is shown; a remark tells the author what was left out. */
export function gatherAttached(attached: readonly (Attached & { label: string })[]): {
  attachments: Attachment[];
  remarks: Remark[];
} {
  const all = attached.flatMap(({ attachments }) => attachments);
  const remarks = attached.flatMap(({ label, fault }) => (fault ? [{ about: label, error: fault }] : []));
  const firstLeftOut = all[ATTACHMENT_LIMITS.shown];
  if (firstLeftOut)
    remarks.push({
      about: firstLeftOut.label,
      error: failure('too_many_attachments', { count: ATTACHMENT_LIMITS.shown }),
    });
  return { attachments: all.slice(0, ATTACHMENT_LIMITS.shown), remarks };
}

import { attachedUrl, ATTACHMENT_LIMITS, type Attachment } from '../../contract/attachments.ts';
import type { ExecutionError } from '../../contract/executions.ts';
import { failure } from '../../contract/failures.ts';
import type { FileView } from '../../contract/files.ts';
import { Ulid } from '../../contract/ids.ts';
import type { Remark } from '../../contract/requests.ts';

/** What an expression for files came to: ids of uploads, and addresses of files that lie elsewhere, in its order. */
export type Referred = { id: string } | { url: string };

/** What a declared attachment came to, and what its author should know of it. */
export interface Attached {
  attachments: Attachment[];
  fault?: ExecutionError;
}

/** @param rendered what its template came to */
export function attachedLink(label: string, rendered: string): Attached {
  const url = attachedUrl(rendered);
  if (url !== null) return { attachments: [{ label, kind: 'link', url }] };
  return failedAttachment(label, 'link', failure('value_wrong_kind', { kind: 'httpsLink' }));
}

/** In place of what cannot be had. */
export const failedAttachment = (label: string, kind: Attachment['kind'], fault: ExecutionError): Attached => ({
  attachments: [kind === 'link' ? { label, kind, url: null } : { label, kind, file: null }],
  fault,
});

/** What fields of type `file` give: one or a list, uploaded or linked. Null where there is anything else among them. */
export function referredFiles(value: unknown): Referred[] | null {
  if (!Array.isArray(value)) return referredFiles([value]);
  const found = value.slice(0, MOST_READ).map(referredFile);
  return found.includes(null) ? null : (found as Referred[]);
}

/** Of a longer list no more is looked at: it is cut in any case. */
const MOST_READ = 100;

function referredFile(value: unknown): Referred | null {
  if (typeof value !== 'object' || value === null) return null;
  const { id, url } = value as { id?: unknown; url?: unknown };
  if (Ulid.safeParse(id).success) return { id: id as string };
  const address = typeof url === 'string' ? attachedUrl(url) : null;
  return address === null ? null : { url: address };
}

/** @param files what there is of them in this execution, by id */
export function attachedFiles(
  label: string,
  referred: readonly Referred[],
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

/** All of a question, as many as are shown; the author hears of what was left out. */
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

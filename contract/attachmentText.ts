import type { Attachment } from './attachments.ts';
import { fileSize } from './fileSize.ts';

/** How an attachment reads beside its label: the name and size of a file, and where a link leads, whatever its label promises. */
export function attachmentText(attachment: Attachment, notAvailable: string): string {
  if (attachment.kind === 'link') return attachment.url === null ? notAvailable : new URL(attachment.url).host;
  return attachment.file === null ? notAvailable : `${attachment.file.name} (${fileSize(attachment.file.size)})`;
}

/**
 * Where it leads from a message; null where it leads nowhere. Files are for signed-in people: the way to them is the
 * question in the web client.
 */
export const attachmentUrl = (attachment: Attachment, webUrl: string): string | null =>
  attachment.kind === 'link' ? attachment.url : attachment.file && webUrl;

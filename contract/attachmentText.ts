import type { DecimalSign } from './answers/numbers.ts';
import type { Attachment } from './attachments.ts';
import { fileSize } from './fileSize.ts';

/**
 * The text beside an attachment's label: name and size of a file, or the target of a link, whatever the label claims.
 */
export function attachmentText(attachment: Attachment, notAvailable: string, decimal: DecimalSign): string {
  if (attachment.kind === 'link') return attachment.url === null ? notAvailable : new URL(attachment.url).host;
  return attachment.file === null
    ? notAvailable
    : `${attachment.file.name} (${fileSize(attachment.file.size, decimal)})`;
}

/** The link target in a message, or null. Files require sign-in, so they link to the question in the web client. */
export const attachmentUrl = (attachment: Attachment, webUrl: string): string | null =>
  attachment.kind === 'link' ? attachment.url : attachment.file && webUrl;

/** The maximum length of a name, in characters. */
const LONGEST_NAME = 255;
const ANY_TYPE = 'application/octet-stream';

const HOUR_MS = 60 * 60 * 1000;

export interface UploadLimits {
  /** Bytes per file. */
  fileBytes: number;
  /** Uploads per person that no answer refers to yet. */
  unboundFiles: number;
  /** Bytes per person in 24 hours. */
  dayBytes: number;
}

/**
 * How many bytes an upload may take, or why it is refused.
 *
 * @param announced the size according to the sender; null: unknown, so it may take all that the person has left
 * @param uploaded the person's uploads of the last 24 hours
 */
export function uploadAllowance(
  announced: number | null,
  uploaded: { unbound: number; bytes: number },
  { fileBytes, unboundFiles, dayBytes }: UploadLimits,
): { bytes: number } | { refusal: 'fileTooLarge' | 'tooManyUploads' | 'tooManyBytes' } {
  if (announced !== null && announced > fileBytes) return { refusal: 'fileTooLarge' };
  if (uploaded.unbound >= unboundFiles) return { refusal: 'tooManyUploads' };
  const left = dayBytes - uploaded.bytes;
  if (announced === null ? left <= 0 : announced > left) return { refusal: 'tooManyBytes' };
  return { bytes: announced ?? Math.min(fileBytes, left) };
}

/**
 * Whether a field accepts this file (behaviour 2.6).
 * @param accept media types (`application/pdf`, `image/*`) or extensions (`.pdf`), as listed by the author; none:
 * anything
 */
export function isAccepted(accept: readonly string[], { name, type }: { name: string; type: string }): boolean {
  const [file, media] = [name.toLowerCase(), type.toLowerCase()];
  return (
    accept.length === 0 ||
    accept.some((entry) => {
      const wanted = entry.trim().toLowerCase();
      if (wanted.startsWith('.')) return file.endsWith(wanted);
      if (wanted.endsWith('/*')) return media.startsWith(wanted.slice(0, -1));
      return wanted === '*' || wanted === media;
    })
  );
}

/** The last part of a path, without characters that could mislead people or file systems; never empty. */
export function safeName(name: string): string {
  const last = name.split(/[/\\]/).at(-1)!;
  const plain = last.replace(/[\p{Cc}\p{Cf}\p{Surrogate}<>:"|?*]/gu, '').trim();
  return [...plain.replace(/^\.+/, '')].slice(0, LONGEST_NAME).join('') || 'file';
}

/** The media type without its parameters; `application/octet-stream` if it is invalid. */
export function mediaTypeOf(header: string | undefined): string {
  const type = (header ?? '').split(';')[0]!.trim().toLowerCase();
  return /^[a-z0-9!#$&^_.+-]{1,100}\/[a-z0-9!#$&^_.+-]{1,100}$/.test(type) ? type : ANY_TYPE;
}

/** How long to wait before the next attempt to remove a file, after so many failures. */
export const removalDelayMs = (failures: number): number => HOUR_MS * Math.min(2 ** failures, 24);

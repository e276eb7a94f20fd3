/** The encodings that say so themselves, by their first bytes. */
const MARKS: readonly [encoding: string, mark: readonly number[]][] = [
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

/**
 * The text of a file in UTF-8, or in UTF-16 if it begins with a byte order mark.
 *
 * @returns null if it has another encoding. UTF-16 without a mark is valid UTF-8 with a NUL beside each letter, which no
 *   JSON contains.
 */
export function textOfFile(bytes: Uint8Array): string | null {
  const [encoding] = MARKS.find(([, mark]) => mark.every((byte, n) => bytes[n] === byte)) ?? ['utf-8'];
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    return text.includes('\0') ? null : text;
  } catch {
    return null;
  }
}

import type { Text, TextId } from '../text.ts';

interface Permission {
  name: string;
  /** The server's English text. */
  purpose: string;
}

/** What a permission is for, in the person's language; the server's English for unknown permissions. */
export function purposeOf(registration: 'server' | 'delegated', { name, purpose }: Permission, text: Text): string {
  const own = `admin.purpose.${registration}.${name}`;
  const words = text(own as TextId);
  return words === own ? purpose : words;
}

import type { Text, TextId } from '../text.ts';

interface Permission {
  name: string;
  /** In English, as the server says it. */
  purpose: string;
}

/** What a permission is for, in the person's language; what a newer server knows, in its own English. */
export function purposeOf(registration: 'server' | 'delegated', { name, purpose }: Permission, text: Text): string {
  const own = `admin.purpose.${registration}.${name}`;
  const words = text(own as TextId);
  return words === own ? purpose : words;
}

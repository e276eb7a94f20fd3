const ADDRESS = /^https?:\/\/[^\s<>"]{1,2000}/i;
const AFTER_ADDRESS = /[.,;:!?'*_)\]}]+$/;

/** A full stop or bracket behind an address belongs to the sentence, unless the bracket was opened inside of it. */
export function withoutTail(address: string): string {
  const tail = AFTER_ADDRESS.exec(address)?.[0] ?? '';
  const isOpened = tail.startsWith(')') && address.slice(0, -tail.length).includes('(');
  return address.slice(0, address.length - tail.length + (isOpened ? 1 : 0));
}

/** The address that a text begins with; null where it begins with none. */
export const addressIn = (text: string): string | null => {
  const found = ADDRESS.exec(text);
  return found && withoutTail(found[0]);
};

const MAY_BE_FOLLOWED = /^(https?:\/\/|mailto:)/i;
const LONGEST = 2000;

/**
 * An address that people may be led to, as every reader of it understands it.
 *
 * @returns null for anything but http, https and mailto, for what is relative, and for one that names another host before
 * its own (`https://bank.example@evil.example`)
 */
export function safeAddress(text: string): string | null {
  if (!MAY_BE_FOLLOWED.test(text) || text.length > LONGEST || !URL.canParse(text)) return null;
  const url = new URL(text);
  return url.username === '' && url.password === '' ? url.href : null;
}

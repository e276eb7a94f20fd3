const ADDRESS = /^https?:\/\/[^\s<>"]{1,2000}/i;
const AFTER_ADDRESS = /[.,;:!?'*_)\]}]+$/;

/** A trailing full stop or bracket belongs to the sentence, unless the bracket was opened inside the address. */
export function withoutTail(address: string): string {
  const tail = AFTER_ADDRESS.exec(address)?.[0] ?? '';
  const isOpened = tail.startsWith(')') && address.slice(0, -tail.length).includes('(');
  return address.slice(0, address.length - tail.length + (isOpened ? 1 : 0));
}

/** The address at the start of a text, or null. */
export const addressIn = (text: string): string | null => {
  const found = ADDRESS.exec(text);
  return found && withoutTail(found[0]);
};

const MAY_BE_FOLLOWED = /^(https?:\/\/|mailto:)/i;
const LONGEST = 2000;

/**
 * A link target that is safe to show, normalized so that every parser reads it the same way.
 *
 * @returns null unless it is absolute http, https or mailto, and if it shows another host before its own
 *   (`https://bank.example@evil.example`)
 */
export function safeAddress(text: string): string | null {
  if (!MAY_BE_FOLLOWED.test(text) || text.length > LONGEST || !URL.canParse(text)) return null;
  const url = new URL(text);
  return url.username === '' && url.password === '' ? url.href : null;
}

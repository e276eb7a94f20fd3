import type { ChatContext } from './requests.ts';
import type { Option, OptionGroup, VariableSpec } from './variables.ts';

/** U+202E and its kin: signs that nobody sees, and that turn the direction of what stands after them. */
const TURNS = /\p{Bidi_Control}/gu;

export const hasTurns = (text: string): boolean => text.search(TURNS) >= 0;

/** What others wrote, without what makes a name or an address read as another. */
export const withoutTurns = (text: string): string => text.replace(TURNS, '');

/** The same of whatever holds text at any depth: what was summed up, and why something failed. */
export function cleanDeep<Held>(held: Held): Held {
  const text = JSON.stringify(held);
  return text && hasTurns(text) ? (JSON.parse(withoutTurns(text)) as Held) : held;
}

/** A field as people see it; what stands for an answer, such as the value of an option, stays as it is. */
export function cleanSpec({ label, description, placeholder, options, validation, columns, ...rest }: VariableSpec) {
  return {
    ...rest,
    ...cleaned({ label, description, placeholder }),
    ...(options && { options: options.map(cleanEntry) }),
    ...(validation && { validation: { ...validation, ...cleaned({ message: validation.message }) } }),
    ...(columns && { columns: columns.map((column) => ({ ...column, ...cleaned({ label: column.label }) })) }),
  } satisfies VariableSpec;
}

const cleanEntry = (entry: Option | OptionGroup): Option | OptionGroup =>
  'options' in entry
    ? { label: withoutTurns(entry.label), options: entry.options.map(cleanOption) }
    : cleanOption(entry);

function cleanOption({ label, description, icon, ...option }: Option): Option {
  const isValueRead = label === undefined && hasTurns(option.value);
  return { ...option, ...cleaned({ label: isValueRead ? option.value : label, description, icon }) };
}

/** What was said in a chat before a question. */
export const cleanContext = ({ chatName, recentMessages, ...context }: ChatContext): ChatContext => ({
  ...context,
  chatName: withoutTurns(chatName),
  recentMessages: recentMessages.map((message) => ({ ...message, content: withoutTurns(message.content) })),
});

/** Those that are there. */
function cleaned<Name extends string>(texts: Record<Name, string | undefined>): Partial<Record<Name, string>> {
  const present = Object.entries<string | undefined>(texts).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  return Object.fromEntries(present.map(([name, text]) => [name, withoutTurns(text)])) as Partial<Record<Name, string>>;
}

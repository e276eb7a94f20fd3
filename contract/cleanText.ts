import type { ChatContext } from './requests.ts';
import type { Option, OptionGroup, VariableSpec } from './variables.ts';

/** U+202E and similar: invisible characters that change the direction of the text after them. */
const TURNS = /\p{Bidi_Control}/gu;

export const hasTurns = (text: string): boolean => text.search(TURNS) >= 0;

/** Removes the characters that can make a name or an address look like another one. */
export const withoutTurns = (text: string): string => text.replace(TURNS, '');

/** `withoutTurns` for all text in a value, at any depth: summaries and failures. */
export function cleanDeep<Held>(held: Held): Held {
  const text = JSON.stringify(held);
  return text && hasTurns(text) ? (JSON.parse(withoutTurns(text)) as Held) : held;
}

/** Cleans the text of a field that people see. Leaves what answers carry, such as option values, unchanged. */
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

/** Cleans the chat messages before a question. */
export const cleanContext = ({ chatName, recentMessages, ...context }: ChatContext): ChatContext => ({
  ...context,
  chatName: withoutTurns(chatName),
  recentMessages: recentMessages.map((message) => ({ ...message, content: withoutTurns(message.content) })),
});

/** Cleans the texts that are present. */
function cleaned<Name extends string>(texts: Record<Name, string | undefined>): Partial<Record<Name, string>> {
  const present = Object.entries<string | undefined>(texts).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  return Object.fromEntries(present.map(([name, text]) => [name, withoutTurns(text)])) as Partial<Record<Name, string>>;
}

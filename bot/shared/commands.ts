/** What a person can ask the bot in writing. */
export type Command = 'inbox' | 'help';

/** In every language, because a person may write in another one than the bot knows of. */
const COMMANDS = new Map<string, Command>([
  ['inbox', 'inbox'],
  ['eingang', 'inbox'], // cspell:disable-line
  ['posteingang', 'inbox'], // cspell:disable-line
  ['help', 'help'],
  ['hilfe', 'help'], // cspell:disable-line
]);
/** A command is one word; nothing longer has to be searched for one. */
const MOST_CHARACTERS = 200;
/** A mention as Teams writes it, and as Slack does. */
const MENTIONS = /<at\b[^<>]*>[^<>]*<\/at>|<@[^<>]*>/g;
const AROUND = /^(?:&nbsp;|[^\p{L}\p{N}])+|(?:&nbsp;|[^\p{L}\p{N}])+$/gu;

/**
 * The command in a message, whatever surrounds the word: a mention of the bot, the quotation marks in which the bot
 * itself writes it, a full stop. Null: none.
 */
export function commandIn(text: string): Command | null {
  if (text.length > MOST_CHARACTERS) return null;
  return COMMANDS.get(text.replace(MENTIONS, ' ').replace(AROUND, '').toLowerCase()) ?? null;
}

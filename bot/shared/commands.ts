/** What a person can ask the bot in writing. */
export type Command = 'inbox' | 'help';

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
  const word = text.replace(MENTIONS, ' ').replace(AROUND, '').toLowerCase();
  return word === 'inbox' || word === 'help' ? word : null;
}

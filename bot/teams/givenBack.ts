import type { Speech } from '../../contract/speech.ts';

/** What was typed in a field. */
export interface Words {
  name: string;
  text: string;
}

/** In one message there is room for so much. */
const MESSAGE_CHARACTERS = 10_000;

/**
 * What somebody typed on a card where it stands no more, as messages from which they can copy it; none where that is nothing.
 * @param why said before it
 */
export function givenBack(words: readonly Words[], { say }: Speech, why = ''): string[] {
  const written = words.filter(({ text }) => text.trim() !== '');
  if (written.length === 0) return [];
  const lead = [why, say('message.typed')].filter(Boolean).join(' ');
  const whole = [...[lead, ...written.map(({ name, text }) => `${name}:\n${text}`)].join('\n\n')];
  return Array.from({ length: Math.ceil(whole.length / MESSAGE_CHARACTERS) }, (_, n) =>
    whole.slice(n * MESSAGE_CHARACTERS, (n + 1) * MESSAGE_CHARACTERS).join(''),
  );
}

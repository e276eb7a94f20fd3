import { withoutTurns } from '../../contract/cleanText.ts';
import type { EventData } from '../../contract/events.ts';
import type { Signals } from '../foundation/database/signals.ts';

/** A piece of an answer being written, on its way to its person. */
export type Typed = EventData<'message_delta'> & { person: string };

/** Pieces within this many ms are sent together. */
const COLLECT_MS = 50;
/** Fits into a PostgreSQL notification in any script. */
const MOST_CHARACTERS = 1000;

/**
 * Sends what is being written to all servers' streams. The signal carries the text itself, because it is only stored
 * when the answer is over.
 */
export function createTyping(signals: Signals, to: Pick<Typed, 'chatId' | 'logId' | 'messageId' | 'person'>) {
  let text = '';
  let told = 0;
  let timer: NodeJS.Timeout | undefined;

  function tell(): void {
    timer = undefined;
    while (told < text.length) {
      const piece = text.slice(told, told + MOST_CHARACTERS);
      signals.publish('typed', JSON.stringify({ ...to, offset: told, text: piece } satisfies Typed));
      told += piece.length;
    }
  }

  return {
    add(piece: string) {
      text += withoutTurns(piece);
      timer ??= setTimeout(tell, COLLECT_MS);
    },
    /** Everything written. */
    text: () => text,
    /** Drops what is not sent yet: the stored message replaces it. */
    end: () => clearTimeout(timer),
  };
}

/** Parses the signal at the receiving end. */
export const readTyped = (signal: string): Typed => JSON.parse(signal) as Typed;

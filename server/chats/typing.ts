import { withoutTurns } from '../../contract/cleanText.ts';
import type { EventData } from '../../contract/events.ts';
import type { Signals } from '../foundation/database/signals.ts';

/** A piece of an answer that is being written, on its way to the person it is for. */
export type Typed = EventData<'message_delta'> & { person: string };

/** Pieces that come within so many ms travel together. */
const COLLECT_MS = 50;
/** So that a signal fits into what PostgreSQL carries, in whatever script it is written. */
const MOST_CHARACTERS = 1000;

/** Tells every server's streams what is being written. The text itself travels: it is stored only when the answer is over. */
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
    /** All that was written. */
    text: () => text,
    /** What is not told yet is dropped: the stored message takes its place. */
    end: () => clearTimeout(timer),
  };
}

/** The other end of the signal. */
export const readTyped = (signal: string): Typed => JSON.parse(signal) as Typed;

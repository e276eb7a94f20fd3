import type { Redo } from '../../contract/messages.ts';
import type { Speech } from '../../contract/speech.ts';
import { nameInWords } from '../../contract/spoken.ts';
import { asLead } from '../../contract/asLead.ts';
import { wholeParts } from '../../contract/wholePart.ts';
import { fieldId } from '../shared/fieldNames.ts';
import type { Card } from './templates.ts';

/** What was entered in a field. */
export interface Words {
  name: string;
  /** Absent: the name has to do. */
  label?: string;
  text: string;
}

/** The most UTF-16 units in one message; each takes at most three bytes of what Teams accepts. */
const MESSAGE_UNITS = 8000;

/**
 * Messages with what was entered on a card that no longer shows it, for the person to copy; empty if nothing was.
 * @param why an introduction
 */
export function typedTextMessages(words: readonly Words[], speech: Speech, why = ''): string[] {
  const written = words.filter(({ text }) => text.trim() !== '');
  if (written.length === 0) return [];
  const lead = [why, speech.say('message.typed')].filter(Boolean).join(' ');
  const fields = written.map(({ name, label = nameInWords(name, speech), text }) => `${asLead(label)}\n${text}`);
  return wholeParts([lead, ...fields].join('\n\n'), MESSAGE_UNITS);
}

/** The typed text that does not fit on a card shown again. */
export function withoutRoom(card: Card, { typed }: Redo, names: readonly string[]): Words[] {
  const shown = new Map(inputsIn(card.body).map(({ id, value }) => [id, value]));
  return names
    .map((name): Words => ({ name, text: [typed[fieldId({ name })] ?? ''].flat().join() }))
    .filter(({ name }) => shown.get(fieldId({ name })) === undefined);
}

function inputsIn(part: unknown): { id?: unknown; value?: unknown }[] {
  if (typeof part !== 'object' || part === null) return [];
  const within = Object.values(part).flatMap(inputsIn);
  return 'id' in part && 'label' in part ? [part, ...within] : within;
}

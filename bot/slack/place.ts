import type { BlockAction, RespondFn } from '@slack/bolt';
import { readPress } from './press.ts';

/** Where a button stands: on the copy of one question, in a list of several, in what only one person sees, or at home. */
export type Place =
  { kind: 'copy' | 'list'; channel: string; ts: string } | { kind: 'whisper'; respond: RespondFn } | { kind: 'home' };

export function placeOf({ container, channel, message }: BlockAction, respond: RespondFn): Place {
  if (container['is_ephemeral']) return { kind: 'whisper', respond };
  if (!channel || !message) return { kind: 'home' };
  const blocks: unknown = message['blocks'];
  return { kind: questionsOn(blocks) > 1 ? 'list' : 'copy', channel: channel.id, ts: message.ts };
}

/** How many questions can be answered by what stands on a message. */
function questionsOn(blocks: unknown): number {
  const elements = (Array.isArray(blocks) ? blocks : []).flatMap((block: { elements?: unknown }) =>
    Array.isArray(block.elements) ? block.elements : [],
  );
  const presses = elements.map((element: { value?: unknown }) => readPress(element.value));
  return new Set(presses.flatMap((press) => press?.requestId ?? [])).size;
}

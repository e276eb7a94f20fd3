import type { BlockAction, RespondFn } from '@slack/bolt';
import { readButtonValue } from './actionValues.ts';

/** Where a button stands: on the copy of one question, in a list of several, in what only one person sees, or at home. */
export type ActionSource =
  { kind: 'copy' | 'list'; channel: string; ts: string } | { kind: 'ephemeral'; respond: RespondFn } | { kind: 'home' };

export function sourceOf({ container, channel, message }: BlockAction, respond: RespondFn): ActionSource {
  if (container['is_ephemeral']) return { kind: 'ephemeral', respond };
  if (!channel || !message) return { kind: 'home' };
  const blocks: unknown = message['blocks'];
  return { kind: questionsOn(blocks) > 1 ? 'list' : 'copy', channel: channel.id, ts: message.ts };
}

/** How many questions can be answered by what stands on a message. */
function questionsOn(blocks: unknown): number {
  const elements = (Array.isArray(blocks) ? blocks : []).flatMap((block: { elements?: unknown }) =>
    Array.isArray(block.elements) ? block.elements : [],
  );
  const presses = elements.map((element: { value?: unknown }) => readButtonValue(element.value));
  return new Set(presses.flatMap((press) => press?.requestId ?? [])).size;
}

import type { BlockAction } from '@slack/bolt';
import { LIST_BLOCK } from './inbox.ts';
import { readButtonValue, type EphemeralSource, type MessageSource } from './actionValues.ts';

/** Where a button is: on a message, in an ephemeral message, or on the home tab. */
export type ActionSource = MessageSource | EphemeralSource | { kind: 'home' };

export function sourceOf({ container, channel, message, response_url: url }: BlockAction): ActionSource {
  if (container['is_ephemeral']) return { kind: 'ephemeral', url };
  if (!channel || !message) return { kind: 'home' };
  const blocks = (Array.isArray(message['blocks']) ? message['blocks'] : []) as Block[];
  // lists posted by older servers have no `LIST_BLOCK`
  const isList = blocks.some(({ block_id: id }) => id === LIST_BLOCK) || questionsOn(blocks) > 1;
  return { kind: isList ? 'list' : 'copy', channel: channel.id, ts: message.ts };
}

interface Block {
  block_id?: unknown;
  elements?: unknown;
}

/** The number of questions with buttons on a message. */
function questionsOn(blocks: readonly Block[]): number {
  const elements = blocks.flatMap((block) => (Array.isArray(block.elements) ? block.elements : []));
  const values = elements.map((element: { value?: unknown }) => readButtonValue(element.value));
  return new Set(values.flatMap((value) => value?.requestId ?? [])).size;
}

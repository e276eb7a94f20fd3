import type { Text } from './text.ts';

const KNOWN = ['web', 'desktop', 'email', 'teams', 'slack'] as const;

/** What people call the place an answer came from. One that this client does not know keeps its own name. */
export function channelName(channel: string, text: Text): string {
  const known = KNOWN.find((each) => each === channel);
  return known ? text(`channel.${known}`) : channel;
}

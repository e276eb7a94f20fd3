import type { Text } from './text.ts';

const KNOWN = ['web', 'desktop', 'email', 'teams', 'slack'] as const;

/** The display name of a channel; an unknown one keeps its id. */
export function channelName(channel: string, text: Text): string {
  const known = KNOWN.find((each) => each === channel);
  return known ? text(`channel.${known}`) : channel;
}

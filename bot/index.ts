import type { ChannelKind } from '../contract/channel.ts';

/** The chat platforms on which people are asked, one line each. */
export const BOTS: ChannelKind[] = [];

import type { ChannelKind } from '../contract/channel.ts';
import { slackKind } from './slack/channel.ts';
import { teamsKind } from './teams/channel.ts';

/** The chat platforms on which people are asked, one line each. */
export const BOTS: ChannelKind[] = [teamsKind, slackKind];

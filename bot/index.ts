import type { ChannelKind } from '../contract/channel.ts';
import { slackKind } from './slack/kind.ts';
import { teamsKind } from './teams/kind.ts';

/** The chat platforms on which people are asked, one line each. */
export const BOTS: ChannelKind[] = [teamsKind, slackKind];

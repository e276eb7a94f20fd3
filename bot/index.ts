import type { ChannelKind } from '../contract/channel.ts';
import { slackKind } from './slack/kind.ts';
import { teamsKind } from './teams/kind.ts';

/** The supported chat platforms, one line each. */
export const BOTS: ChannelKind[] = [teamsKind, slackKind];

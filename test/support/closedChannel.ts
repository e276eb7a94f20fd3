import { z } from 'zod';
import type { Capabilities, ChannelKind } from '../../contract/channel.ts';

/** A known channel that nobody has switched on. */
export const aClosedChannel = (name: string): ChannelKind => ({
  name,
  displayName: name,
  canRewrite: false,
  tokenPolicy: 'none',
  settingsSchema: z.object({}),
  secrets: [],
  needs: [],
  capabilities: () => ({}) as Capabilities,
  open: () => null,
  routes: () => async () => undefined,
});

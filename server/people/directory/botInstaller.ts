import { PostFailed, type ChannelHost } from '../../../contract/channel.ts';

/** Installs a Teams bot for people through Graph, where the permission for that is granted. */
export function createBotInstaller(): ChannelHost['installBot'] {
  return async (_appId, { displayName }) => {
    throw new PostFailed(`The bot has not met ${displayName} yet.`, null);
  };
}

import type { ChannelHost } from '../../contract/channel.ts';

const unexpected = (): never => {
  throw new Error('This test does not expect the channel to ask for it.');
};

/** A channel's server port, with only what a test provides. */
export const aChannelHost = (more: Partial<ChannelHost> = {}): ChannelHost => ({
  timeZone: 'Europe/Berlin',
  publicUrl: 'https://handback.test',
  inboxUrl: 'https://handback.test/#/open/notifications',
  answer: unexpected,
  act: unexpected,
  message: unexpected,
  inbox: unexpected,
  openLink: unexpected,
  holderOf: unexpected,
  keepFile: unexpected,
  issueToken: unexpected,
  moveCopy: unexpected,
  personByObjectId: unexpected,
  personByEmail: unexpected,
  addresses: { get: async () => null, put: async () => undefined },
  installBot: unexpected,
  originOf: (origin) => origin,
  tenantId: unexpected,
  appToken: unexpected,
  log: { info() {}, warn() {}, error() {} },
  now: Date.now,
  ...more,
});

interface Sender {
  /** How Teams knows them here. */
  key: string;
  name: string;
  /** Their object id in the directory. */
  id: string;
  tenantId: string;
  conversationId: string;
}

interface Receiver {
  appId: string | null;
  serviceUrl: string;
}

/** A message as Teams sends it from a one-to-one chat with the bot; `more` overrides the defaults. */
export function personalActivity(from: Sender, { appId, serviceUrl }: Receiver, id: string, more: object = {}) {
  return {
    type: 'message',
    id,
    channelId: 'msteams',
    serviceUrl,
    from: { id: `29:${from.key}`, name: from.name, aadObjectId: from.id },
    recipient: { id: `28:${appId}`, name: 'Handback' },
    conversation: { id: from.conversationId, conversationType: 'personal', tenantId: from.tenantId },
    channelData: { tenant: { id: from.tenantId } },
    ...more,
  };
}

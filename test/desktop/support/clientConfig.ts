import type { ClientConfig } from '../../../contract/client.ts';
import type { Sandbox } from '../../../sandbox/sandbox.ts';

/** Points to the sandbox's identity provider. */
export function clientConfig({ config, identity, tenant }: Sandbox): ClientConfig {
  return {
    mode: 'sandbox',
    version: '0.1.0',
    auth: {
      clientId: config.clientId!,
      tenantId: tenant.id,
      authority: `https://login.microsoftonline.com/${tenant.id}`,
      knownAuthorities: ['login.microsoftonline.com', new URL(identity.url).host],
      authorityMetadata: config.authorityMetadata,
      apiScope: `api://${config.directoryClientId}/User.Read`,
      searchScope: null,
      scopeFallbacks: [
        ['User.Read', 'Group.Read.All', 'User.Read.All'],
        ['User.Read', 'Group.Read.All'],
        ['User.Read', 'Directory.Read.All'],
        ['User.Read'],
      ],
    },
    documents: { graph: identity.url, drive: true, libraries: true },
    links: { mailbox: config.mailboxUrl },
    features: { email: true, assistant: true, search: true, channels: ['email', 'slack'] },
    minimumDesktopVersion: '0.1.0',
  };
}

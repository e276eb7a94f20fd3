/** How the app is known in the sandbox's Slack workspace; nothing here opens anything but the sandbox. */
export const SLACK_APP = {
  botToken: 'xoxb-sandbox',
  signingSecret: 'sandbox-only-signing-secret',
  appId: 'A0SANDBOX',
  botId: 'B0SANDBOX',
  botUserId: 'U0HANDBACK',
  name: 'Handback',
  teamId: 'T000000001',
  /** What the app's manifest asks for; a method that needs more is refused. */
  scopes: ['chat:write', 'im:write', 'im:history', 'users:read', 'users:read.email', 'commands', 'files:read'],
} as const;

/** Where the product reaches Slack in production. */
export const SLACK_ORIGIN = 'https://slack.com';
export const SLACK_FILES_ORIGIN = 'https://files.slack.com';

/**
 * The origin that stands in for Slack. Port 0: nothing stands there yet, so it leads to a port on which nobody
 * listens, never to the real Slack.
 */
export const slackStandIn = (port: number): string => `http://127.0.0.1:${port || 9}`;

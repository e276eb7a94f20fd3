/** The app's ids and secrets in the sandbox's Slack workspace; they are valid only there. */
export const SLACK_APP = {
  botToken: 'xoxb-sandbox',
  signingSecret: 'sandbox-only-signing-secret',
  appId: 'A0SANDBOX',
  botId: 'B0SANDBOX',
  botUserId: 'U0HANDBACK',
  name: 'Handback',
  teamId: 'T000000001',
  /** The scopes in the app's manifest; methods that need more are refused. */
  scopes: ['chat:write', 'im:write', 'im:history', 'users:read', 'users:read.email', 'commands', 'files:read'],
} as const;

/** Slack's production origin. */
export const SLACK_ORIGIN = 'https://slack.com';
export const SLACK_FILES_ORIGIN = 'https://files.slack.com';

/**
 * The origin of the Slack stand-in. Port 0: not started yet, so it points to a port without a listener, never to the
 * real Slack.
 */
export const slackStandIn = (port: number): string => `http://127.0.0.1:${port || 9}`;

import type { CaughtMail } from '../../sandbox/mail/mailCatcher.ts';
import type { Sandbox, SandboxOptions } from '../../sandbox/sandbox.ts';
import { startSlack } from '../../sandbox/slack/slack.ts';
import { readTenant } from '../../sandbox/tenant.ts';
import { personalActivity } from '../bot/teams/activity.ts';
import { startConnector } from '../bot/teams/connectorStandIn.ts';
import { submitOf } from '../bot/teams/teamsStage.ts';
import { openForm, sendForm } from '../scenarios/support.ts';
import { eventually } from '../support/product.ts';
import type { ServerProcess } from './serverProcess.ts';

type Server = Pick<ServerProcess, 'url'>;

/**
 * Grace's questions outside the API: Slack, Teams, and her mailbox. Each knows one address, behind which any server may
 * be; the caller says which.
 */
export interface Platforms {
  /** Slack's ports. */
  ports: NonNullable<SandboxOptions['ports']>;
  /** The rest of the sandbox, whose servers learn where Slack is. */
  use(sandbox: Sandbox): void;
  /** She opens the bot for the first time. */
  meetInTeams(server: Server): Promise<void>;
  /** Presses the first button of this request's message. */
  pressInSlack(server: Server, request: string): Promise<void>;
  pressInTeams(server: Server, request: string): Promise<void>;
  /** Sends the form behind this request's mail link. */
  answerByMail(server: Server, request: string): Promise<void>;
  close(): Promise<void>;
}

/** A killed server may have started sending it; another sends it a minute later. */
const MAIL_MS = 90_000;
const ADDRESS = 'grace@sandbox.test';

export async function setUpPlatforms(): Promise<Platforms> {
  const tenant = readTenant();
  const grace = tenant.people.find(({ mail }) => mail === ADDRESS)!;
  let slackCalls = '';
  let sandbox: Sandbox;
  const slack = await startSlack({
    tenant,
    ports: { slack: 0, slackPage: 0 },
    productUrl: () => slackCalls,
    now: Date.now,
  });
  const teams = await startConnector();
  const { id, displayName: name } = grace;
  const from = { key: 'grace', name, id, tenantId: tenant.id, conversationId: 'grace' };
  let activities = 0;

  async function callFromTeams({ url }: Server, more: object): Promise<void> {
    const { serviceUrl } = teams;
    const response = await fetch(`${url}/api/messages`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${await sandbox.teams.sign({ serviceUrl })}`,
      },
      body: JSON.stringify(
        personalActivity(from, { appId: sandbox.config.teamsAppId, serviceUrl }, `from-teams-${++activities}`, more),
      ),
    });
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  }

  return {
    ports: { slack: Number(new URL(slack.url).port) },
    use: (rest) => void (sandbox = rest),
    meetInTeams: (server) => callFromTeams(server, { type: 'installationUpdate', action: 'add' }),

    async pressInSlack({ url }, request) {
      slackCalls = url;
      const member = slack.member('grace');
      const find = async () =>
        slack.workspace
          .desk(member.userId)
          .messages.flatMap(({ ts, blocks }) =>
            blocks.flatMap(({ block_id: blockId, elements = [] }) =>
              elements
                .filter(({ value }) => value?.includes(request))
                .map(({ action_id: actionId }) => ({ ts, blockId, actionId: actionId! })),
            ),
          )[0];
      const { problem } = await slack.interactions.press(member, await eventually(find));
      if (problem) throw new Error(problem);
    },

    async pressInTeams(server, request) {
      const find = async () => teams.said.findLast(({ card }) => JSON.stringify(card).includes(request));
      const { activityId, card } = await eventually(find);
      await callFromTeams(server, { value: submitOf(card), replyToId: activityId });
    },

    async answerByMail({ url }, request) {
      const isAsking = ({ to, text }: CaughtMail) => to[0]!.address === ADDRESS && text.includes(request);
      const mail = await sandbox.mail.waitFor(isAsking, MAIL_MS);
      const [, query] = /https?:\S+(\?token=[0-9a-f]{64})/.exec(mail.text)!;
      const { status, markup } = await sendForm(await openForm(`${url}/api/flow/external-response${query}`), {
        f_what: 'It burnt down',
      });
      if (status !== 200) throw new Error(`${status} ${markup.replace(/<[^>]+>/g, ' ').slice(0, 300)}`);
    },

    async close() {
      await slack.close();
      await teams.stop();
    },
  };
}

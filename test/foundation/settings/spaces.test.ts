import { expect } from 'chai';
import { SlackSettings } from '../../../bot/slack/kind.ts';
import { TeamsSettings } from '../../../bot/teams/kind.ts';
import { readConfig } from '../../../server/foundation/config.ts';

const [TOKEN, SECRET] = ['xoxb-1-2', '0123456789abcdef'];

describe('secrets of channels that were copied with spaces around them', () => {
  it('are used without these, stored ones included', () => {
    const slack = SlackSettings.parse({ botToken: ` ${TOKEN}\n`, signingSecret: `\t${SECRET} ` });
    expect(slack).to.deep.equal({ botToken: TOKEN, signingSecret: SECRET });
    expect(TeamsSettings.parse({ appPassword: ` ${SECRET} ` })).to.deep.equal({ appPassword: SECRET });
    expect(TeamsSettings.safeParse({ appPassword: '  ' }).success, 'spaces alone').to.equal(false);
    expect(SlackSettings.safeParse({ signingSecret: '1234567  ' }).success, 'too short without them').to.equal(false);
    expect(SlackSettings.safeParse({ botToken: 'xoxb-1 2' }).success, 'a space inside').to.equal(false);
  });

  it('are read the same from the environment', () => {
    const config = readConfig({
      TEAMS_APP_PASSWORD: ` ${SECRET}`,
      SLACK_BOT_TOKEN: `${TOKEN} `,
      SLACK_SIGNING_SECRET: ` ${SECRET} `,
    });
    expect([config.teamsAppPassword, config.slackBotToken, config.slackSigningSecret]).to.deep.equal([
      SECRET,
      TOKEN,
      SECRET,
    ]);
  });
});

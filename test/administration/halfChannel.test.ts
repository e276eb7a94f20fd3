import { expect } from 'chai';
import type { SettingList } from '../../contract/settings.ts';
import { startProduct } from '../support/product.ts';

interface Line {
  msg: string;
  channel?: string;
  missing?: string[];
}

describe('a channel that the environment configures only in part', () => {
  it('is named in the log with what is missing, but only if it is meant to be used', async () => {
    const lines: Line[] = [];
    const product = await startProduct({
      chats: true,
      config: { teamsAppPassword: null, slackBotToken: null, slackSigningSecret: null },
      logTo: { write: (line: string) => void lines.push(JSON.parse(line) as Line) },
      withLoops: false,
    });
    await product.close();
    const told = lines.filter(({ msg }) => msg.startsWith('a channel is switched on and not used'));
    expect(told.map(({ channel, missing }) => ({ channel, missing }))).to.deep.equal([
      { channel: 'teams', missing: ['TEAMS_APP_PASSWORD'] },
    ]);
  });

  it('is named at the start and on its card, whichever part is set', async () => {
    const lines: Line[] = [];
    const product = await startProduct({
      chats: true,
      config: { mailFrom: null, teamsAppId: null, slackBotToken: null },
      logTo: { write: (line: string) => void lines.push(JSON.parse(line) as Line) },
      withLoops: false,
    });
    try {
      const told = lines.filter(({ msg }) => msg.includes('and not used: settings are missing'));
      expect(told.map(({ msg, channel, missing }) => [msg.slice(0, 24), channel, missing])).to.deep.equal([
        ['a channel is switched on', 'email', ['MAIL_FROM']],
        ['a channel is set in part', 'teams', ['TEAMS_APP_ID']],
        ['a channel is set in part', 'slack', ['SLACK_BOT_TOKEN']],
      ]);
      const ada = await product.as('ada@sandbox.test');
      const cards = async () => {
        const { body } = await ada.call<SettingList>('GET', '/settings');
        return Object.fromEntries(body.providers.map(({ channel, missing }) => [channel, missing]));
      };
      expect(await cards()).to.deep.equal({ email: ['from'], teams: ['appId'], slack: ['botToken'] });
      await ada.call('PATCH', '/settings/providers/email', { from: 'us@sandbox.test' });
      await ada.call('PATCH', '/settings/providers/slack', { enabled: false });
      expect(await cards()).to.deep.equal({ email: [], teams: ['appId'], slack: [] });
      await ada.call('PATCH', '/settings/providers/slack', { enabled: true });
      expect(await cards()).to.deep.equal({ email: [], teams: ['appId'], slack: ['botToken'] });
      expect(lines.at(-1)).to.deep.include({ channel: 'slack', missing: ['SLACK_BOT_TOKEN'] });
    } finally {
      await product.close();
    }
  });
});

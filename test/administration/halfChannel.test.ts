import { expect } from 'chai';
import { startProduct } from '../support/product.ts';

interface Line {
  msg: string;
  channel?: string;
  missing?: string[];
}

describe('a channel of which the environment gives a part', () => {
  it('is named in the log, with what is missing, and only where it is meant to be used', async () => {
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
});

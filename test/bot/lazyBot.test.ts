import { expect } from 'chai';
import { lazyBot } from '../../bot/shared/lazyBot.ts';
import type { OpenChannel } from '../../contract/channel.ts';

describe('a bot that is created on first use', () => {
  const recipient = { person: { id: 'p', displayName: 'P', email: null, userPrincipalName: null } };
  const anyBot = (closed: string[]): OpenChannel => ({
    post: async () => ({}),
    rewrite: async () => undefined,
    sendTest: async () => undefined,
    close: () => void closed.push('closed'),
  });

  it('is created once, and closed only if it was created', async () => {
    const closed: string[] = [];
    let made = 0;
    const { lazily } = lazyBot(async () => (made++, anyBot(closed)));
    await lazily.close?.();
    expect([made, closed]).to.deep.equal([0, []]);
    await Promise.all([lazily.sendTest(recipient), lazily.sendTest(recipient)]);
    await lazily.close?.();
    expect([made, closed]).to.deep.equal([1, ['closed']]);
  });

  it('is created again on the next use if it failed', async () => {
    let tries = 0;
    const { lazily } = lazyBot(async () => {
      if (++tries === 1) throw new Error('not yet');
      return anyBot([]);
    });
    expect(await lazily.sendTest(recipient).catch((error: Error) => error.message)).to.equal('not yet');
    await lazily.close?.();
    await lazily.sendTest(recipient);
    expect(tries).to.equal(2);
  });
});

import { expect } from 'chai';
import { accessChanges } from '../../server/chats/chatAccessRules.ts';

describe('what the audit says of a change of who may use a chat', () => {
  const [ada, grace] = ['ada@sandbox.test', 'grace@sandbox.test'];
  const granted = (user: string) => ({ action: 'chat.granted', detail: { user } });
  const revoked = (user: string) => ({ action: 'chat.revoked', detail: { user } });

  it('names who came and who went, and nobody who stays', () => {
    expect(accessChanges([ada], [ada])).to.deep.equal([]);
    expect(accessChanges([ada], [grace])).to.deep.equal([granted(grace), revoked(ada)]);
  });

  it('says when a chat was opened to everybody, or is so no longer', () => {
    expect(accessChanges([], [ada])).to.deep.equal([granted(ada), { action: 'chat.restricted' }]);
    expect(accessChanges([ada], [])).to.deep.equal([revoked(ada), { action: 'chat.opened' }]);
    expect(accessChanges([], [])).to.deep.equal([]);
  });
});

import { expect } from 'chai';
import { accessChanges } from '../../server/chats/chatAccessRules.ts';

describe("the audit of a change to a chat's access list", () => {
  const [ada, grace] = ['ada@sandbox.test', 'grace@sandbox.test'];
  const granted = (user: string) => ({ action: 'chat.granted', detail: { user } });
  const revoked = (user: string) => ({ action: 'chat.revoked', detail: { user } });

  it('names who was added and who was removed, and nobody who stays', () => {
    expect(accessChanges([ada], [ada])).to.deep.equal([]);
    expect(accessChanges([ada], [grace])).to.deep.equal([granted(grace), revoked(ada)]);
  });

  it('says when a chat was opened to everybody, or was closed again', () => {
    expect(accessChanges([], [ada])).to.deep.equal([granted(ada), { action: 'chat.restricted' }]);
    expect(accessChanges([ada], [])).to.deep.equal([revoked(ada), { action: 'chat.opened' }]);
    expect(accessChanges([], [])).to.deep.equal([]);
  });
});

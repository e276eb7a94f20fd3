import { expect } from 'chai';
import fc from 'fast-check';
import { assistantTurns, instructionsTurn, turnsOf } from '../../server/chats/conversationRules.ts';

const user = (content: string) => ({ role: 'user' as const, content });
const ai = (content: string) => ({ role: 'ai' as const, content });
const system = (content: string) => ({ role: 'system' as const, content });

describe('The conversation that a model is shown', () => {
  it('is the log, oldest first, without system messages', () => {
    expect(turnsOf([user('Three'), system('Sorry'), ai('Two'), user('One')])).to.deep.equal([
      { role: 'user', content: 'One' },
      { role: 'assistant', content: 'Two' },
      { role: 'user', content: 'Three' },
    ]);
  });

  it('alternates the two sides', () => {
    expect(turnsOf([user('b'), system('x'), user('a')])).to.deep.equal([{ role: 'user', content: 'a\n\nb' }]);
    const message = fc.record({
      role: fc.constantFrom('user' as const, 'ai' as const, 'system' as const),
      content: fc.string(),
    });
    fc.assert(
      fc.property(fc.array(message, { maxLength: 60 }), (log) => {
        const roles = turnsOf(log).map(({ role }) => role);
        expect(roles.every((role, n) => role !== roles[n + 1])).to.equal(true);
      }),
    );
  });

  it('reaches back as far as the limits allow, and always includes the newest message', () => {
    const log = [user('new'), ai('old'), user('older')];
    expect(turnsOf(log, { messages: 2, characters: 100 }).map(({ content }) => content)).to.deep.equal(['old', 'new']);
    expect(turnsOf(log, { messages: 9, characters: 6 }).map(({ content }) => content)).to.deep.equal(['old', 'new']);
    expect(turnsOf(log, { messages: 9, characters: 1 }).map(({ content }) => content)).to.deep.equal(['new']);
  });

  it('begins with the instructions, if there are any', () => {
    expect(instructionsTurn(' ', '')).to.deep.equal([]);
    expect(instructionsTurn('Be kind. ', 'Be brief.')).to.deep.equal([
      { role: 'system', content: 'Be kind.\n\nBe brief.' },
    ]);
    const chat = { instructions: 'Be kind.', assistant: { enabled: true, instructions: '' } };
    expect(assistantTurns(chat, [user('Hi')])).to.deep.equal([
      { role: 'system', content: 'Be kind.' },
      { role: 'user', content: 'Hi' },
    ]);
  });
});

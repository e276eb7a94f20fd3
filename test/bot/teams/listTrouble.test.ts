import { expect } from 'chai';
import type { Activity } from '../../../bot/teams/activity.ts';
import type { Connector, Content } from '../../../bot/teams/connector.ts';
import { createConversation } from '../../../bot/teams/conversation.ts';
import { aChannelHost } from '../../support/channelHost.ts';
import { ADA } from '../../channels/email/support.ts';
import { anOutcome, textOf, TOKEN } from './cards.ts';

describe('an answer from a list in Teams', () => {
  it('is reported as recorded, also if what is left cannot be looked up', async () => {
    const said: Content[] = [];
    const logged: string[] = [];
    const log = { info() {}, warn() {}, error: (_details: object, text: string) => void logged.push(text) };
    const host = aChannelHost({
      log,
      answer: async () => ({ kind: 'recorded', outcome: anOutcome({ text: 'Ada Lovelace answered: Approve.' }) }),
      inbox: () => Promise.reject(new Error('the database is away')),
    });
    const connector = { send: async (_address: object, content: Content) => void said.push(content) };
    const conversation = createConversation({
      host,
      connector: connector as unknown as Connector,
      nativePickers: false,
    });
    const value = { verb: 'answer', requestId: 'r', token: TOKEN, isListed: true, f_value: 'o0' };
    const activity = { id: 'a', value, replyToId: 'list', conversation: { id: 'c' }, serviceUrl: 'https://teams.test' };
    await conversation.answer(activity as unknown as Activity, ADA);
    expect(said).to.have.length(1);
    expect(textOf(said[0] as never)).to.include('Ada Lovelace answered: Approve.');
    expect(logged).to.deep.equal(['a list in Teams could not be brought up to date']);
  });
});

import type { BlockAction, ButtonAction } from '@slack/bolt';
import { expect } from 'chai';
import { noticeAction } from '../../../bot/slack/noticeActions.ts';
import type { SlackServices } from '../../../bot/slack/replies.ts';
import { ENGLISH_SPEECH } from '../../../contract/speech.ts';
import { aChannelHost } from '../../support/channelHost.ts';
import { textsOf } from './renderSupport.ts';

describe('a press on a notice in Slack', () => {
  it('of a person who cannot be looked up is told so in words about a notice, not about an answer', async () => {
    const told: unknown[] = [];
    const slack = {
      host: aChannelHost(),
      people: { personOf: () => Promise.reject(new Error('Slack is away')), speechOf: () => ENGLISH_SPEECH },
      patient: { chat: { postEphemeral: async (message: unknown) => void told.push(message) } },
    } as unknown as SlackServices;
    const body = {
      user: { id: 'U1' },
      channel: { id: 'D1' },
      message: { ts: '1.2' },
      container: {},
    } as unknown as BlockAction;
    const call = { body, action: { value: '{}' } as ButtonAction };
    await noticeAction(slack, call);
    expect(told.map(textsOf)).to.deep.equal([[ENGLISH_SPEECH.say('act.failed'), 'Open in Handback']]);
  });
});

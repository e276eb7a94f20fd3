import { expect } from 'chai';
import type { TokenPolicy } from '../../../contract/channel.ts';
import type { Message, Notice } from '../../../contract/messages.ts';
import { verdictOf, type ActionFacts } from '../../../server/messages/actions/actionRules.ts';

const NOW = 1000;
const notice = (...ids: string[]): Notice => ({
  kind: 'notice',
  title: '',
  text: '',
  webUrl: null,
  about: { subjectId: 's', version: 1, isOver: false, actions: ids.map((id) => ({ id, label: id })) },
});
const token = { subjectId: 's', person: 'ada', usedAt: null, expiresAt: NOW + 1 };
const verdict = (more: Partial<ActionFacts> = {}, tokenPolicy: TokenPolicy = 'before_answer') =>
  verdictOf(
    { subjectId: 's', actionId: 'start', person: 'ada', tokenPolicy },
    { token, message: notice('start', 'stop'), ...more },
    NOW,
  );

describe('an action of a notice', () => {
  it('is accepted if it is offered to the person', () => {
    expect(verdict()).to.equal('take');
    expect(verdict({}, 'with_answer')).to.equal('take');
    expect(verdict({ token: null }, 'none')).to.equal('take');
  });

  it('is not offered if another one is, or none', () => {
    const { about: _, ...plain } = notice();
    for (const message of [notice('stop'), notice(), plain, { kind: 'question' } as Message])
      expect(verdict({ message })).to.equal('not_offered');
  });

  it('is not offered on a used or outdated copy, which tells only a known person', () => {
    for (const each of [null, { ...token, usedAt: 1 }, { ...token, expiresAt: NOW }]) {
      expect(verdict({ token: each })).to.equal('not_offered');
      expect(verdict({ token: each }, 'with_answer')).to.equal('link_unusable');
    }
  });

  it('is refused for other people, other subjects, and missing ones', () => {
    expect(verdict({ token: { ...token, person: 'tim' } })).to.equal('not_assignee');
    expect(verdict({ token: { ...token, subjectId: 'other' } })).to.equal('link_unusable');
    expect(verdict({ message: null })).to.equal('not_found');
    expect(verdict({ token: null, message: null })).to.equal('not_found');
  });
});

import { expect } from 'chai';
import type { Message, Notice } from '../../../contract/messages.ts';
import { takesToken } from '../../../server/messages/deliveries/deliveryRules.ts';
import { aNotice } from '../../support/notices.ts';

describe('a copy', () => {
  it('carries a token if something can be done on it', () => {
    const { about, ...plain } = aNotice();
    const idle: Notice = { ...plain, about: { ...about!, actions: [] } };
    const { actions: _, ...silent } = about!;
    const kinds = [{ kind: 'question' }, { kind: 'outcome' }] as Message[];
    const all = [...kinds, aNotice(), plain, idle, { ...plain, about: silent }];
    expect(all.map(takesToken)).to.deep.equal([true, false, true, false, false, false]);
  });
});

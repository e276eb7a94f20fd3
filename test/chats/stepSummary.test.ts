import { expect } from 'chai';
import { summaryOf } from '../../server/chats/stepSummary.ts';

describe('the beginning of a text in the timeline', () => {
  it('is the text if it is short, and never ends with half of a character', () => {
    const short = 'a'.repeat(200);
    expect(summaryOf(short)).to.equal(short);
    expect(summaryOf(`${'a'.repeat(198)}😀b`)).to.equal(`${'a'.repeat(198)}…`);
  });
});

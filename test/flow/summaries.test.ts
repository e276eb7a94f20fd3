import { expect } from 'chai';
import { say, summaryInEnglish, type Summary } from '../../contract/summaries.ts';
import { fromStored, saidOf, toStored } from '../../server/flow/summaries.ts';

describe('summaries', () => {
  const storedAndRead = (summary: Summary | null) => {
    const { words, said } = toStored(summary);
    return fromStored(words, said);
  };

  it('are read as stored', () => {
    for (const summary of [say('answeredWith', { name: 'Ada' }, [{ text: 'Red' }]), 'An author’s words', null])
      expect(storedAndRead(summary)).to.deep.equal(summary);
  });

  it('from a newer server are read in its English', () => {
    const newer = { id: 'notYetKnown', values: { name: 'Ada' } };
    const read = fromStored('Ada did something new', JSON.stringify(newer));
    expect(read).to.equal('Ada did something new');
    expect([summaryInEnglish(read!), saidOf(read)]).to.deep.equal(['Ada did something new', undefined]);
  });
});

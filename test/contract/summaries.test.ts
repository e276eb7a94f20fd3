import { expect } from 'chai';
import { say, summaryInEnglish } from '../../contract/summaries.ts';

const answer = (label: string, text: string) => ({ label, text });

describe('the summary of an answer', () => {
  it('has a colon behind a label, unless the label ends in a mark of its own', () => {
    const fields = [answer('Severity', 'Major'), answer('Which services?', 'Mail'), answer('Note: ', 'none')];
    expect(summaryInEnglish(say('answeredWith', { name: 'Grace' }, fields))).to.equal(
      'Grace answered: Severity: Major, Which services? Mail, Note: none',
    );
  });
});

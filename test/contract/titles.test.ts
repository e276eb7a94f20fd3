import { expect } from 'chai';
import { TITLE_CHARACTERS, titleOf } from '../../contract/titles.ts';

describe('the title of a question', () => {
  it("is the author's title", () => {
    expect(titleOf('Desk for Linus', 'Shall we buy it?\nIt costs 900 EUR.')).to.equal('Desk for Linus');
  });

  it('is otherwise the first line of the prompt', () => {
    expect(titleOf(undefined, '\n  Shall we buy it? \r\nIt costs 900 EUR.')).to.equal('Shall we buy it?');
    expect(titleOf(' \n ', 'Shall we?'), 'where nothing came of its template').to.equal('Shall we?');
  });

  it('is one line without control characters', () => {
    expect(titleOf('Desk\n\tfor\u0000 Linus\u2028now', 'What?')).to.equal('Desk for Linus now');
  });

  it('is cut between characters, and never refused', () => {
    const title = titleOf('🪑'.repeat(10_000), 'What?');
    expect([...title]).to.have.length(TITLE_CHARACTERS);
    expect(title).to.equal(`${'🪑'.repeat(TITLE_CHARACTERS - 1)}…`);
    expect(titleOf('x'.repeat(TITLE_CHARACTERS), 'What?')).to.equal('x'.repeat(TITLE_CHARACTERS));
  });
});

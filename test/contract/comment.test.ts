import { expect } from 'chai';
import { checkComment, COMMENT_CHARACTERS, mayNeedComment, needsComment } from '../../contract/comment.ts';

const variables = [
  { name: 'value', options: [{ value: 'approved' }, { value: 'rejected', comment: 'required' as const }] },
];
const open = { variables, comment: { required: false } };
const strict = { variables, comment: { required: true } };
const off = { variables };

const APPROVED = { value: 'approved' };
const REJECTED = { value: 'rejected' };
const fault = (id: string, values = {}) => ({ ok: false, check: { id, values } });

describe('a comment on a decision', () => {
  it('is required if the question says so, or the chosen option', () => {
    const asked = [open, strict, off].map((each) => [needsComment(each, APPROVED), needsComment(each, REJECTED)]);
    expect(asked).to.deep.equal([
      [false, true],
      [true, true],
      [false, false],
    ]);
    expect([open, strict, off].map(mayNeedComment)).to.deep.equal([true, true, false]);
    const lenient = { variables: [{ name: 'value', options: [{ value: 'approved' }] }], comment: { required: false } };
    expect(mayNeedComment(lenient)).to.equal(false);
  });

  it('counts as missing if it is blank or invisible', () => {
    for (const nothing of [undefined, '', ' \n', '\u202e', ' \u200f ', '\u200b', '\u2060 \ufeff']) {
      expect(checkComment(open, REJECTED, nothing), JSON.stringify(nothing)).to.deep.equal(fault('comment'));
      expect(checkComment(open, APPROVED, nothing), JSON.stringify(nothing)).to.deep.equal({ ok: true });
    }
  });

  it('is stored without surrounding blanks, and with one kind of line break', () => {
    expect(checkComment(open, REJECTED, ' Too\r\nexpensive\r ')).to.deep.equal({ ok: true, comment: 'Too\nexpensive' });
  });

  it('has a maximum length, and must be displayable', () => {
    expect(checkComment(open, REJECTED, 'x'.repeat(COMMENT_CHARACTERS))).to.have.property('ok', true);
    expect(checkComment(open, REJECTED, 'x'.repeat(COMMENT_CHARACTERS + 1))).to.deep.equal(
      fault('atMostCharacters', { count: COMMENT_CHARACTERS }),
    );
    for (const broken of ['a\0b', 'a\ud800b'])
      expect(checkComment(open, REJECTED, broken)).to.deep.equal(fault('notDisplayable'));
  });

  it('is refused if none can be added, so that it is not lost', () => {
    expect(checkComment(off, REJECTED, 'Why?')).to.deep.equal(fault('commentNotAsked'));
    expect(checkComment(off, REJECTED, ' ')).to.deep.equal({ ok: true });
  });
});

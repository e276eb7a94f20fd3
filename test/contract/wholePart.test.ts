import { expect } from 'chai';
import { shortened } from '../../contract/wholePart.ts';

describe('Texts with little room', () => {
  const family = '👨‍👩‍👧'; // eight UTF-16 units

  it('keep what fits', () => expect(shortened(`Hello${family}`, 13)).to.equal(`Hello${family}`));

  it('end between characters, with an ellipsis and without a space before it', () => {
    expect(shortened(`Hello${family}!`, 13)).to.equal('Hello…');
    expect(shortened('Hello everybody', 7)).to.equal('Hello…');
    expect(shortened(`node.value = "${'👍'.repeat(20)}"`, 28)).to.equal(`node.value = "${'👍'.repeat(6)}…`);
  });
});

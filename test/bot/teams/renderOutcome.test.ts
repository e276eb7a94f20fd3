import { expect } from 'chai';
import { outcomeCard } from '../../../bot/teams/render.ts';
import { bytesOf, LIMITS } from '../../../bot/teams/limits.ts';
import { anOutcome, textOf } from './cards.ts';

const linesOf = (answers: { label: string; text: string }[]): string[] =>
  textOf(outcomeCard(anOutcome({ answers }))).split('\n');

describe('the own answers on an outcome in Teams', () => {
  it('keep their lines, below their label', () => {
    const lines = linesOf([
      { label: 'Timeline', text: 'What | Minutes\nIt stopped | 10' },
      { label: 'What now?', text: 'Wait' },
    ]);
    const start = lines.indexOf('Timeline: ');
    expect(lines.slice(start, start + 4)).to.deep.equal([
      'Timeline: ',
      'What | Minutes',
      'It stopped | 10',
      'What now? Wait',
    ]);
  });

  it('say where the rest of a long one is', () => {
    const lines = linesOf([{ label: 'Story', text: 'line\n'.repeat(50) }]);
    expect(lines).to.include('line … the rest is in the web client');
  });

  it('are shorter if there are many, so that the card keeps its size', () => {
    const answers = Array.from({ length: 30 }, (_, index) => ({ label: `L${index}`, text: 'word '.repeat(300) }));
    expect(bytesOf(outcomeCard(anOutcome({ answers })))).to.be.at.most(LIMITS.cardBytes);
    expect(linesOf(answers).filter((line) => /^L\d+: /.test(line))).to.have.length(30);
  });
});

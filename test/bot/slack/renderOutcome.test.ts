import { expect } from 'chai';
import { outcomeMessage } from '../../../bot/slack/render.ts';
import { anOutcome, textsOf } from './renderSupport.ts';

describe('the own answers in an outcome in Slack', () => {
  it('keep their lines, and say where the rest of a long one is', () => {
    const table = 'What | Minutes\nIt stopped | 10';
    const answers = [
      { label: 'Timeline', text: table },
      { label: 'Story', text: `${'long '.repeat(200)}end` },
    ];
    const texts = textsOf(outcomeMessage(anOutcome({ answers })));
    expect(texts).to.include(table);
    expect(texts[texts.indexOf('Story') + 1]).to.match(/^long .*… the rest is in the web client$/);
  });
});

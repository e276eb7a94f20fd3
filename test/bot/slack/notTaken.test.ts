import { expect } from 'chai';
import { ENGLISH_SPEECH } from '../../../contract/speech.ts';
import { questionModal } from '../../../bot/slack/modal.ts';
import { typedIn } from '../../../bot/slack/notTaken.ts';
import { aForm, inputsOf } from './renderSupport.ts';

const metadata = '{}';
const LONG = 'All that an author has to say. '.repeat(70).slice(0, 2000);
const { say } = ENGLISH_SPEECH;

describe('the hints of a form in Slack', () => {
  it('say how something is typed, and that a password is seen, however long the author writes', () => {
    const question = aForm(
      { name: 'pin', type: 'password', description: LONG },
      { name: 'day', type: 'date', description: LONG },
      { name: 'why', type: 'text', description: LONG },
    );
    const hints = inputsOf(questionModal(question, { metadata })).map(({ hint }) => hint!.text);
    expect(hints[0])
      .to.match(/^All that an author/)
      .and.include(`…\n${say('slack.passwordInClear')}`);
    expect(hints[1]).to.include(`…\n${say('hint.date')}`);
    expect(hints[2], 'where nothing else is to be said').to.equal(LONG.trim());
  });
});

describe('what was typed into a form that is not taken', () => {
  it('holds no password, however long the author writes about it', async () => {
    const question = aForm({ name: 'pin', type: 'password', description: LONG }, { name: 'why', type: 'text' });
    const { blocks } = questionModal(question, { metadata });
    const values = { f_pin: { v: { value: 'hunter2' } }, f_why: { v: { value: 'Because' } } };
    const typed = await typedIn({ blocks, state: { values } }, { emailOf: async () => null });
    expect(typed).to.deep.equal([{ label: 'why', text: 'Because' }]);
  });
});

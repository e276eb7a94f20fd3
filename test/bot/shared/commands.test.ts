// cspell:ignore eingang Eingang posteingang Posteingang hilfe Hilfe oder
import { expect } from 'chai';
import { speechFor } from '../../../contract/speech.ts';
import { commandIn } from '../../../bot/shared/commands.ts';

describe('a command in a message to the bot', () => {
  it('is its word, whatever surrounds it', () => {
    const texts = ['inbox', ' INBOX ', 'Inbox.', '“inbox”', '„inbox“', '`inbox`', '*inbox*', '/inbox', 'inbox?'];
    for (const text of texts) expect(commandIn(text), text).to.equal('inbox');
    for (const text of ['help', 'Help!', 'HELP']) expect(commandIn(text), text).to.equal('help');
  });

  it('is also its German word, which the German help names', () => {
    for (const text of ['Eingang', '„eingang“', 'Posteingang.']) expect(commandIn(text), text).to.equal('inbox');
    expect(commandIn('Hilfe!')).to.equal('help');
    const { say } = speechFor('de');
    const named = (['bot.help.inbox', 'bot.help.help'] as const).map((id) => say(id).split(':')[0]!.split(' oder '));
    expect(named.map((words) => words.map(commandIn))).to.deep.equal([
      ['inbox', 'inbox'],
      ['help', 'help'],
    ]);
  });

  it('is the same after a mention of the bot', () => {
    for (const text of ['<at>Handback</at> inbox', '<at id="0">Handback</at>&nbsp;inbox\n', '<@U0BOT> inbox'])
      expect(commandIn(text), text).to.equal('inbox');
  });

  it('is not guessed', () => {
    const texts = [
      '',
      '👍',
      '<at>help</at>',
      '<at>Handback</at> help me',
      'inbox 2',
      'my inbox',
      'helpful',
      'constructor',
    ];
    for (const text of [...texts, `${' '.repeat(10_000)}inbox`]) expect(commandIn(text), text).to.equal(null);
  });
});

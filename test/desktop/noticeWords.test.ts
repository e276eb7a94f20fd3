import { expect } from 'chai';
import { NOTICES, noticeInEnglish, type NoticeId } from '../../contract/notices.ts';
import { messageWords } from '../../desktop/renderer/messageWords.ts';
import { inEnglish, inGerman } from './support/words.ts';

const VALUES = [0, 17, 4000].map((seconds) => ({ seconds, status: seconds, words: 'No “x”' }));

describe('desktop/renderer/chats: system messages', () => {
  for (const id of Object.keys(NOTICES) as NoticeId[])
    it(`${id} has the server's words in English, and others in German`, () => {
      for (const values of VALUES) {
        const content = noticeInEnglish({ id, values });
        const message = { content, notice: { id, values } };
        expect(messageWords(message, inEnglish)).to.equal(content);
        expect(messageWords(message, inGerman))
          .to.not.equal(content)
          .and.not.match(/notice\.|[{}]/);
      }
    });

  it('stay unchanged if they were stored before, or by a newer server', () => {
    expect(messageWords({ content: 'Sorry.' }, inGerman)).to.equal('Sorry.');
    const newer = { content: 'News.', notice: { id: 'notYetKnown', values: {} } };
    expect(messageWords(newer, inGerman)).to.equal('News.');
  });
});

import { expect } from 'chai';
import {
  POST_FAILURES,
  postFailure,
  postFailureInEnglish,
  type PostFailureId,
} from '../../../contract/postFailures.ts';
import { deliveryReason } from '../../../desktop/renderer/admin/deliveryReason.ts';
import { inEnglish, inGerman } from '../support/words.ts';

const VALUES = { channel: 'fax', platform: 'Teams', reason: '403', name: 'Ada', why: 'outside', code: 'is_archived' };

describe('desktop/renderer/admin: why a message could not be delivered', () => {
  for (const id of Object.keys(POST_FAILURES) as PostFailureId[])
    it(`${id} has words in English and in German`, () => {
      const said = postFailure(id, VALUES);
      const error = postFailureInEnglish(said);
      expect(error).to.not.match(/undefined/);
      const [english, german] = [inEnglish, inGerman].map((text) => deliveryReason({ error, errorSaid: said }, text));
      expect(english!.words.toLowerCase().replace(/\.$/, '')).to.equal(error.toLowerCase().replace(/\.$/, ''));
      expect(german!.words)
        .to.not.match(/[{}]|deliveries/)
        .and.not.equal(english!.words);
    });

  it('is in English as it was stored, or if a newer server knows more reasons', () => {
    const error = 'News.';
    for (const errorSaid of [null, { id: 'notYetKnown', values: {} }])
      expect(deliveryReason({ error, errorSaid }, inGerman)).to.deep.equal({ words: error, isOwn: false });
    expect(deliveryReason({ error: null, errorSaid: null }, inGerman)).to.equal(null);
  });
});

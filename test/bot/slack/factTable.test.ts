import { expect } from 'chai';
import type { Attachment } from '../../../contract/attachments.ts';
import { ENGLISH_SPEECH } from '../../../contract/speech.ts';
import { factTable } from '../../../bot/slack/factTable.ts';
import { aQuestion, textsOf } from './renderSupport.ts';

describe('the attachments of a question in Slack', () => {
  it('name the host of a link once, and a file beside the link to it', () => {
    const attachments: Attachment[] = [
      { label: 'Offer', kind: 'link', url: 'https://shop.test/offer.pdf' },
      { label: 'Receipt', kind: 'file', file: { id: 'f', name: 'receipt.pdf', size: 2000, type: 'application/pdf' } },
    ];
    expect(
      textsOf(factTable(aQuestion({ attachments, webUrl: 'https://handback.test/q' }), ENGLISH_SPEECH)),
    ).to.deep.equal([
      'Offer',
      '<https://shop.test/offer.pdf|shop.test>',
      'Receipt: receipt.pdf (2.0 kB)',
      '<https://handback.test/q|handback.test>',
    ]);
  });
});

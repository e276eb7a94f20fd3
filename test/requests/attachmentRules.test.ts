import { expect } from 'chai';
import fc from 'fast-check';
import { Attachment, attachedUrl, ATTACHMENT_LIMITS } from '../../contract/attachments.ts';
import { attachmentText, attachmentUrl } from '../../contract/attachmentText.ts';
import {
  attachedFiles,
  attachedLink,
  failedAttachment,
  gatherAttached,
  referredFiles,
} from '../../server/requests/attachmentRules.ts';
import { failure } from '../../contract/failures.ts';

const ID = '01ARZ3NDEKTSV4RRFFQ69G5FAV';
const OTHER = '01ARZ3NDEKTSV4RRFFQ69G5FAW';
const FILE = { id: ID, name: 'offer.pdf', size: 2048, type: 'application/pdf' };

describe('an attachment', () => {
  it('is an https link, and nothing else', () => {
    expect(attachedUrl(' HTTPS://Erp.test/17?a=b ')).to.equal('https://erp.test/17?a=b');
    for (const wrong of [
      'http://erp.test',
      'javascript:alert(1)',
      'JavaScript:alert(1)//https://',
      'data:text/html,x',
      'https://user:secret@erp.test',
      'https://',
      '//erp.test',
      `https://erp.test/${'x'.repeat(ATTACHMENT_LIMITS.url)}`,
      '',
    ])
      expect(attachedUrl(wrong), wrong.slice(0, 40)).to.equal(null);
    expect(attachedLink('Offer', 'https://x.test')).to.deep.equal({
      attachments: [{ label: 'Offer', kind: 'link', url: 'https://x.test/' }],
    });
    expect(attachedLink('Offer', 'ftp://x.test')).to.deep.equal({
      attachments: [{ label: 'Offer', kind: 'link', url: null }],
      fault: {
        code: 'value_wrong_kind',
        message: 'The expression gives no link of https.',
        values: { kind: 'httpsLink' },
      },
    });
  });

  it('is a file or a list of files, uploaded or linked, as fields return them', () => {
    expect(referredFiles(FILE)).to.deep.equal([{ id: ID }]);
    expect(referredFiles([FILE, { url: 'https://files.test/a.pdf', name: 'a.pdf' }])).to.deep.equal([
      { id: ID },
      { url: 'https://files.test/a.pdf' },
    ]);
    expect(referredFiles([])).to.deep.equal([]);
    for (const wrong of ['file', 7, true, {}, { id: 'x' }, { url: 'http://files.test' }, [FILE, null]])
      expect(referredFiles(wrong), JSON.stringify(wrong)).to.equal(null);
    expect(referredFiles(Array(100_000).fill(FILE))).to.have.length(100);
  });

  it('is not available if the file does not exist, and says so', () => {
    const files = new Map([[ID, FILE]]);
    const { attachments, fault } = attachedFiles('Offers', [{ id: ID }, { id: OTHER }], files);
    expect(attachments).to.deep.equal([
      { label: 'Offers', kind: 'file', file: FILE },
      { label: 'Offers', kind: 'file', file: null },
    ]);
    expect(fault?.code).to.equal('file_unavailable');
    expect(attachedFiles('None', [], files).fault?.code).to.equal('value_missing');
    expect(attachedFiles('One', [{ id: ID }], files)).to.not.have.property('fault');
  });

  it('appears as often as there is room, and the author is told of the rest', () => {
    const many = attachedFiles('Offers', Array(12).fill({ url: 'https://files.test/a' }), new Map());
    const one = failedAttachment('Gone', 'file', failure('value_missing'));
    const { attachments, remarks } = gatherAttached([
      { label: 'Gone', ...one },
      { label: 'Offers', ...many },
    ]);
    expect(attachments).to.have.length(ATTACHMENT_LIMITS.shown);
    expect(remarks.map(({ about, error }) => [about, error.code])).to.deep.equal([
      ['Gone', 'value_missing'],
      ['Offers', 'too_many_attachments'],
    ]);
  });

  it('shows the name and size of a file, and where a link leads', () => {
    const missing = 'not available';
    expect(attachmentText({ label: 'Offer', kind: 'file', file: FILE }, missing, '.')).to.equal('offer.pdf (2 kB)');
    expect(attachmentText({ label: 'My bank', kind: 'link', url: 'https://evil.test/x' }, missing, '.')).to.equal(
      'evil.test',
    );
    expect(attachmentText({ label: 'Offer', kind: 'file', file: null }, missing, '.')).to.equal(missing);
    expect(attachmentText({ label: 'Offer', kind: 'link', url: null }, missing, '.')).to.equal(missing);
    const web = 'https://handback.test/#/open/x';
    expect(attachmentUrl({ label: 'Offer', kind: 'file', file: FILE }, web), 'files are for who signs in').to.equal(
      web,
    );
    expect(attachmentUrl({ label: 'Offer', kind: 'file', file: null }, web)).to.equal(null);
    expect(attachmentUrl({ label: 'Page', kind: 'link', url: 'https://x.test/' }, web)).to.equal('https://x.test/');
  });

  it('is an attachment, whatever an expression returns', () => {
    fc.assert(
      fc.property(fc.anything(), fc.string(), (value, text) => {
        const referred = referredFiles(value);
        const attached = [
          ...(referred ? attachedFiles('A', referred, new Map([[ID, FILE]])).attachments : []),
          ...attachedLink('B', text).attachments,
        ];
        for (const attachment of attached) expect(Attachment.safeParse(attachment).success).to.equal(true);
      }),
    );
  });
});

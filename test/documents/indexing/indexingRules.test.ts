import { expect } from 'chai';
import {
  accessDueAt,
  asksForPatience,
  contentMark,
  documentId,
  documentRetryAt,
  folderMark,
  INTERVALS,
  latestOf,
  missingFrom,
  MOST_ATTEMPTS,
  retryMs,
  sourceFault,
  sourceId,
  sourceRetryAt,
  spread,
  throughout,
} from '../../../server/documents/indexing/indexingRules.ts';
import type { Item } from '../../../server/documents/indexing/documentSource.ts';
import { DirectoryError, type DirectoryCode } from '../../../server/people/identity/directoryError.ts';

const HOUR_MS = 60 * 60_000;
const NOW = 1_000_000;
const ITEM: Item = {
  id: 'i',
  parent: 'p',
  isFolder: false,
  title: 'Title',
  address: 'https://documents.test/i',
  version: '1',
  size: 1,
  modifiedAt: 1,
};
const access = (...readers: string[]) => ({ readers, hasUnknown: false, until: null });
const failure = (code: DirectoryCode, options: { status?: number; retryAfterMs?: number } = {}) =>
  new DirectoryError(code, 'no', options);

describe('indexing rules', () => {
  it('give sources and documents ids that an index accepts', () => {
    expect(sourceId('library', 'b!x')).to.equal('library:b!x');
    const long = sourceId('library', 'x'.repeat(200));
    expect(long.length).to.be.at.most(100);
    expect(long).to.not.equal(sourceId('library', 'x'.repeat(201)));
    expect(documentId('library:b!x', 'i')).to.equal('library:b!x/i');
    expect(documentId(long, 'x'.repeat(99)).length).to.be.at.most(200);
  });

  it('tell a changed document from an unchanged one', () => {
    const mark = contentMark(ITEM);
    expect(contentMark({ ...ITEM, modifiedAt: 2, size: 3, parent: null })).to.equal(mark);
    for (const change of [{ version: '2' }, { title: 'Other' }, { address: 'https://documents.test/j' }])
      expect(contentMark({ ...ITEM, ...change })).to.not.equal(mark);
  });

  it('detect a folder whose contents all have other readers or another address', () => {
    const mark = folderMark(ITEM, access('a'));
    expect(folderMark({ ...ITEM, version: '2', title: 'Other' }, access('a'))).to.equal(mark);
    expect(folderMark(ITEM, access('a', 'b'))).to.not.equal(mark);
    expect(folderMark({ ...ITEM, parent: 'q' }, access('a'))).to.not.equal(mark);
    expect(folderMark({ ...ITEM, address: 'https://documents.test/j' }, access('a'))).to.not.equal(mark);
  });

  it('keep only the last of several changes of an item', () => {
    const deleted = { id: 'i', isDeleted: true as const };
    expect(latestOf([ITEM, deleted])).to.deep.equal([deleted]);
    expect(latestOf([deleted, ITEM, { ...ITEM, id: 'j' }])).to.deep.equal([ITEM, { ...ITEM, id: 'j' }]);
  });

  it('count as readers only those who had access throughout', () => {
    expect(throughout(access('a', 'b'), access('b', 'c'))).to.deep.include({ readers: ['b'], hasSettled: false });
    expect(throughout(access('a', 'b'), access('b'))).to.deep.include({ readers: ['b'], hasSettled: true });
  });

  it('read an access list again after a day, or when one of its entries expires', () => {
    expect(accessDueAt({ until: null }, NOW, 0.5)).to.equal(NOW + INTERVALS.accessMs);
    expect(accessDueAt({ until: NOW + 5 }, NOW, 0.5)).to.equal(NOW + 5);
    expect([0, 1].map((random) => spread(1000, random))).to.deep.equal([900, 1100]);
  });

  it('wait longer and longer, up to an hour, or as long as requested', () => {
    expect([1, 2, 3, 40].map((failures) => retryMs(failures, 1000, 1))).to.deep.equal([1000, 2000, 4000, HOUR_MS]);
    expect(retryMs(1, 1000, 0)).to.equal(500);
    expect(documentRetryAt(1, NOW, 1)).to.equal(NOW + 60_000);
    expect(documentRetryAt(MOST_ATTEMPTS, NOW, 0.5)).to.equal(NOW + INTERVALS.accessMs);
    expect(sourceRetryAt(1, null, NOW, 1)).to.equal(NOW + 30_000);
    expect(sourceRetryAt(1, 300_000, NOW, 1)).to.equal(NOW + 300_000);
    expect(sourceRetryAt(1, 1e12, NOW, 1)).to.equal(NOW + 24 * HOUR_MS);
  });

  it('tell errors that affect all sources from those that remove one', () => {
    expect(asksForPatience(failure('directory_unavailable', { retryAfterMs: 0 }))).to.equal(true);
    expect(asksForPatience(failure('directory_unavailable'))).to.equal(false);
    expect(sourceFault(failure('directory_denied', { status: 403 }))).to.deep.equal({
      fault: 'siteNotGranted',
      leaves: true,
    });
    expect(sourceFault(failure('directory_denied', { status: 401 }))).to.deep.equal({ fault: 'denied', leaves: false });
    expect(sourceFault(failure('directory_unavailable'))).to.deep.equal({ fault: 'unavailable', leaves: false });
    expect(sourceFault(failure('directory_failed'))).to.deep.equal({ fault: 'unusable', leaves: false });
  });

  it('find deleted items, and leave unknown ones alone', () => {
    const known = ['a', 'b', 'c', 'd', 'e', 'f'].map((id) => ({ id, site: `site ${id}`, state: 'following' }));
    known[4]!.state = 'gone';
    known[5]!.state = 'leaving';
    const found = missingFrom(known, [{ id: 'a' }], {
      unknownSites: new Set(['site b']),
      lostSites: new Map([['site c', 'siteNotGranted']]),
    });
    expect(found.map(({ place, fault }) => [place.id, fault])).to.deep.equal([
      ['c', 'siteNotGranted'],
      ['d', 'sourceGone'],
    ]);
  });
});

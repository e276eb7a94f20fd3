import { expect } from 'chai';
import type { AuditPage } from '../../../contract/audit.ts';
import { expectProblem } from '../../scenarios/support.ts';
import { forEachDatabase } from '../../support/databases.ts';
import { startProduct } from '../../support/product.ts';
import { aBomb, aPdf } from '../extraction/files.ts';
import { granting, validSettings, siteIdOf } from '../support.ts';
import { DAY_MS, HANDBOOK, HOUR_MS, MINUTE_MS, openStage, type Stage } from './stage.ts';

const GIGABYTE = 1024 ** 3;

describe('reading document libraries under failures (behaviour 5.6)', function () {
  this.timeout(60_000);

  forEachDatabase((_, openUrl) => {
    let stage: Stage;
    afterEach(() => stage.close());
    const library = () => stage.sandbox.graph.sites.library(HANDBOOK);
    const asked = (part: string) => stage.sandbox.graph.requests.filter(({ path }) => path.includes(part)).length;

    it('removes a library that is gone, and says why', async () => {
      stage = await openStage(openUrl);
      for (let n = 0; n < 120; n++) library().put(`Many/${n}.txt`, { content: 'A zebra' });
      await stage.tick();
      expect(await stage.find(stage.ada, 'zebra')).to.not.deep.equal([]);
      expect(await stage.source()).to.include({ state: 'walking' });
      stage.sandbox.graph.sites.removeLibrary(HANDBOOK);
      await stage.settle();
      expect(await stage.find(stage.ada, 'zebra')).to.deep.equal([]);
      expect(await stage.source()).to.include({ state: 'gone', fault: 'sourceGone', documents: 0, nextAt: null });
      expect(await stage.find(stage.ada, 'invoices')).to.deep.equal(['Findings.md']);
    });

    it('removes a site whose grant was revoked, here or elsewhere, and reads it again when it is granted again', async () => {
      stage = await openStage(openUrl, { roles: ['Sites.Selected'] });
      const address = 'https://sandbox.sharepoint.com/sites/handbook';
      const { grant, revoke } = granting(stage.ada);
      const { docSiteAdminClientId, docSiteAdminClientSecret } = validSettings(stage.sandbox);
      await stage.ada.call('PATCH', '/settings', { docSiteAdminClientId, docSiteAdminClientSecret });
      await stage.settle();
      expect(await stage.sources()).to.deep.equal([]);
      await grant(address);
      await stage.settle();
      expect(await stage.find(stage.ada, 'leave')).to.have.length(2);
      stage.sandbox.graph.sites.revoke('handbook', stage.sandbox.tenant.registrations.docSite.clientId);
      await stage.settle(5 * MINUTE_MS);
      expect(await stage.find(stage.ada, 'leave')).to.deep.equal([]);
      expect(await stage.source()).to.include({ state: 'gone', fault: 'siteNotGranted' });
      await grant(siteIdOf(stage.sandbox, 'handbook'));
      await stage.settle();
      expect(await stage.find(stage.ada, 'leave')).to.have.length(2);
      await revoke(address);
      await stage.settle();
      expect(await stage.find(stage.ada, 'leave')).to.deep.equal([]);
    });

    it('removes everything when nothing may be read any more', async () => {
      stage = await openStage(openUrl, { config: { docSiteClientId: null, docSiteClientSecret: null } });
      const { docSiteClientId, docSiteClientSecret } = validSettings(stage.sandbox);
      await stage.settle();
      expect(await stage.sources()).to.deep.equal([]);
      await stage.ada.call('PATCH', '/settings', { docSiteClientId, docSiteClientSecret });
      await stage.settle();
      expect(await stage.find(stage.ada, 'leave')).to.have.length(2);
      await stage.ada.call('PATCH', '/settings', { docSiteClientId: null });
      await stage.settle();
      expect(await stage.find(stage.ada, 'leave')).to.deep.equal([]);
      expect((await stage.sources()).map(({ state, fault }) => [state, fault])).to.deep.equal(
        Array.from({ length: 4 }, () => ['gone', 'notSetUp']),
      );
    });

    it('finds unreadable documents by title, never downloads what is too large, and reports the errors', async () => {
      stage = await openStage(openUrl);
      const large = library().put('Zebra large.txt', { content: 'Zebra', size: 2 * GIGABYTE });
      library().put('Zebra long.txt', { content: Buffer.alloc(51 * 1024 * 1024, 'x'), size: 5 });
      library().put('Zebra empty.pdf', { content: '' });
      library().put('Zebra broken.pdf', { content: '%PDF-1.4 broken' });
      library().put('Zebra packed.docx', { content: Buffer.from(aBomb()) });
      library().put('Zebra fine.pdf', { content: Buffer.from(aPdf('about penguins')) });
      await stage.settle();
      expect(await stage.find(stage.ada, 'zebra')).to.have.length(6);
      expect(await stage.find(stage.ada, 'penguins')).to.deep.equal(['Zebra fine.pdf']);
      expect(asked(`/items/${large}/content`)).to.equal(0);
      expect(await stage.faults()).to.deep.equal([
        ['Zebra broken.pdf', 'broken'],
        ['Zebra large.txt', 'tooLarge'],
        ['Zebra long.txt', 'tooLarge'],
        ['Zebra packed.docx', 'expandsTooFar'],
      ]);
      expect(await stage.source()).to.include({ state: 'following', failed: 4, pending: 0, documents: 10 });
      const before = asked('/content');
      await stage.settle(5 * MINUTE_MS);
      expect(asked('/content')).to.equal(before);
    });

    it('waits as long as Microsoft asks, with all libraries', async () => {
      stage = await openStage(openUrl);
      stage.sandbox.graph.meddle(({ path }) =>
        path.includes('/delta') ? { status: 429, retryAfterSeconds: 300 } : null,
      );
      await stage.tick();
      stage.sandbox.graph.meddle(null);
      const before = asked('/delta');
      for (let n = 0; n < 20; n++) await stage.tick(10_000);
      expect(asked('/delta')).to.equal(before);
      expect((await stage.sources()).filter(({ fault }) => fault === 'unavailable')).to.not.deep.equal([]);
      await stage.settle(2 * MINUTE_MS);
      expect(await stage.find(stage.ada, 'leave')).to.have.length(2);
      expect((await stage.sources()).filter(({ fault }) => fault !== null)).to.deep.equal([]);
    });

    it('is not held up by one failing document, which it gives up for the day and then retries', async () => {
      stage = await openStage(openUrl);
      const id = library().put('Zebra.txt', { content: 'Zebra' });
      stage.sandbox.graph.meddle(({ path }) => (path.includes(`${id}/permissions`) ? { status: 500 } : null));
      await stage.settle();
      expect(await stage.find(stage.ada, 'leave')).to.have.length(2);
      expect(await stage.faults()).to.deep.equal([['Zebra.txt', 'accessUnread']]);
      for (let n = 0; n < 12; n++) await stage.settle(HOUR_MS);
      expect(asked(`${id}/permissions`)).to.equal(8);
      stage.sandbox.graph.meddle(null);
      await stage.settle(HOUR_MS);
      expect(await stage.find(stage.ada, 'zebra')).to.deep.equal([]);
      await stage.settle(DAY_MS);
      expect(await stage.find(stage.ada, 'zebra')).to.deep.equal(['Zebra.txt']);
      expect(await stage.faults()).to.deep.equal([]);
    });

    it('hides a document whose readers are unknown, and finds one that cannot be fetched by its title', async () => {
      stage = await openStage(openUrl);
      const [first, other] = ['first', 'other'].map((name) =>
        library().put(`${name}.txt`, { content: `zebra ${name}` }),
      );
      await stage.settle();
      library().put('other.txt', { content: 'lion other' });
      stage.sandbox.graph.meddle(({ path }) =>
        path.includes(`${first}/permissions`) || path.includes(`${other}/content`) ? { status: 500 } : null,
      );
      await stage.settle(5 * MINUTE_MS);
      expect(await stage.find(stage.ada, 'zebra')).to.deep.equal(['first.txt']);
      expect(await stage.find(stage.ada, 'other')).to.deep.equal(['other.txt']);
      expect(await stage.faults()).to.deep.equal([['other.txt', 'contentUnread']]);
      await stage.settle(DAY_MS * 1.2);
      for (let n = 0; n < 12; n++) await stage.settle(HOUR_MS);
      expect(await stage.find(stage.ada, 'zebra')).to.deep.equal([]);
      expect(await stage.find(stage.ada, 'lion')).to.deep.equal([]);
      stage.sandbox.graph.meddle(null);
      await stage.settle(DAY_MS * 1.2);
      expect(await stage.find(stage.ada, 'lion')).to.deep.equal(['other.txt']);
      expect(await stage.find(stage.ada, 'zebra')).to.deep.equal(['first.txt']);
    });

    it('notices within a day that others may read a document, even if no change says so', async () => {
      stage = await openStage(openUrl);
      await stage.settle();
      library().find(library().put('Zebra.txt', { content: 'Zebra' }));
      await stage.settle(5 * MINUTE_MS);
      const item = library()
        .items()
        .find(({ path }) => path === 'Zebra.txt')!;
      item.readers = [{ person: 'barbara' }];
      await stage.settle(5 * MINUTE_MS);
      expect(await stage.find(stage.ada, 'zebra')).to.deep.equal(['Zebra.txt']);
      for (let n = 0; n < 27; n++) await stage.settle(HOUR_MS);
      expect(await stage.find(stage.ada, 'zebra')).to.deep.equal([]);
      expect(await stage.find(stage.barbara, 'zebra')).to.deep.equal(['Zebra.txt']);
    });

    it('hides a library that could not be read for three days, and shows it to its readers when it can', async () => {
      stage = await openStage(openUrl);
      await stage.settle();
      stage.sandbox.graph.meddle(({ path }) => (path.includes('/drives') ? { status: 500 } : null));
      for (let n = 0; n < 2 * 24; n++) await stage.tick(HOUR_MS);
      expect(await stage.find(stage.ada, 'leave')).to.have.length(2);
      for (let n = 0; n < 28; n++) await stage.tick(HOUR_MS);
      expect(await stage.find(stage.ada, 'leave')).to.deep.equal([]);
      expect(await stage.source()).to.include({ state: 'gone', fault: 'outdated' });
      stage.sandbox.graph.meddle(null);
      await stage.settle(2 * HOUR_MS);
      expect(await stage.find(stage.ada, 'leave')).to.have.length(2);
    });

    it('continues when the clock is set back by an hour', async () => {
      stage = await openStage(openUrl);
      await stage.settle();
      library().put('Zebra.txt', { content: 'Zebra' });
      await stage.settle(-HOUR_MS);
      const found = await stage.product.product.services.ground
        .reader('search_documents')
        .where({ title: 'Zebra.txt' });
      expect(found).to.have.length(1);
    });

    it('starts at once, or from the start, when an administrator says so, which the audit records', async () => {
      stage = await openStage(openUrl);
      await stage.settle();
      const { id } = await stage.source();
      const action = (path: string, body: object) => stage.ada.call('POST', `/admin/documents/indexing/${path}`, body);
      library().put('Zebra.txt', { content: 'Zebra' });
      expect((await action('read', { source: id })).status).to.equal(204);
      await stage.settle();
      expect(await stage.find(stage.ada, 'zebra')).to.deep.equal(['Zebra.txt']);
      const before = asked('/content');
      expect((await action('read-anew', { source: id })).status).to.equal(204);
      expect((await action('read', {})).status).to.equal(204);
      await stage.settle();
      expect(asked('/content')).to.equal(before + 5);
      expect(await stage.source()).to.include({ state: 'following', documents: 5 });
      expectProblem(await action('read-anew', { source: 'library:nowhere' }), 409, 'invalid_transition');
      const { items } = (await stage.ada.call<AuditPage>('GET', '/audit?limit=50')).body;
      expect(
        items.filter(({ action }) => action.startsWith('index.')).map(({ action, subject }) => [action, subject]),
      ).to.deep.equal([
        ['index.requested', 'all'],
        ['index.restarted', id],
        ['index.requested', id],
      ]);
    });
  });

  it('is shared by two servers: one of them reads a library at a time', async () => {
    const { postgresUrl } = await import('../../support/postgres.ts');
    const url = await postgresUrl();
    const stage = await openStage(async () => url);
    const { sandbox, now } = stage;
    const other = await startProduct({
      sandbox,
      databaseUrl: url,
      now,
      withLoops: false,
      config: validSettings(sandbox),
    });
    try {
      for (let n = 0; n < 120; n++) sandbox.graph.sites.library(HANDBOOK).put(`${n}.txt`, { content: `zebra ${n}` });
      for (let n = 0; n < 20; n++) await Promise.all([stage.tick(500), stage.tick(500, other)]);
      expect(await stage.source()).to.include({ state: 'following', documents: 124 });
      const contents = sandbox.graph.requests.filter(({ path }) => path.endsWith('/content')).map(({ path }) => path);
      expect(new Set(contents).size).to.equal(contents.length);
    } finally {
      await other.close();
      await stage.close();
    }
  });
});

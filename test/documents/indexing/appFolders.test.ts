import { expect } from 'chai';
import type { FileView } from '../../../contract/files.ts';
import type { SearchPage } from '../../../contract/search.ts';
import { createAppFolderSource } from '../../../server/documents/indexing/appFolderSource.ts';
import type { ChangePage } from '../../../server/documents/indexing/documentSource.ts';
import type { LibraryGraph } from '../../../server/documents/indexing/libraryGraph.ts';
import { HOUR_MS, MINUTE_MS, useStage, type Stage } from '../../scenarios/support.ts';
import { forEachDatabase } from '../../support/databases.ts';
import type { Client } from '../../support/product.ts';

describe("searching answer files in people's drives (behaviour 5.6)", function () {
  this.timeout(60_000);

  forEachDatabase((_, openUrl) => {
    const stage: Stage = useStage({ openUrl });
    const drive = () => stage.product.sandbox.graph.drives.of('grace');
    const ours = () =>
      drive()
        .library.items()
        .filter(({ path, content, isDeleted }) => path.startsWith('Apps/Handback server/') && content && !isDeleted);

    before(async () => {
      const settings = { personalFileLocation: 'personalDrive' };
      expect((await stage.ada.call('PATCH', '/settings', settings)).status).to.equal(200);
    });

    const ask = () =>
      stage.ask({
        inputType: 'form',
        prompt: 'The receipt?',
        assignees: { users: ['grace@sandbox.test'] },
        timeout: 'P30D',
        variables: [{ name: 'receipt', type: 'file', required: true }],
      });
    async function upload(name: string, text: string): Promise<FileView> {
      const query = new URLSearchParams({ requestId: await ask(), variable: 'receipt', name });
      const token = await stage.product.sandbox.tokenFor('grace@sandbox.test', { lifetimeSeconds: 30 * 24 * 3600 });
      const response = await fetch(`${stage.product.url}/api/files?${query}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'text/plain' },
        body: text,
      });
      expect(response.status).to.equal(201);
      return (await response.json()) as FileView;
    }
    /** Moves the clock, and reads all that is due then. */
    async function readAfter(ms: number): Promise<void> {
      stage.advance(ms);
      const { indexer } = stage.services.documents;
      for (let n = 0; n < 8; n++) {
        stage.advance(1_000);
        await indexer.loop.tick(stage.now());
        await indexer.idle();
      }
    }
    async function find(client: Client, query: string): Promise<string[]> {
      const { body } = await client.call<SearchPage>('POST', '/search', { query });
      return body.items.map(({ title }) => title);
    }

    it('finds each file for its owner, and for nobody else', async () => {
      await upload('Hotel.txt', 'Two nights at the Zebra Inn.');
      drive().library.put('Private/Diary.txt', { content: 'A zebra of my own.' });
      await readAfter(2 * HOUR_MS);
      expect(await find(stage.grace, 'zebra')).to.have.length(1);
      expect((await find(stage.grace, 'zebra'))[0]).to.match(/^Hotel \(\w{10}\)\.txt$/);
      expect(await find(stage.ada, 'zebra')).to.deep.equal([]);
    });

    it('finds a file once it is there, even if the drive reported it before', async () => {
      await upload('Train.txt', 'A window seat.');
      const { reader, units } = stage.services.ground;
      const { item_id: item } = await reader<{ name: string; item_id: string }>('files')
        .where({ name: 'Train.txt' })
        .first('item_id')
        .then((row) => row!);
      const say = (itemId: string | null) =>
        units.run(
          async ({ trx }) => void (await trx('files').where({ name: 'Train.txt' }).update({ item_id: itemId })),
        );
      await say(null);
      await readAfter(6 * MINUTE_MS);
      expect(await find(stage.grace, 'window')).to.deep.equal([]);
      await say(item);
      await readAfter(6 * MINUTE_MS);
      expect(await find(stage.grace, 'window')).to.have.length(1);
    });

    it('follows what owners do with their files', async () => {
      const [hotel] = ours();
      drive().library.put(hotel!.path, { content: 'Three nights at the Giraffe Inn.' });
      await readAfter(6 * MINUTE_MS);
      expect([await find(stage.grace, 'zebra'), (await find(stage.grace, 'giraffe')).length]).to.deep.equal([[], 1]);
      drive().library.share(hotel!.path, [{ person: 'grace' }, { person: 'alan' }]);
      await readAfter(6 * MINUTE_MS);
      expect(await find(stage.alan, 'giraffe')).to.have.length(1);
      drive().library.remove(hotel!.path);
      await readAfter(6 * MINUTE_MS);
      expect([await find(stage.grace, 'giraffe'), await find(stage.alan, 'giraffe')]).to.deep.equal([[], []]);
    });

    it('starts again if the drive no longer has its changes', async () => {
      drive().library.remove(ours()[0]!.path);
      await upload('Taxi.txt', 'To the airport.');
      drive().library.forgetChanges();
      await readAfter(6 * MINUTE_MS);
      expect(await find(stage.grace, 'window')).to.deep.equal([]);
      expect(await find(stage.grace, 'airport')).to.have.length(1);
    });

    it('reads files one by one only if a full read cannot have reported them', async () => {
      const { ground } = stage.services;
      await upload('Receipt.txt', 'Thirty euros.');
      const { drive_id: driveId } = (await ground.reader('files').whereNotNull('item_id').first('drive_id'))!;
      stage.advance(2 * HOUR_MS);
      await upload('Late.txt', 'Three euros.');
      const late = await ground.reader('files').where({ name: 'Late.txt' }).pluck('item_id');
      const asked: string[] = [];
      const drives = {
        changes: async (_drive: string, link: string | null) => ({ changes: [], link: 'next', isLast: link !== null }),
        async item(_drive: string, id: string) {
          asked.push(id);
          return null;
        },
      } as unknown as LibraryGraph;
      const parts = { drives, graph: { one: async () => null }, reader: ground.reader, now: () => stage.now() };
      const source = createAppFolderSource({ ...parts, contentFetch: fetch });
      const first = await source.changes(driveId as string, null);
      await source.changes(driveId as string, (first as ChangePage).link);
      expect(asked).to.deep.equal(late);
    });

    it('finds nothing once the drive is gone', async () => {
      stage.product.sandbox.graph.drives.takeAway('grace');
      await readAfter(2 * HOUR_MS);
      expect(await find(stage.grace, 'airport')).to.deep.equal([]);
    });
  });
});

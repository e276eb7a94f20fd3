import { mkdir, rm, rmdir } from 'node:fs/promises';
import path from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { expect } from 'chai';
import type { ProblemError } from '../../contract/problem.ts';
import { UNBOUND_MS } from '../../contract/unboundFiles.ts';
import { findFiles } from '../../server/files/fileStore.ts';
import { forEachDatabase } from '../support/databases.ts';
import { useStore } from '../support/openStore.ts';
import { NOW, requestIdOf, seedWaiting } from '../support/seeds.ts';
import { until } from '../support/until.ts';
import { RECEIPT, UploadServers } from './uploadServers.ts';

const HOUR_MS = 60 * 60_000;
const ALAN = '10000000-0000-4000-8000-000000000003';

describe('uploads that are removed meanwhile', () => {
  forEachDatabase((_name, openUrl) => {
    const store = useStore(openUrl);
    let all: UploadServers;
    beforeEach(async () => {
      all = await UploadServers.open(store, NOW);
      await seedWaiting(store.db.writer, 'e', [ALAN]);
    });
    afterEach(() => all.close());

    const refusal = (upload: Promise<unknown>) =>
      upload.then(
        () => null,
        (error: ProblemError) => error.extra?.checks?.['receipt']?.id ?? error,
      );

    /** An upload of which half has arrived. */
    async function begun() {
      const [server, content] = [all.serve(), new PassThrough()];
      content.write('half');
      const result = refusal(all.upload(server, ALAN, content));
      await until(async () => (await all.onDisk()).length > 0);
      const [row] = await all.rows();
      const file = (await findFiles(store.db.reader, [row!.id])).get(row!.id)!;
      const remove = async () => {
        await server.storage.remove(file);
        await store.db.writer('files').where({ id: file.id }).delete();
      };
      return { server, content, result, remove };
    }
    const left = async () => [await all.onDisk(), [...all.drives.items.keys()], await all.rows()];

    for (const location of ['local', 'personalDrive'] as const) {
      it(`are refused, and leave nothing, if they are removed before they are complete (${location})`, async () => {
        all.location = location;
        const { content, result, remove } = await begun();
        await remove();
        content.end('whole');
        expect(await result).to.equal('fileGone');
        expect(await left()).to.deep.equal([[], [], []]);
      });
    }

    for (const isDown of [false, true])
      it(`leave nothing if they are removed on their way into a drive${isDown ? ' that then fails' : ''}`, async () => {
        all.location = 'personalDrive';
        const { content, result, remove } = await begun();
        const put = all.drives.put.bind(all.drives);
        all.drives.put = async (...asked) => {
          const item = await put(...asked);
          await remove();
          all.drives.items.set(`${item!.driveId}/${item!.itemId}`, Buffer.from('late'));
          all.drives.trouble = isDown ? 'down' : null;
          return item;
        };
        content.end('whole');
        expect(await result).to.equal('fileGone');
        all.drives.trouble = null;
        await all.serve().loop.tick(NOW + UNBOUND_MS + HOUR_MS);
        expect(await left()).to.deep.equal([[], [], []]);
      });

    it('are refused if another server has begun to remove them, whatever their age', async () => {
      const { content, result, server } = await begun();
      const [row] = await all.rows();
      await store.db
        .writer('files')
        .where({ id: row!.id })
        .update({ remove_after: NOW + HOUR_MS });
      content.end('whole');
      expect(await result).to.equal('fileGone');
      const { id } = await all.upload(server, ALAN, Readable.from(['x']));
      await store.db
        .writer('files')
        .where({ id })
        .update({ remove_after: NOW + HOUR_MS });
      const taken = all.serve().take(requestIdOf('e'), ALAN, [RECEIPT], { receipt: [{ id }] });
      expect(await refusal(taken)).to.equal('fileGone');
    });

    it('are kept while the clock is ahead, and removed once it can be believed', async () => {
      const server = all.serve();
      await all.upload(server, ALAN, Readable.from(['part of an answer']));
      await server.loop.tick(NOW, 0);
      await server.loop.tick(NOW + UNBOUND_MS + 2 * HOUR_MS, HOUR_MS);
      expect(await all.onDisk()).to.have.length(1);
      await server.loop.tick(NOW + UNBOUND_MS + HOUR_MS, UNBOUND_MS + HOUR_MS);
      expect(await all.onDisk()).to.deep.equal([]);
    });

    for (const location of ['local', 'personalDrive'] as const)
      it(`are removed although one of them cannot be, which is tried again later (${location})`, async () => {
        all.location = location;
        const server = all.serve();
        await all.upload(server, ALAN, Readable.from(['one']));
        await all.upload(server, ALAN, Readable.from(['other']));
        const [row] = await all.rows();
        const stuck = path.join(all.folder, row!.id);
        await rm(stuck, { force: true });
        await mkdir(stuck); // removing a file does not remove a folder
        const at = NOW + UNBOUND_MS + HOUR_MS;
        expect(await server.loop.tick(at).catch(({ code }: { code: string }) => code)).to.equal('ERR_FS_EISDIR');
        expect(await left()).to.deep.equal([[row!.id], [], [row]]);
        await rmdir(stuck);
        await server.loop.tick(at + HOUR_MS);
        expect(await left()).to.deep.equal([[], [], []]);
      });

    it('are still taken by an answer while the drive is out of reach for removals', async () => {
      all.location = 'personalDrive';
      const server = all.serve();
      await all.upload(server, ALAN, Readable.from(['old']));
      all.now += UNBOUND_MS - HOUR_MS / 2;
      const { id } = await all.upload(server, ALAN, Readable.from(['new']));
      all.drives.trouble = 'down';
      all.now += HOUR_MS;
      await server.loop.tick(all.now);
      all.now += UNBOUND_MS - HOUR_MS - 1;
      const taken = await server.take(requestIdOf('e'), ALAN, [RECEIPT], { receipt: [{ id }] });
      expect(taken).to.have.nested.property('receipt[0].id', id);
    });
  });
});

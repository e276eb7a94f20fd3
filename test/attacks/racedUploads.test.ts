import { mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { expect } from 'chai';
import { ProblemError } from '../../contract/problem.ts';
import { UNBOUND_MS } from '../../contract/unboundFiles.ts';
import { isOverload, type UnitOfWork } from '../../server/foundation/database/unitOfWork.ts';
import type { FileStorage } from '../../server/files/fileStorage.ts';
import { createFileService, MAX_UNBOUND_FILES } from '../../server/files/fileService.ts';
import { createLocalDisk } from '../../server/files/localDisk.ts';
import { createPlacedStorage } from '../../server/files/placedStorage.ts';
import type { VariableSpec } from '../../contract/variables.ts';
import { NO_DRIVES } from '../support/noDrives.ts';
import { forEachDatabase } from '../support/databases.ts';
import { useStore } from '../support/openStore.ts';
import { NOW, requestIdOf, seedWaiting } from '../support/seeds.ts';

const RECEIPT: VariableSpec = { name: 'receipt', label: 'Receipt', type: 'file', required: false };

/** Wraps the service's dependencies. */
interface Around {
  units?(units: UnitOfWork): UnitOfWork;
  storage?(storage: FileStorage): FileStorage;
}

describe('racing uploads', () => {
  forEachDatabase((_name, openUrl) => {
    const store = useStore(openUrl);
    let folder: string;
    let now: number;

    beforeEach(async () => {
      now = NOW;
      folder = await mkdtemp(path.join(os.tmpdir(), 'handback-uploads-'));
      await seedWaiting(store.db.writer, 'e', ['grace', 'alan']);
    });
    afterEach(() => rm(folder, { recursive: true, force: true }));

    const serviceWith = (dayBytes: number, keepFreeBytes: number, around: Around = {}) =>
      createFileService({
        units: (around.units ?? ((units) => units))(store.units),
        reader: store.db.reader,
        storage: (around.storage ?? ((storage) => storage))(
          createPlacedStorage({
            disk: createLocalDisk(folder, { keepFreeBytes }),
            drives: NO_DRIVES,
            location: () => 'local',
          }),
        ),
        now: () => now,
        dayBytes,
        askedOf: () => Promise.resolve({ title: 'Expenses', variables: [RECEIPT] }),
      });
    const uploader = (dayBytes: number, keepFreeBytes = 0) => {
      const files = serviceWith(dayBytes, keepFreeBytes);
      /**
       * Returns the size of what was stored, or the reason of the refusal. Tries again if the database is too busy for
       * all of them at once, as clients do.
       */
      const upload = (
        content: Readable,
        announced: number | null = null,
        person = 'grace',
        triesLeft = 5,
      ): Promise<number | string> =>
        files
          .upload({
            requestId: requestIdOf('e'),
            variable: 'receipt',
            name: 'receipt.pdf',
            person,
            type: 'application/pdf',
            content,
            announced,
          })
          .then(
            ({ size }) => size,
            (error: unknown) => {
              if (isOverload(error) && !content.readableDidRead && triesLeft > 0)
                return upload(content, announced, person, triesLeft - 1);
              if (!(error instanceof ProblemError)) throw error;
              return error.extra.checks?.['receipt']?.id ?? error.code;
            },
          );
      return upload;
    };
    const bytes = (count: number) => Readable.from([Buffer.alloc(count)]);
    const rows = () => store.db.reader('files').orderBy('id');

    it('get as many places as there are, and no more', async () => {
      const upload = uploader(1e9);
      const results = await Promise.all(Array.from({ length: 250 }, () => upload(bytes(1), 1)));
      expect(results.filter((result) => result === 1)).to.have.length(MAX_UNBOUND_FILES);
      expect(results.filter((result) => result === 'tooManyUploads')).to.have.length(250 - MAX_UNBOUND_FILES);
      expect(await rows()).to.have.length(MAX_UNBOUND_FILES);
      expect(await readdir(folder)).to.have.length(MAX_UNBOUND_FILES);
      expect(await upload(bytes(1), 1, 'alan'), 'somebody else').to.equal(1);
    });

    it("get no more bytes than a person's daily limit, whatever they announce", async () => {
      const upload = uploader(1000);
      const contents = Array.from({ length: 30 }, () => bytes(100));
      const results = await Promise.all(contents.map((content, n) => upload(content, n % 3 === 0 ? null : 100)));
      const stored = results.filter((result) => typeof result === 'number').reduce((sum, size) => sum + size, 0);
      expect(stored).to.be.at.most(1000);
      expect(results).to.include('tooManyBytes');
      expect(contents.filter((_, n) => results[n] === 'tooManyBytes').every((each) => !each.readableDidRead)).to.equal(
        true,
      );
      expect(await upload(bytes(1000 - stored), null), 'what is left').to.equal(1000 - stored);
      now += UNBOUND_MS;
      expect(await upload(bytes(1000), 1000), 'another day').to.equal(1000);
    });

    it("are stopped when they exceed what the person has left, without taking anybody's place", async () => {
      const upload = uploader(1000);
      expect(await upload(bytes(900), 900)).to.equal(900);
      expect(await upload(Readable.from([Buffer.alloc(90), Buffer.alloc(90)]))).to.equal('tooManyBytes');
      expect(await upload(bytes(101), 101)).to.equal('tooManyBytes');
      expect((await rows()).map(({ size }) => Number(size))).to.deep.equal([900]);
      expect(await readdir(folder)).to.have.length(1);
      expect(await upload(bytes(100), 100)).to.equal(100);
    });

    it('are refused when the disk is nearly full, before anything is read', async () => {
      const upload = uploader(1e9, Number.MAX_SAFE_INTEGER);
      const content = bytes(100);
      expect(await upload(content, 100)).to.equal('storage_full');
      expect(content.readableDidRead).to.equal(false);
      expect(await rows()).to.deep.equal([]);
    });

    /** A day-old unbound upload, and an answer that now refers to it; returns what is wrong. */
    async function oldUpload() {
      await uploader(1e9)(bytes(3), 3);
      now += UNBOUND_MS + 1000;
      const { id } = (await rows())[0];
      const answer = () =>
        serviceWith(1e9, 0)
          .take(requestIdOf('e'), 'grace', [RECEIPT], { receipt: [{ id }] })
          .then(
            () => null,
            (error: ProblemError) => error.extra.checks?.['receipt']?.id,
          );
      return { answer };
    }

    it('are not part of an answer once their removal has started', async () => {
      const { answer } = await oldUpload();
      let answered: unknown;
      const storage = (disk: FileStorage): FileStorage => ({
        ...disk,
        async remove(file) {
          answered = await answer();
          await disk.remove(file);
        },
      });
      await serviceWith(1e9, 0, { storage }).loop.tick(now);
      expect([answered, await rows(), await readdir(folder)]).to.deep.equal(['fileGone', [], []]);
    });

    it('are not removed once they are part of an answer, however late it came', async () => {
      const { answer } = await oldUpload();
      let answered: unknown;
      const units = (real: UnitOfWork): UnitOfWork => ({
        async run(work) {
          answered ??= { fault: await answer() }; // after the unbound ones were found
          return real.run(work);
        },
      });
      await serviceWith(1e9, 0, { units }).loop.tick(now);
      expect(answered).to.deep.equal({ fault: null });
      expect([(await rows()).length, (await readdir(folder)).length]).to.deep.equal([1, 1]);
    });
  });
});

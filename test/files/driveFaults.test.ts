import { mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect } from 'chai';
import { ProblemError } from '../../contract/problem.ts';
import type { VariableSpec } from '../../contract/variables.ts';
import type { Trouble } from '../../sandbox/graph/graph.ts';
import { startSandbox, type Sandbox } from '../../sandbox/sandbox.ts';
import { createDriveGraph } from '../../server/files/driveGraph.ts';
import { UNBOUND_MS } from '../../contract/unboundFiles.ts';
import { createFileService, type FileService } from '../../server/files/fileService.ts';
import { createLocalDisk } from '../../server/files/localDisk.ts';
import { createPersonalDrives } from '../../server/files/personalDrive.ts';
import { createPlacedStorage } from '../../server/files/placedStorage.ts';
import type { UnitOfWork } from '../../server/foundation/database/unitOfWork.ts';
import { createPlatformFetch, type Fetch } from '../../server/foundation/http/outbound.ts';
import { createGraphClient } from '../../server/people/directory/graphClient.ts';
import { GRAPH } from '../sandbox/graphAsker.ts';
import { forEachDatabase } from '../support/databases.ts';
import { useStore } from '../support/openStore.ts';
import { randomNumbers } from '../support/random.ts';
import { NOW, requestIdOf, seedWaiting } from '../support/seeds.ts';
import { someBytes } from '../support/someBytes.ts';

const RECEIPT: VariableSpec = { name: 'receipt', label: 'Receipt', type: 'file', required: false };
const MIB = 1024 * 1024;
const HOUR_MS = 60 * 60_000;
/** In two pieces. */
const LARGE = 5 * MIB;

/** Wraps a call, so that a test can interfere. */
interface Around {
  fetch?(send: Fetch): Fetch;
  units?(units: UnitOfWork): UnitOfWork;
}

describe('uploads to drives under failures', () => {
  forEachDatabase((_name, openUrl) => {
    const store = useStore(openUrl);
    let sandbox: Sandbox;
    let folder: string;
    let now: number;
    let alan: string;

    beforeEach(async () => {
      now = NOW;
      sandbox = await startSandbox({ portBase: 0, now: () => now, lifetimeSeconds: 1e7 });
      sandbox.tenant.registrations.server.application['graph'] = ['Files.ReadWrite.All'];
      alan = sandbox.tenant.people.find(({ key }) => key === 'alan')!.id;
      folder = await mkdtemp(path.join(os.tmpdir(), 'handback-drives-'));
      await seedWaiting(store.db.writer, 'e', ['alan']);
    });
    afterEach(async () => {
      await sandbox.close();
      await rm(folder, { recursive: true, force: true });
    });

    /** Another server on the same database, disk and tenant. */
    async function serve(around: Around = {}): Promise<FileService> {
      const platformFetch = (around.fetch ?? ((send) => send))(createPlatformFetch(sandbox.config.originMap));
      const token = await sandbox.identity.issueForApp(GRAPH);
      const sleep = () => Promise.resolve();
      const parts = { platformFetch, now: () => now, steady: () => now, sleep, random: Math.random };
      const graph = createDriveGraph(createGraphClient({ ...parts, graphToken: () => Promise.resolve(token) }));
      const units = (around.units ?? ((each) => each))(store.units);
      return createFileService({
        units,
        reader: store.db.reader,
        storage: createPlacedStorage({
          disk: createLocalDisk(folder, { keepFreeBytes: 0 }),
          drives: createPersonalDrives({ ...parts, graph, downloadFetch: platformFetch }),
          location: () => 'personalDrive',
        }),
        now: () => now,
        dayBytes: 1e9,
        askedOf: () => Promise.resolve({ title: 'Expenses', variables: [RECEIPT] }),
      });
    }

    const upload = (files: FileService, content: Buffer) =>
      files.upload({
        requestId: requestIdOf('e'),
        variable: 'receipt',
        name: 'receipt.pdf',
        person: alan,
        type: 'application/pdf',
        content: Readable.from([content]),
        announced: content.length,
      });
    /** Binds it to an answer. */
    const bind = (id: string) => store.db.writer('files').where({ id }).update({ bound_at: now });
    const inDrive = () =>
      sandbox.graph.drives
        .of('alan')
        .library.items()
        .filter(({ content, isDeleted }) => content !== null && !isDeleted);
    /** Everything that is purged automatically has gone. */
    async function purge() {
      sandbox.graph.meddle(null);
      now += UNBOUND_MS + 48 * HOUR_MS;
      await (await serve()).loop.tick(now);
    }
    const rows = () => store.db.reader('files').select('id', 'size');
    const contentOf = async (files: FileService, id: string) =>
      buffer((await files.read(await files.find(id), alan)).content);

    it('are whole if acknowledged and leave nothing otherwise, though three of ten calls fail', async function () {
      this.timeout(120_000);
      const random = randomNumbers(11);
      const troubles: Trouble[] = ['cut', 'lost', { status: 429 }, { status: 503 }, { status: 504 }, { status: 500 }];
      sandbox.graph.meddle(() => (random() < 0.3 ? troubles[Math.floor(random() * troubles.length)]! : null));
      const files = await serve();
      const kept = new Map<string, Buffer>();
      let refused = 0;
      for (let n = 0; n < 60; n++) {
        const content = someBytes([0, 10, MIB, LARGE, 8 * MIB][n % 5]!, n);
        await upload(files, content).then(
          async ({ id }) => void (kept.set(id, content), await bind(id)),
          (error: unknown) => {
            if (!(error instanceof ProblemError)) throw error;
            expect(error.code).to.equal('unavailable');
            refused++;
          },
        );
      }
      expect(kept.size).to.be.above(20);
      expect(refused).to.be.above(0);
      await purge();
      for (const [id, content] of kept) expect(Buffer.compare(await contentOf(files, id), content)).to.equal(0);
      expect(inDrive()).to.have.length(kept.size);
      expect((await rows()).map(({ id }) => String(id)).sort()).to.deep.equal([...kept.keys()].sort());
      expect(await readdir(folder)).to.deep.equal([]);
    });

    it("resume at the drive's offset when pieces or replies are lost", async () => {
      for (const trouble of ['cut', 'lost', { status: 503 }, { status: 429, retryAfterSeconds: 1 }] as Trouble[]) {
        let pieces = 0;
        sandbox.graph.meddle(({ method, path }) =>
          method === 'PUT' && path.includes('uploadSession') && ++pieces % 2 === 1 ? trouble : null,
        );
        const files = await serve();
        const { id } = await upload(files, someBytes(8 * MIB, 3));
        expect(Buffer.compare(await contentOf(files, id), someBytes(8 * MIB, 3))).to.equal(0);
        expect(sandbox.graph.drives.openSessions()).to.equal(0);
      }
    });

    it('are given up after a while, together with their session', async () => {
      sandbox.graph.meddle(({ method, path }) =>
        method === 'PUT' && path.includes('uploadSession') ? { status: 503 } : null,
      );
      const error = await upload(await serve(), someBytes(LARGE)).catch((failure: unknown) => failure);
      expect(error).to.include({ code: 'unavailable' });
      expect([sandbox.graph.drives.openSessions(), inDrive(), await rows()]).to.deep.equal([0, [], []]);
    });

    it('do not count after a refusal even if they cannot be removed yet, and are removed later', async () => {
      let isDown = false;
      sandbox.graph.meddle(({ method }) => (isDown && method === 'DELETE' ? { status: 503 } : null));
      /** The file is in the drive, but this cannot be recorded. */
      const failing = (units: UnitOfWork): UnitOfWork => {
        let count = 0;
        return {
          ...units,
          run: (work) =>
            ++count === 2 ? ((isDown = true), Promise.reject(new Error('the database is away'))) : units.run(work),
        };
      };
      const error = await upload(await serve({ units: failing }), someBytes(10)).catch(
        (failure: Error) => failure.message,
      );
      expect(error).to.equal('the database is away');
      expect(inDrive()).to.have.length(1);
      const [row] = await store.db.reader('files').select('size', 'reserved');
      expect([row.size, Number(row.reserved)]).to.deep.equal([null, 0]);
      isDown = false;
      await purge();
      expect([inDrive(), await rows()]).to.deep.equal([[], []]);
    });

    const removals = () => sandbox.graph.requests.filter(({ method }) => method === 'DELETE').length;

    it('are removed by one of two servers that look at the same time, and by the other if that one dies', async () => {
      const files = await serve();
      for (let n = 0; n < 10; n++) await upload(files, someBytes(10, n));
      now += UNBOUND_MS + HOUR_MS;
      const never: Around = {
        fetch: (send) => (url, init) => (init?.method === 'DELETE' ? new Promise(() => {}) : send(url, init)),
      };
      void (await serve(never)).loop.tick(now);
      await new Promise((resolve) => setTimeout(resolve, 200));
      await Promise.all([(await serve()).loop.tick(now), (await serve()).loop.tick(now)]);
      expect([removals(), inDrive().length]).to.deep.equal([0, 10]);
      now += HOUR_MS;
      await Promise.all([(await serve()).loop.tick(now), (await serve()).loop.tick(now)]);
      expect([removals(), inDrive().length, await rows()]).to.deep.equal([10, 0, []]);
    });

    it('try at most five unreachable drives, while files on the disk are removed meanwhile', async () => {
      const people = Array.from({ length: 20 }, (_, n) => `20000000-0000-4000-8000-${String(n).padStart(12, '0')}`);
      const row = {
        request_id: requestIdOf('e'),
        variable: 'receipt',
        name: 'a',
        type: 'text/plain',
        size: 1,
        created_at: now,
      };
      const of = (n: number) => ({ location: 'personalDrive', drive_id: `d${n}`, item_id: `i${n}`, id: `drive${n}` });
      await store.db.writer('files').insert(people.map((person, n) => ({ ...row, ...of(n), person })));
      await store.db.writer('files').insert({ ...row, id: 'disk', person: alan });
      now += UNBOUND_MS + HOUR_MS;
      sandbox.graph.meddle(() => ({ status: 500 }));
      await (await serve()).loop.tick(now);
      expect(new Set(sandbox.graph.requests.map(({ path: asked }) => asked)).size).to.be.within(5, 8);
      expect((await rows()).map(({ id }) => String(id)))
        .to.have.length(20)
        .and.not.include('disk');
    });

    it('are not lost, and leave nothing behind, wherever the server dies', async function () {
      this.timeout(120_000);
      const content = someBytes(LARGE, 7);
      let acknowledged = false;
      let step = 1;
      for (; !acknowledged; step++) {
        let left = step;
        const never = new Promise<never>(() => {});
        const dead = () => (--left === 0 && onDeath(), left <= 0);
        const dying: Around = {
          fetch: (send) => async (url, init) => {
            if (dead()) return never;
            const response = await send(url, init);
            return dead() ? never : response;
          },
          units: (units) => ({
            ...units,
            async run(work) {
              if (dead()) return never;
              const result = await units.run(work);
              return dead() ? never : result;
            },
          }),
        };
        let onDeath: () => void = () => {};
        const died = new Promise<null>((resolve) => void (onDeath = () => setTimeout(resolve, 20, null)));
        const file = await Promise.race([upload(await serve(dying), content), died]);
        if (file && left > 0) {
          acknowledged = true;
          await bind(file.id);
        }
        await purge();
        expect(inDrive(), `step ${step}`).to.have.length(acknowledged ? 1 : 0);
        expect(await rows(), `step ${step}`).to.have.length(acknowledged ? 1 : 0);
        expect(await readdir(folder), `step ${step}`).to.deep.equal([]);
        if (acknowledged) expect(Buffer.compare(await contentOf(await serve(), file!.id), content)).to.equal(0);
      }
      expect(step).to.be.above(16);
    });
  });
});

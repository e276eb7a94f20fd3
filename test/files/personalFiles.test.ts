import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'chai';
import { MAX_FILE_BYTES, type FileView } from '../../contract/files.ts';
import type { Problem } from '../../contract/problem.ts';
import type { Trouble } from '../../sandbox/graph/graph.ts';
import { UNBOUND_MS } from '../../contract/unboundFiles.ts';
import { answered, HOUR_MS, useStage, type Stage } from '../scenarios/support.ts';
import { forEachDatabase } from '../support/databases.ts';
import { someBytes } from '../support/someBytes.ts';

const MIB = 1024 * 1024;
const PEOPLE = ['grace', 'alan', 'joan'] as const;

interface Sent {
  by?: string;
  name?: string;
  content?: Uint8Array<ArrayBuffer>;
}

describe("files in people's drives (behaviour 2.9)", () => {
  forEachDatabase((_name, openUrl) => {
    const stage: Stage = useStage({ openUrl });

    const choose = async (personalFileLocation: 'local' | 'personalDrive') =>
      expect((await stage.ada.call('PATCH', '/settings', { personalFileLocation })).status).to.equal(200);
    beforeEach(() => choose('personalDrive'));
    afterEach(() => {
      stage.product.sandbox.graph.meddle(null);
      for (const key of ['grace', 'alan']) Object.assign(driveOf(key), { isLocked: false, room: 1e12 });
    });

    const driveOf = (key: string) => stage.product.sandbox.graph.drives.of(key);
    /** Documents of the drive, with their bytes. */
    const inDrive = (key: string) =>
      driveOf(key)
        .library.items()
        .filter(({ content, isDeleted }) => content !== null && !isDeleted);
    const onDisk = () => readdir(path.join(stage.product.config.dataDir, 'files')).catch(() => []);
    const person = (key: string) => stage.product.sandbox.tenant.people.find((each) => each.key === key)!;
    const tokenOf = (key: string) =>
      stage.product.sandbox.tokenFor(person(key).userPrincipalName, { lifetimeSeconds: 30 * 24 * 3600 });

    const ask = (more: object = {}) =>
      stage.ask({
        inputType: 'form',
        prompt: 'The receipt?',
        title: 'Expenses: May / June',
        assignees: { users: PEOPLE.map((key) => person(key).id) },
        timeout: 'P30D',
        variables: [{ name: 'receipt', type: 'file', required: true }],
        ...more,
      });

    async function upload<Body = FileView>(requestId: string, { by = 'grace', name = 'a.pdf', content }: Sent = {}) {
      const query = new URLSearchParams({ requestId, variable: 'receipt', name });
      const response = await fetch(`${stage.product.url}/api/files?${query}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${await tokenOf(by)}`, 'content-type': 'application/pdf' },
        body: content ?? new TextEncoder().encode('%PDF'),
      });
      return { status: response.status, body: (await response.json()) as Body };
    }
    async function download(id: string, by = 'grace') {
      const headers = { authorization: `Bearer ${await tokenOf(by)}` };
      const response = await fetch(`${stage.product.url}/api/files/${id}`, { headers });
      return { status: response.status, headers: response.headers, content: Buffer.from(await response.arrayBuffer()) };
    }
    const problemOf = (content: Buffer) => JSON.parse(content.toString()) as Problem;

    it("are stored in the uploader's drive, served from there, and go with their answer", async () => {
      const requestId = await ask();
      const { status, body: file } = await upload(requestId, { name: 'Résumé.pdf' });
      expect(status).to.equal(201);
      const [lying] = inDrive('grace');
      expect(lying!.path).to.match(
        /^Apps\/Handback server\/Handback\/\d{4}-\d\d-\d\d Expenses- May - June\/Résumé \(\w{10}\)\.pdf$/,
      );
      expect(lying!.content!.toString()).to.equal('%PDF');
      expect(await onDisk()).to.deep.equal([]);
      expect((await download(file.id, 'alan')).status, 'nobody else').to.equal(404);
      await answered(stage.grace, requestId, { values: { receipt: [file] } });
      for (const by of ['grace', 'alan', 'ada']) {
        const { status, headers, content } = await download(file.id, by);
        expect([status, content.toString(), headers.get('content-length')]).to.deep.equal([200, '%PDF', '4']);
      }
      expect((await download(file.id, 'tim')).status).to.equal(404);
    });

    it('come back unchanged, whatever their size and name', async () => {
      const requestId = await ask({ strategy: 'all' });
      const names = ['../../x', 'CON', 'a:b?.txt', '🧾 café.pdf', `${'x'.repeat(251)}.pdf`, '%41#&+.pdf', "it's.pdf"];
      const before = inDrive('alan').length;
      for (const name of [...names, 'same.pdf', 'same.pdf']) {
        const { status, body } = await upload(requestId, { by: 'alan', name });
        expect(status, name).to.equal(201);
        expect((await download(body.id, 'alan')).content.toString(), name).to.equal('%PDF');
      }
      for (const size of [0, 1, 4 * MIB - 1, 4 * MIB, 4 * MIB + 1, MAX_FILE_BYTES]) {
        const { status, body } = await upload(requestId, { by: 'alan', content: someBytes(size) });
        expect([status, body.size]).to.deep.equal([201, size]);
        const { content } = await download(body.id, 'alan');
        expect(Buffer.compare(content, someBytes(size)), String(size)).to.equal(0);
      }
      expect(inDrive('alan').length - before).to.equal(names.length + 8);
      expect(stage.product.sandbox.graph.drives.openSessions()).to.equal(0);
      const tooLarge = await upload<Problem>(requestId, { by: 'alan', content: someBytes(MAX_FILE_BYTES + 1) });
      expect([tooLarge.status, inDrive('alan').length - before]).to.deep.equal([413, names.length + 8]);
    });

    it('go in one request if upload sessions are refused', async () => {
      const requestId = await ask();
      stage.product.sandbox.graph.drives.refuseSessions(true);
      const { status, body } = await upload(requestId, { content: someBytes(5 * MIB) });
      stage.product.sandbox.graph.drives.refuseSessions(false);
      expect(status).to.equal(201);
      expect((await download(body.id)).content).to.have.length(5 * MIB);
    });

    it('are found and removed where they were stored, whatever the setting is now', async () => {
      const requestId = await ask();
      const before = inDrive('grace').length;
      const first = (await upload(requestId)).body;
      await choose('local');
      const second = (await upload(requestId)).body;
      await choose('personalDrive');
      const third = (await upload(requestId)).body;
      expect([inDrive('grace').length - before, await onDisk()]).to.deep.equal([2, [second.id]]);
      for (const chosen of ['local', 'personalDrive'] as const) {
        await choose(chosen);
        for (const { id } of [first, second, third]) expect((await download(id)).status).to.equal(200);
      }
      await choose('local');
      await stage.after(UNBOUND_MS + HOUR_MS);
      for (const { id } of [first, second, third]) expect((await download(id)).status).to.equal(404);
      expect(await onDisk()).to.deep.equal([]);
      const left = await stage.services.ground.reader('files').whereIn('id', [first.id, second.id, third.id]);
      expect(left).to.deep.equal([]);
    });

    it("are stored on the server's disk for people without a drive", async () => {
      const requestId = await ask();
      for (const content of [someBytes(10), someBytes(5 * MIB)]) {
        const { status, body } = await upload(requestId, { by: 'joan', content });
        expect(status).to.equal(201);
        expect(await onDisk()).to.include(body.id);
        expect((await download(body.id, 'joan')).content).to.have.length(content.length);
      }
    });

    it('are refused with a message if the drive is full or locked, and leave nothing behind', async () => {
      const requestId = await ask();
      const [before, disk] = [inDrive('grace').length, await onDisk()];
      const rows = () => stage.services.ground.reader('files').where({ person: person('grace').id });
      const had = (await rows()).length;
      for (const size of [4, 5 * MIB]) {
        driveOf('grace').room = 3;
        const full = await upload<Problem>(requestId, { content: someBytes(size) });
        expect([full.status, full.body.code]).to.deep.equal([507, 'storage_full']);
        expect(full.body.detail).to.equal('There is no room for the file in the personal drive.');
        driveOf('grace').room = 1e12;
      }
      driveOf('grace').isLocked = true;
      const locked = await upload<Problem>(requestId);
      expect([locked.status, locked.body.code]).to.deep.equal([503, 'unavailable']);
      expect(locked.body.detail).to.contain('locked');
      driveOf('grace').isLocked = false;
      expect([inDrive('grace').length, await onDisk()]).to.deep.equal([before, disk]);
      expect(stage.product.sandbox.graph.drives.openSessions()).to.equal(0);
      await stage.after(UNBOUND_MS + HOUR_MS);
      expect((await rows()).length).to.be.at.most(had);
    });

    it('are found where people moved them, with their changes, and not after a deletion', async () => {
      const requestId = await ask();
      const { body: file } = await upload(requestId);
      const lying = inDrive('grace').at(-1)!;
      driveOf('grace').library.put(lying.path, { content: 'changed' });
      const changed = await download(file.id);
      expect([changed.status, changed.content.toString()]).to.deep.equal([200, 'changed']);
      driveOf('grace').library.remove(lying.path);
      const { status, content } = await download(file.id);
      expect([status, problemOf(content).code]).to.deep.equal([404, 'not_found']);
    });

    it('report that they are unavailable if the drive cannot be reached', async () => {
      const requestId = await ask();
      const { body: file } = await upload(requestId);
      const deny: Trouble = { status: 403 };
      stage.product.sandbox.graph.meddle(({ path }) => (path.includes('/drive') ? deny : null));
      const { status, content } = await download(file.id);
      expect([status, problemOf(content).detail]).to.deep.equal([
        503,
        'The server registration lacks the application permission Files.ReadWrite.All; an administrator must grant it.',
      ]);
      const refused = await upload<Problem>(requestId);
      expect([refused.status, refused.body.code]).to.deep.equal([503, 'unavailable']);
    });

    it('of a failing drive are removed later, and delay no other', async () => {
      const requestId = await ask();
      const mine = (await upload(requestId)).body;
      const others = (await upload(requestId, { by: 'alan' })).body;
      const drive = driveOf('grace').id;
      let asked = 0;
      const busy: Trouble = { status: 503, retryAfterSeconds: 60 };
      stage.product.sandbox.graph.meddle(({ method, path }) => {
        if (!path.includes(drive)) return null;
        if (method === 'DELETE') asked++; // the indexer reads the drive at its own pace
        return busy;
      });
      const isLeft = async (id: string) => (await stage.services.ground.reader('files').where({ id })).length === 1;
      await stage.after(UNBOUND_MS + HOUR_MS);
      expect([await isLeft(mine.id), await isLeft(others.id)]).to.deep.equal([true, false]);
      const askedOnce = asked;
      expect(askedOnce).to.be.within(1, 3);
      const asks: number[] = [];
      for (let hour = 1; hour <= 8; hour++) {
        await stage.after(HOUR_MS);
        asks.push(asked / askedOnce);
      }
      expect(asks, 'it rests an hour, then two, then four').to.deep.equal([2, 2, 3, 3, 3, 3, 4, 4]);
      stage.product.sandbox.graph.meddle(null);
      await stage.after(8 * HOUR_MS);
      expect(await isLeft(mine.id)).to.equal(false);
    });

    it('that somebody has open are kept, and the others of the drive are removed', async () => {
      const requestId = await ask();
      const held = (await upload(requestId)).body;
      driveOf('grace').held.add(inDrive('grace').at(-1)!.id);
      const free = (await upload(requestId)).body;
      await stage.after(UNBOUND_MS + HOUR_MS);
      const left = await stage.services.ground.reader('files').whereIn('id', [held.id, free.id]).pluck('id');
      expect(left).to.deep.equal([held.id]);
      driveOf('grace').held.clear();
      await stage.after(3 * HOUR_MS);
      expect(await stage.services.ground.reader('files').where({ id: held.id })).to.deep.equal([]);
      expect(inDrive('grace').map(({ id }) => id)).to.not.include(held.id);
    });
  });
});

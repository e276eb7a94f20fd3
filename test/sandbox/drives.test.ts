import { expect } from 'chai';
import { DOWNLOAD_ORIGIN } from '../../sandbox/graph/libraryRoutes.ts';
import { startSandbox, type Sandbox } from '../../sandbox/sandbox.ts';
import { GRAPH } from './graphAsker.ts';
import { DRIVE_TABLE } from './graphTable.ts';

const PIECE = 320 * 1024;

interface Item {
  id: string;
  name: string;
  size: number;
  uploadUrl: string;
  nextExpectedRanges: string[];
  parentReference: { driveId: string; path: string };
  value: Item[];
  error: { code: string };
}

describe("sandbox: people's drives (behaviour 5.3 B)", () => {
  let sandbox: Sandbox;
  let token: string;
  let root: string;

  beforeEach(async () => {
    sandbox = await startSandbox({ portBase: 0 });
    token = await withRoles('Files.ReadWrite.All');
    root = `/users/${idOf('alan')}/drive/special/approot`;
  });
  afterEach(() => sandbox.close());

  const idOf = (key: string) => sandbox.tenant.people.find((each) => each.key === key)!.id;
  const withRoles = (...roles: string[]) =>
    sandbox.identity.signToken({
      iss: `https://sts.windows.net/${sandbox.tenant.id}/`,
      aud: GRAPH,
      tid: sandbox.tenant.id,
      oid: sandbox.tenant.registrations.server.servicePrincipalId,
      roles,
    });

  async function send(
    method: string,
    address: string,
    body?: string | Uint8Array<ArrayBuffer>,
    headers: Record<string, string> = {},
  ) {
    const url = address.replace(DOWNLOAD_ORIGIN, sandbox.graph.url.replace('/v1.0', ''));
    const response = await fetch(url, { method, headers, redirect: 'manual', ...(body !== undefined && { body }) });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: (isJson(text) ? JSON.parse(text) : {}) as Item,
    };
  }
  const isJson = (text: string) => text.startsWith('{');
  const ask = (method: string, path: string, body?: string | Uint8Array<ArrayBuffer>, bearer = token) =>
    send(method, sandbox.graph.url + path, body, { authorization: `Bearer ${bearer}`, 'content-type': 'text/plain' });
  const begin = (path: string, conflict = 'replace') =>
    ask(
      'POST',
      `${root}:/${path}:/createUploadSession`,
      JSON.stringify({ item: { '@microsoft.graph.conflictBehavior': conflict } }),
    );
  const piece = (url: string, from: number, bytes: number, total: number, headers = {}) =>
    send('PUT', url, new Uint8Array(bytes), {
      'content-range': `bytes ${from}-${from + bytes - 1}/${total}`,
      ...headers,
    });

  it('are open to an application that may write all files, and to nobody else', async () => {
    const { body: item } = await ask('PUT', `${root}:/a.txt:/content`, 'a');
    const everything = ['Files.Read.All', 'Sites.FullControl.All', 'Directory.Read.All'];
    const ofPerson = await sandbox.identity.signToken({
      iss: `https://sts.windows.net/${sandbox.tenant.id}/`,
      aud: GRAPH,
      tid: sandbox.tenant.id,
      oid: idOf('alan'),
      scp: 'Files.ReadWrite.All',
    });
    for (const endpoint of Object.keys(DRIVE_TABLE)) {
      const [method, pattern] = endpoint.split(' ') as [string, string];
      const path = pattern
        .replace(':id', idOf('alan'))
        .replace('special/*', 'special/approot:/a.txt')
        .replace(':drive', item.parentReference.driveId)
        .replace(':item', item.id);
      for (const bearer of [await withRoles(...everything), ofPerson])
        expect((await ask(method, path, undefined, bearer)).status, endpoint).to.equal(403);
    }
    for (const path of ['', '/content'])
      expect(
        (await ask('GET', `/drives/${item.parentReference.driveId}/items/${item.id}${path}`, undefined, ofPerson))
          .status,
      ).to.equal(403);
  });

  it("have the application's folder once it is requested, and take small files with their parent folders", async () => {
    expect((await ask('GET', root)).body).to.include({ name: 'Handback server' });
    const made = await ask('PUT', `${root}:/2026/R%C3%A9sum%C3%A9.txt:/content`, 'one');
    expect([made.status, made.body.name, made.body.size]).to.deep.equal([201, 'Résumé.txt', 3]);
    expect((await ask('PUT', `${root}:/2026/R%C3%A9sum%C3%A9.txt:/content`, '')).body).to.include({
      id: made.body.id,
      size: 0,
    });
    const listed = await ask('GET', `${root}:/2026:/children`);
    expect(listed.body.value.map(({ name }) => name)).to.deep.equal(['Résumé.txt']);
    const at = `/drives/${made.body.parentReference.driveId}/items/${made.body.id}`;
    const { status, headers } = await ask('GET', `${at}/content`);
    expect(status).to.equal(302);
    expect((await send('GET', headers.get('location')!)).status).to.equal(200);
    expect((await ask('DELETE', at)).status).to.equal(204);
    expect([(await ask('DELETE', at)).status, (await ask('GET', at)).status]).to.deep.equal([404, 404]);
  });

  it('resolve a name conflict as requested', async () => {
    const put = (conflict: string) =>
      ask('PUT', `${root}:/a.b.txt:/content?@microsoft.graph.conflictBehavior=${conflict}`, conflict);
    await put('replace');
    expect((await put('fail')).body.error.code).to.equal('nameAlreadyExists');
    expect((await put('rename')).body.name).to.equal('a.b 1.txt');
    expect((await put('nonsense')).status).to.equal(400);
    const folder = (conflict?: string) =>
      ask(
        'POST',
        `${root}/children`,
        JSON.stringify({ name: 'F', folder: {}, '@microsoft.graph.conflictBehavior': conflict }),
      );
    expect([(await folder()).status, (await folder()).status, (await folder('rename')).body.name]).to.deep.equal([
      201,
      409,
      'F 1',
    ]);
  });

  it('take large files piece by piece, each at its offset, without a token', async () => {
    expect((await begin('F/big.bin')).body.error.code, 'the folder is missing').to.equal('itemNotFound');
    await ask('POST', `${root}/children`, JSON.stringify({ name: 'F' }));
    const { uploadUrl, nextExpectedRanges } = (await begin('F/big.bin')).body;
    expect(nextExpectedRanges).to.deep.equal(['0-']);
    const total = PIECE * 2 + 5;
    const bearer = { authorization: `Bearer ${token}` };
    expect((await piece(uploadUrl, 0, PIECE, total, bearer)).status).to.equal(401);
    expect((await piece(uploadUrl, 0, PIECE - 1, total)).status, 'no multiple').to.equal(400);
    const first = await piece(uploadUrl, 0, PIECE, total);
    expect([first.status, first.body.nextExpectedRanges]).to.deep.equal([202, [`${PIECE}-`]]);
    expect((await piece(uploadUrl, 0, PIECE, total)).status, 'it is there').to.equal(416);
    expect((await send('GET', uploadUrl)).body.nextExpectedRanges).to.deep.equal([`${PIECE}-`]);
    expect((await ask('GET', `${root}:/F/big.bin`)).status, 'nothing before the end').to.equal(404);
    await piece(uploadUrl, PIECE, PIECE, total);
    const last = await piece(uploadUrl, PIECE * 2, 5, total);
    expect([last.status, last.body.size]).to.deep.equal([201, total]);
    expect((await send('GET', uploadUrl)).status).to.equal(404);
    const other = (await begin('F/other.bin')).body.uploadUrl;
    expect((await piece(other, 0, 0, 0)).status, 'an empty file has no pieces').to.equal(400);
    expect((await send('DELETE', other)).status).to.equal(204);
    expect(sandbox.graph.drives.openSessions()).to.equal(0);
  });

  it('can be missing, full and locked', async () => {
    const guest = sandbox.tenant.people.find(({ guestOf }) => guestOf)!;
    const none = await ask('GET', `/users/${guest.id}/drive/special/approot`);
    expect([none.status, none.body.error.code]).to.deep.equal([404, 'ResourceNotFound']);
    const drive = sandbox.graph.drives.of('alan');
    drive.room = 3;
    const full = await ask('PUT', `${root}:/a.txt:/content`, 'four');
    expect([full.status, full.body.error.code]).to.deep.equal([507, 'quotaLimitReached']);
    const { body: item } = await ask('PUT', `${root}:/a.txt:/content`, 'abc');
    drive.held.add(item.id);
    expect((await ask('DELETE', `${root}:/a.txt`)).status).to.equal(423);
    drive.isLocked = true;
    expect((await ask('PUT', `${root}:/b.txt:/content`, '')).status).to.equal(423);
  });

  it('accept only names that OneDrive accepts', async () => {
    for (const name of ['a:b', 'CON', 'desktop.ini', '~$a', 'a_vti_b', ' a', 'a.', 'x'.repeat(256), 'a|b']) {
      const { status } = await ask('PUT', `${root}:/${encodeURIComponent(name)}:/content`, 'a');
      expect(status, name).to.equal(400);
    }
  });

  it('report changes of the whole drive', async () => {
    const { body: item } = await ask('PUT', `${root}:/a.txt:/content`, 'a');
    const delta = await ask('GET', `/drives/${item.parentReference.driveId}/root/delta`);
    expect(delta.body.value.map(({ name }) => name)).to.include.members(['Apps', 'Handback server', 'a.txt']);
  });

  it('fail as a test orders: a request whose response is lost was executed', async () => {
    sandbox.graph.meddle(({ method }) => (method === 'PUT' ? 'lost' : null));
    const failed = await ask('PUT', `${root}:/a.txt:/content`, 'abc').catch(() => 'cut');
    expect(failed).to.equal('cut');
    sandbox.graph.meddle(null);
    expect((await ask('GET', `${root}:/a.txt`)).body.size).to.equal(3);
  });
});

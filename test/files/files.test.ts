import { mkdir, readdir, rename, rm, unlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'chai';
import { MAX_FILE_BYTES, type FileView } from '../../contract/files.ts';
import type { Problem } from '../../contract/problem.ts';
import { UNBOUND_MS } from '../../contract/unboundFiles.ts';
import { MAX_UNBOUND_FILES } from '../../server/files/fileService.ts';
import { answered, HOUR_MS, respond, useStage } from '../scenarios/support.ts';
import { someBytes } from '../support/someBytes.ts';

const RECEIPT = { name: 'receipt', type: 'file', label: 'Receipt', accept: ['.pdf', 'image/*'], required: true };
const GRACE_AND_ALAN = { users: ['grace@sandbox.test', 'alan@sandbox.test'] };

describe('files (behaviour 2.6)', () => {
  const log: string[] = [];
  const stage = useStage({ logTo: { write: (line: string) => void log.push(line) } });

  const ask = (more: object = {}) =>
    stage.ask({
      inputType: 'form',
      prompt: 'The receipt?',
      assignees: GRACE_AND_ALAN,
      variables: [RECEIPT, { name: 'other', type: 'file' }, { name: 'why', type: 'text' }],
      ...more,
    });

  interface Sent {
    requestId: string;
    by?: string;
    variable?: string;
    name?: string;
    type?: string;
    content?: string | Uint8Array<ArrayBuffer>;
  }

  async function upload<Body = FileView>({
    requestId,
    by = 'grace',
    variable = 'receipt',
    name = 'receipt.pdf',
    type = 'application/pdf',
    content = '%PDF',
  }: Sent) {
    const query = new URLSearchParams({ requestId, variable, name });
    const response = await fetch(`${stage.product.url}/api/files?${query}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${await tokenOf(by)}`, ...(type && { 'content-type': type }) },
      body: content,
    });
    return { status: response.status, body: (await response.json()) as Body };
  }

  const tokenOf = (name: string) => stage.product.sandbox.tokenFor(`${name}@sandbox.test`, { lifetimeSeconds: 3600 });

  async function download(id: string, by: string, method = 'GET') {
    const headers = { authorization: `Bearer ${await tokenOf(by)}` };
    return fetch(`${stage.product.url}/api/files/${id}`, { method, headers });
  }

  const onDisk = async () => {
    const folder = path.join(stage.product.config.dataDir, 'files');
    return readdir(folder).catch(() => []);
  };

  it('are uploaded, used in an answer, and read by those whom the request concerns', async () => {
    const requestId = await ask();
    const { status, body: file } = await upload({ requestId, name: '../Résumé (1)*.pdf' });
    expect(status).to.equal(201);
    expect(file).to.include({ name: 'Résumé (1).pdf', size: 4, type: 'application/pdf' });
    await answered(stage.grace, requestId, { values: { receipt: [{ ...file, name: 'forged', size: 1 }] } });
    const { values } = (await stage.result(requestId)) as { values: { receipt: FileView[] } };
    expect(values.receipt).to.deep.equal([file]);
    for (const by of ['grace', 'alan', 'ada']) {
      const response = await download(file.id, by);
      expect([response.status, await response.text()], by).to.deep.equal([200, '%PDF']);
      expect(response.headers.get('content-type')).to.equal('application/octet-stream');
      expect(response.headers.get('x-content-type-options')).to.equal('nosniff');
      expect(response.headers.get('content-disposition')).to.equal(
        "attachment; filename*=UTF-8''R%C3%A9sum%C3%A9%20%281%29.pdf",
      );
    }
    expect((await download(file.id, 'tim')).status).to.equal(404);

    const rows = await stage.services.ground.reader('audit').where({ subject: file.id }).orderBy('seq');
    const ids = await Promise.all(
      [stage.grace, stage.alan, stage.ada].map(async (by) => (await by.call<{ id: string }>('GET', '/me')).body.id),
    );
    expect(rows.map(({ action, actor, detail }) => [action, actor, detail])).to.deep.equal(
      ids.map((id) => ['file.downloaded', id, JSON.stringify({ request: requestId, verifiedBy: 'session' })]),
    );
  });

  const readers = async (id: string) => {
    const people = ['grace', 'alan', 'ada', 'tim'];
    const found = await Promise.all(people.map(async (by) => ((await download(id, by)).status === 200 ? [by] : [])));
    return found.flat();
  };

  it('are visible only to their uploader until an answer refers to them', async () => {
    const requestId = await ask({ strategy: 'all' });
    const [sent, left] = [(await upload({ requestId })).body, (await upload({ requestId })).body];
    const ofAlan = (await upload({ requestId, by: 'alan' })).body;
    expect(await readers(sent.id)).to.deep.equal(['grace']);
    const refused = await download(sent.id, 'alan');
    expect([refused.status, ((await refused.json()) as Problem).code]).to.deep.equal([404, 'not_found']);
    await answered(stage.grace, requestId, { values: { receipt: [sent] } });
    expect(await readers(sent.id)).to.deep.equal(['grace', 'alan', 'ada']);
    expect(await readers(left.id)).to.deep.equal(['grace']);
    expect(await readers(ofAlan.id), 'somebody else has answered').to.deep.equal(['alan']);
  });

  it('are not downloaded by HEAD, which tells their size and leaves no row in the audit', async () => {
    const requestId = await ask();
    const { id } = (await upload({ requestId })).body;
    const head = await download(id, 'grace', 'HEAD');
    expect([head.status, head.headers.get('content-length'), await head.text()]).to.deep.equal([200, '4', '']);
    expect(head.headers.get('content-disposition')).to.include('receipt.pdf');
    expect((await download(id, 'tim', 'HEAD')).status).to.equal(404);
    expect(await stage.services.ground.reader('audit').where({ subject: id })).to.deep.equal([]);
    await unlink(path.join(stage.product.config.dataDir, 'files', id));
    expect((await download(id, 'grace', 'HEAD')).status).to.equal(404);
  });

  it('are refused with the reason in the log while their folder cannot be used, and taken again afterwards', async () => {
    const requestId = await ask();
    const kept = (await upload({ requestId })).body;
    const folder = path.join(stage.product.config.dataDir, 'files');
    await rename(folder, `${folder}.away`);
    await writeFile(folder, 'no folder');
    log.length = 0;
    const refused = await upload<Problem>({ requestId });
    expect([refused.status, refused.body.code]).to.deep.equal([503, 'unavailable']);
    expect(refused.body.detail).to.include('folder for files').and.not.include(folder);
    expect((await download(kept.id, 'grace')).status).to.equal(503);
    const reasons = log.filter((line) => /caused by: Error: E[A-Z]+: /.test(line));
    expect(reasons).to.have.lengthOf(2);
    await rm(folder);
    await mkdir(folder);
    await rename(`${folder}.away/${kept.id}`, `${folder}/${kept.id}`);
    expect((await upload({ requestId })).status).to.equal(201);
    expect((await download(kept.id, 'grace')).status).to.equal(200);
  });

  it("can be on the author's hosts, beside uploads", async () => {
    const validation = { hosts: ['files.test'] };
    const requestId = await ask({ variables: [{ ...RECEIPT, validation }] });
    const sent = (await upload({ requestId })).body;
    const link = { url: 'https://files.test/a.pdf', name: 'a.pdf' };
    const elsewhere = await respond(stage.grace, requestId, {
      values: { receipt: [{ url: 'https://other.test/a.pdf', name: 'a.pdf' }] },
    });
    expect(elsewhere).to.have.nested.property('body.checks.receipt.id', 'fileAddress');
    await answered(stage.grace, requestId, { values: { receipt: [link, sent] } });
    expect(await stage.result(requestId)).to.deep.include({ values: { receipt: [link, sent] } });
    expect(await readers(sent.id)).to.include('grace');
  });

  it('stay unbound if the answer came too late', async () => {
    const requestId = await ask();
    const sent = (await upload({ requestId })).body;
    const late = (await upload({ requestId, by: 'alan' })).body;
    const [first, second] = await Promise.all([
      respond(stage.grace, requestId, { values: { receipt: [sent] } }),
      respond(stage.alan, requestId, { values: { receipt: [late] } }),
    ]);
    const [file, uploader] = first.status === 200 ? [late, 'alan'] : [sent, 'grace'];
    expect([first.status, second.status].sort()).to.deep.equal([200, 409]);
    expect(await readers(file.id)).to.deep.equal([uploader]);
    expect(await stage.services.ground.reader('files').where({ id: file.id }).first('bound_at')).to.deep.equal({
      bound_at: null,
    });
    await stage.after(UNBOUND_MS + HOUR_MS);
    expect(await onDisk()).to.not.include(file.id);
  });

  it('of any bytes come back unchanged', async () => {
    const requestId = await ask();
    const content = someBytes(300_000);
    const { body: file } = await upload({ requestId, name: 'a.png', type: 'image/png', content });
    const back = new Uint8Array(await (await download(file.id, 'grace')).arrayBuffer());
    expect(Buffer.compare(back, content)).to.equal(0);
  });

  it('are refused with the name of the field, and nothing is stored', async () => {
    const requestId = await ask();
    const before = await onDisk();
    const refused: [Sent, status: number, code: string, field?: string][] = [
      [{ requestId, name: 'receipt.exe', type: 'application/x-program' }, 422, 'validation_failed', 'receipt'],
      [{ requestId, variable: 'why' }, 422, 'validation_failed', 'variable'],
      [{ requestId, variable: 'nothing' }, 422, 'validation_failed', 'variable'],
      [{ requestId, name: '' }, 422, 'validation_failed', 'name'],
      [{ requestId: 'nonsense' }, 422, 'validation_failed', 'requestId'],
      [{ requestId, by: 'tim' }, 404, 'not_found'],
      [{ requestId: '01ARZ3NDEKTSV4RRFFQ69G5FAV-ask' }, 404, 'not_found'],
    ];
    for (const [sent, status, code, field] of refused) {
      const { status: got, body } = await upload<Problem>(sent);
      expect([got, body.code], JSON.stringify(sent)).to.deep.equal([status, code]);
      if (field) expect(body.fields).to.have.property(field);
      if (field === 'receipt') expect(body.checks).to.have.nested.property('receipt.id', 'fileType');
    }
    expect(await onDisk()).to.deep.equal(before);
  });

  it('are refused if they are too large, announced or not', async () => {
    const requestId = await ask();
    const before = await onDisk();
    const announced = await upload<Problem>({ requestId, content: new Uint8Array(MAX_FILE_BYTES + 1) });
    expect([announced.status, announced.body.code]).to.deep.equal([413, 'payload_too_large']);
    expect(announced.body.checks).to.deep.equal({ receipt: { id: 'fileTooLarge', values: { mebibytes: 25 } } });
    const query = new URLSearchParams({ requestId, variable: 'receipt', name: 'a.pdf' });
    let left = MAX_FILE_BYTES / (1024 * 1024) + 2;
    const chunk = new Uint8Array(1024 * 1024);
    const endless = new ReadableStream({
      pull: (controller) => (left-- > 0 ? controller.enqueue(chunk) : controller.close()),
    });
    const response = await fetch(`${stage.product.url}/api/files?${query}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${await tokenOf('grace')}`, 'content-type': 'application/pdf' },
      body: endless,
      duplex: 'half',
    });
    expect(response.status).to.equal(413);
    expect(response.headers.get('content-type')).to.equal('application/problem+json');
    const { checks, detail } = (await response.json()) as Problem;
    expect(checks).to.deep.equal(announced.body.checks);
    expect(detail).to.equal('A file can have at most 25 MiB.');
    expect(await onDisk()).to.deep.equal(before);
  });

  it('can be used only by the field, the request and the person they were uploaded for', async () => {
    const [requestId, another] = [await ask(), await ask()];
    const own = (await upload({ requestId })).body;
    const ofAlan = (await upload({ requestId, by: 'alan' })).body;
    const elsewhere = (await upload({ requestId: another })).body;
    const inOther = (await upload({ requestId, variable: 'other' })).body;
    const unknown = { ...own, id: '01ARZ3NDEKTSV4RRFFQ69G5FAV' };
    for (const wrong of [ofAlan, elsewhere, inOther, unknown]) {
      const { status, body } = await stage.grace.call<Problem>('POST', `/user/notifications/${requestId}/respond`, {
        values: { receipt: [wrong] },
      });
      expect([status, Object.keys(body.fields ?? {})]).to.deep.equal([422, ['receipt']]);
    }
    await answered(stage.grace, requestId, { values: { receipt: [own], other: [inOther] } });
  });

  it('count once, however often an answer lists them', async () => {
    const several = { ...RECEIPT, validation: { min: 2, hosts: ['files.test'] } };
    const requestId = await ask({ variables: [several] });
    const [file, another] = [(await upload({ requestId })).body, (await upload({ requestId })).body];
    const link = { url: 'https://files.test/a.pdf', name: 'a.pdf' };
    for (const twice of [
      [file, file],
      [link, link],
    ]) {
      const refused = await respond(stage.grace, requestId, { values: { receipt: twice } });
      expect(refused).to.have.deep.nested.property('body.checks.receipt', { id: 'atLeastFiles', values: { count: 2 } });
    }
    await answered(stage.grace, requestId, { values: { receipt: [file, another, file, link, link] } });
    expect(await stage.result(requestId)).to.deep.include({ values: { receipt: [file, another, link] } });
  });

  it('are no longer accepted once the question is closed', async () => {
    const requestId = await ask({ timeout: 'PT1H' });
    await stage.after(HOUR_MS);
    const { status, body } = await upload<Problem>({ requestId });
    expect([status, body.code]).to.deep.equal([409, 'request_closed']);
  });

  it('are deleted after a day if no answer refers to them, and otherwise stay with their request', async () => {
    const requestId = await ask({ timeout: 'P7D' });
    const kept = (await upload({ requestId })).body;
    const unused = (await upload({ requestId })).body;
    await answered(stage.grace, requestId, { values: { receipt: [kept] } });
    await stage.after(UNBOUND_MS + HOUR_MS);
    expect((await download(unused.id, 'grace')).status).to.equal(404);
    expect((await download(kept.id, 'grace')).status).to.equal(200);
    expect(await onDisk())
      .to.include(kept.id)
      .and.not.include(unused.id);
  });

  it('cannot accumulate without an answer', async () => {
    const requestId = await ask();
    const { reader } = stage.services.ground;
    const row = await reader('files').first();
    const more = Array.from({ length: MAX_UNBOUND_FILES }, (_, n) => ({
      ...row,
      id: String(n).padStart(26, '0'),
      person: '10000000-0000-4000-8000-000000000003',
      bound_at: null,
      created_at: stage.now(),
    }));
    await stage.services.ground.units.run(({ trx }) => trx('files').insert(more));
    const { status, body } = await upload<Problem>({ requestId, by: 'alan' });
    expect([status, Object.keys(body.fields ?? {})]).to.deep.equal([422, ['receipt']]);
  });
});

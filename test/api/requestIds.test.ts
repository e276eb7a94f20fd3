import net from 'node:net';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';
import type { Problem } from '../../contract/problem.ts';
import { useStage } from '../scenarios/support.ts';

const ULID = /^[0-9A-HJKMNP-TV-Z]{26}$/;
const JSON_TYPE = { 'content-type': 'application/json' };
const GIVEN = 'proxy-4f2a.91:7';

describe('the id of a request', () => {
  const stage = useStage({ chats: true });
  const get = (path: string, headers: Record<string, string> = {}) => fetch(`${stage.product.url}${path}`, { headers });
  const idOf = (response: Response) => response.headers.get('x-request-id');

  it('stands on every answer: pages, files, the API, problems, probes, and what no route knows', async () => {
    const paths = [
      '/',
      '/api/client-config',
      '/api/me',
      '/api/nowhere',
      '/nowhere.js',
      '/livez',
      '/readyz',
      '/metrics',
    ];
    paths.push('/api/flow/external-response?token=x', '/api/flow/external-response/style.css', '/api/flows/%zz');
    paths.push(`/api/flows/${'x'.repeat(300)}`, '/api/docs/static/index.html', '/assets/..%2f..%2fpackage.json');
    const ids = await Promise.all(paths.map(async (path) => [path, idOf(await get(path))] as const));
    for (const [path, id] of ids) expect(id, path).to.match(ULID);
    expect(new Set(ids.map(([, id]) => id)).size).to.equal(paths.length);
    for (const path of ['/messages', '/slack/events', '/chats'])
      expect(idOf(await fetch(`${stage.product.url}/api${path}`, { method: 'POST' })), path).to.match(ULID);
  });

  it('stands on a stream of events, which is written past the framework', async () => {
    const authorization = `Bearer ${await stage.product.sandbox.tokenFor('ada@sandbox.test')}`;
    const response = await get('/api/events', { authorization });
    expect([response.status, idOf(response)![0]]).to.deep.equal([200, idOf(response)![0]]);
    expect(idOf(response)).to.match(ULID);
    await response.body!.cancel();
  });

  it('stands in the problem too, also where it is no HTTP', async () => {
    for (const path of ['/api/me', '/api/nowhere', '/api/flows/%zz']) {
      const response = await get(path);
      expect(((await response.json()) as Problem).requestId, path).to.equal(idOf(response));
    }
    const page = await get('/api/flow/external-response?token=x', { accept: 'application/json' });
    expect(((await page.json()) as Problem).requestId).to.equal(idOf(page));

    const socket = net.connect(Number(new URL(stage.product.url).port), 'localhost').end('NONSENSE\r\n\r\n');
    const [head, body] = (await text(socket)).split('\r\n\r\n');
    expect((JSON.parse(body!) as Problem).requestId).to.match(ULID);
    expect(head).to.include(`x-request-id: ${(JSON.parse(body!) as Problem).requestId}`);
  });

  it('is ours, whatever a stranger gives', async () => {
    expect(idOf(await get('/api/me', { 'x-request-id': GIVEN }))).to.match(ULID);
  });

  describe('behind a proxy that is trusted', () => {
    const behind = useStage({ config: { trustedProxies: ['127.0.0.0/8', '::1'] } });
    const ask = async (id: string) =>
      idOf(await fetch(`${behind.product.url}/api/me`, { headers: { 'x-request-id': id } }));

    it('is the one that the proxy gave', async () => {
      expect(await ask(GIVEN)).to.equal(GIVEN);
    });

    it('is ours where that is not well-formed', async () => {
      for (const bad of ['short', 'x'.repeat(129), 'two words', 'a"quotation', '{"security":true}', 'naïve-request'])
        expect(await ask(bad), bad).to.match(ULID);
    });
  });

  describe('in the log', () => {
    const lines: { requestId?: string; msg: string; level: number }[] = [];
    const logged = useStage({
      chats: true,
      config: { logLevel: 'debug' },
      logTo: { write: (line: string) => void lines.push(JSON.parse(line) as (typeof lines)[number]) },
    });

    it('stands in every line that a request leads to', async () => {
      const { writer } = logged.services.ground.database;
      await writer.raw("create trigger no_chats before insert on chats begin select raise(abort, 'by a test'); end");
      lines.length = 0;
      const failed = await logged.ada.call('POST', '/chats', { name: 'x' });
      expect(failed.status).to.equal(500);
      const ids = [failed.headers.get('x-request-id')];
      for (const path of ['/messages', '/slack/events']) {
        const refused = await fetch(`${logged.product.url}/api${path}`, {
          method: 'POST',
          headers: JSON_TYPE,
          body: '{}',
        });
        expect(refused.status, path).to.be.within(400, 415);
        ids.push(idOf(refused));
      }
      expect(lines.length).to.be.at.least(3);
      for (const { requestId, msg } of lines) expect(ids, msg).to.include(requestId);
    });
  });
});

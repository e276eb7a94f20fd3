import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';
import { failureWords } from '../../../desktop/renderer/flows/failureWords.ts';
import { inEnglish, inGerman } from '../../desktop/support/words.ts';
import { createGuardedFetch } from '../../../server/foundation/http/outbound.ts';
import { createHttpNode } from '../../../server/flow/nodes/http.ts';
import { visits } from './visit.ts';

const { visit, failureOf } = visits();

interface Seen {
  method?: string;
  url?: string;
  headers: IncomingHttpHeaders;
  body: string;
}

describe('The HTTP node', () => {
  let base: string;
  let seen: Seen[] = [];
  const server = createServer((request, response) => void reply(request, response));

  async function reply(request: IncomingMessage, response: ServerResponse): Promise<unknown> {
    const body = await text(request);
    seen.push({ method: request.method, url: request.url, headers: request.headers, body });
    const { pathname } = new URL(request.url!, 'http://here');
    if (pathname === '/slow') return undefined; // never answers
    if (pathname === '/away') return response.writeHead(302, { location: '/' }).end();
    if (pathname === '/missing')
      return response.writeHead(404, { 'content-type': 'application/problem+json' }).end('{"no":1}');
    if (pathname === '/broken') return response.writeHead(200, { 'content-type': 'application/json' }).end('{"no');
    if (pathname === '/text') return response.writeHead(200, { 'content-type': 'text/plain' }).end('{"a":1}');
    return response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' }).end('{"a":[1,2]}');
  }

  const secrets = new Map([['s1', 'hunter2']]);
  const openAnswered = async (reference: string) => secrets.get(reference) ?? null;
  let node: ReturnType<typeof createHttpNode>;

  before(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    base = `http://${host}`;
    node = createHttpNode({
      guardedFetch: createGuardedFetch({ allowedPrivateHosts: [host] }),
      refusalOf: () => null,
      openAnswered,
      openSecret: async () => null,
    });
  });
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  beforeEach(() => {
    seen = [];
  });

  it('returns status, headers and the body as JSON', async () => {
    const result = await visit(node, { url: `${base}/` });
    expect(result).to.deep.include({ kind: 'output', summary: `GET ${new URL(base).host}: 200` });
    expect((result as { output: object }).output).to.deep.include({ status: 200, body: { a: [1, 2] } });
  });

  it('leaves a body that is not JSON unchanged', async () => {
    expect(await visit(node, { url: `${base}/text` })).to.nested.include({ 'output.body': '{"a":1}' });
    expect(await visit(node, { url: `${base}/broken` })).to.nested.include({ 'output.body': '{"no' });
  });

  it('sends JSON, headers and a key that a repeat of the visit shares', async () => {
    const config = { method: 'POST', url: base, json: '{ "total": amount }', headers: { 'X-Who': '{{ who }}' } };
    await visit(node, config, { amount: 5, who: 'Ada' });
    await visit(node, config, { amount: 5, who: 'Ada' });
    const [first, second] = seen;
    expect(first).to.include({ method: 'POST', body: '{"total":5}' });
    expect(first!.headers).to.include({ 'content-type': 'application/json', 'x-who': 'Ada' });
    expect(first!.headers['idempotency-key']).to.equal('01ARZ3NDEKTSV4RRFFQ69G5FAV-node.2');
    expect(second!.headers['idempotency-key']).to.equal(first!.headers['idempotency-key']);
  });

  it("sends text, with the author's content type", async () => {
    await visit(
      node,
      { method: 'PUT', url: base, text: 'a={{ a }}', headers: { 'Content-Type': 'text/csv' } },
      { a: 1 },
    );
    expect(seen[0]).to.include({ method: 'PUT', body: 'a=1' });
    expect(seen[0]!.headers['content-type']).to.equal('text/csv');
  });

  it('escapes values inserted into an address', async () => {
    await visit(node, { url: `${base}/people/{{ name }}?q={{ q }}` }, { name: '../admin?x=1#', q: 'a&b=c' });
    expect(seen[0]!.url).to.equal('/people/..%2Fadmin%3Fx%3D1%23?q=a%26b%3Dc');
  });

  it("calls only the author's host, whatever is inserted into the address", async () => {
    const named = { url: `${base}/people/{{ name }}{{ more }}/{{ part }}` };
    for (const part of ['..', '.'])
      for (const context of [
        { name: part, part: 'admin' },
        { name: 'ada', part },
        { name: '.', more: '.', part: 'admin' },
      ]) {
        const failed = await failureOf(node, named, { more: '', ...context });
        expect(failed.code).to.equal('http_bad_url');
        const words = [inEnglish, inGerman].map((text) => failureWords(failed, text));
        expect(new Set(words).size, words.join()).to.equal(2);
      }
    expect(seen).to.deep.equal([]);
    await visit(node, named, { name: '...', more: 'a.b', part: '%2e%2e' });
    await visit(node, { url: `${base}/people/../{{ part }}/x?up={{ up }}` }, { part: 'a', up: '../..' });
    expect(seen.map(({ url }) => url)).to.deep.equal(['/people/...a.b/%252e%252e', '/a/x?up=..%2F..']);
  });

  it('accepts a whole address from the context', async () => {
    await visit(node, { url: ' {{ link }} ' }, { link: `${base}/a?b=c` });
    expect(seen[0]!.url).to.equal('/a?b=c');
  });

  it('opens a secret only to send it', async () => {
    const config = { url: base, secretHeaders: { 'X-Key': 'login.values.key' } };
    const result = await visit(node, config, { login: { values: { key: { secret: 's1' } } } });
    expect(seen[0]!.headers['x-key']).to.equal('hunter2');
    expect(JSON.stringify(result)).to.not.include('hunter2');
    for (const key of [{ secret: 'unknown' }, 'hunter2', null])
      expect((await failureOf(node, config, { login: { values: { key } } })).code).to.equal('secret_unavailable');
  });

  it('fails for a status of 400 and above, unless the author accepts it', async () => {
    const { code, message } = await failureOf(node, { url: `${base}/missing?token=abc` });
    expect(code).to.equal('http_status');
    expect(message).to.equal(`${new URL(base).host} answered with status 404.`);
    const accepted = await visit(node, { url: `${base}/missing`, acceptStatus: [404] });
    expect(accepted).to.deep.nested.include({ 'output.status': 404, 'output.body': { no: 1 } });
  });

  const failures: [string, object, string][] = [
    ['an address that does not answer', { url: '/slow', timeout: 50 }, 'http_timeout'],
    ['a redirect', { url: '/away' }, 'http_redirect_refused'],
    ['a header that changes the transport', { url: '/', headers: { Host: 'x' } }, 'http_bad_header'],
    ['a line break in a header', { url: '/', headers: { 'X-A': '{{ "a\\r\\nb: c" }}' } }, 'http_bad_header'],
  ];
  for (const [what, config, code] of failures)
    it(`fails for ${what}`, async () => {
      const { url } = config as { url: string };
      const failed = await failureOf(node, { ...config, url: base + url });
      expect(failed.code).to.equal(code);
      const words = [inEnglish, inGerman].map((text) => failureWords(failed, text));
      expect(words[0]!.replaceAll(/[“”]/g, '"')).to.equal(failed.message);
      expect(words[1]).to.not.equal(words[0]);
    });

  it('cannot reach non-public addresses', async () => {
    for (const url of [
      'http://127.0.0.1:1/',
      'https://127.0.0.1:1/',
      'https://169.254.169.254/',
      'not an address',
      'file:///etc/passwd',
    ])
      expect((await failureOf(node, { url })).code, url).to.be.oneOf(['http_bad_url', 'http_address_refused']);
  });
});

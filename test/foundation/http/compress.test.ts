import { expect } from 'chai';
import fastify from 'fastify';
import { gunzipSync } from 'node:zlib';
import { installCompression } from '../../../server/foundation/http/compress.ts';

const LONG = { items: Array.from({ length: 500 }, (_, n) => `Café ${n}`) };

describe('response compression', () => {
  const app = fastify();
  installCompression(app);
  app.get('/long', () => LONG);
  app.get('/short', () => ({ items: [] }));
  app.get('/problem', (_request, reply) => reply.code(400).type('application/problem+json').send(LONG));
  app.get('/page', (_request, reply) => reply.type('text/html').send('<p>a page</p>'.repeat(500)));
  after(() => app.close());

  const ask = (url: string, encodings?: string, method: 'GET' | 'HEAD' = 'GET') =>
    app.inject({ method, url, headers: encodings === undefined ? {} : { 'accept-encoding': encodings } });

  it('compresses long responses for clients that accept it', async () => {
    for (const url of ['/long', '/problem']) {
      const { headers, rawPayload } = await ask(url, 'gzip, deflate, br');
      expect(headers).to.include({ 'content-encoding': 'gzip', vary: 'accept-encoding' });
      expect(headers['content-length']).to.equal(String(rawPayload.length));
      expect(rawPayload.length).to.be.below(JSON.stringify(LONG).length / 2);
      expect(JSON.parse(gunzipSync(rawPayload).toString())).to.deep.equal(LONG);
    }
  });

  it('leaves short responses, pages, and unsupported encodings alone', async () => {
    for (const [url, encodings] of [
      ['/short', 'gzip'],
      ['/page', 'gzip'],
      ['/long', undefined],
      ['/long', 'br'],
      ['/long', 'gzip;q=0'],
    ] as const) {
      const { headers, body } = await ask(url, encodings);
      expect(headers, `${url} ${encodings}`).to.not.have.property('content-encoding');
      expect(Number(headers['content-length'])).to.equal(Buffer.byteLength(body));
    }
    expect((await ask('/long', 'gzip', 'HEAD')).headers).to.not.have.property('content-encoding');
  });

  it('lets caches tell the two apart', async () => {
    expect((await ask('/long')).headers).to.include({ vary: 'accept-encoding' });
  });
});

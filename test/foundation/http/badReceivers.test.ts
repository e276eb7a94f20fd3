import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { createGuardedFetch, OutboundError, type GuardedRequest } from '../../../server/foundation/http/outbound.ts';
import { whyUnreachable } from '../../../server/foundation/http/unreachable.ts';

const MIB = 2 ** 20;
const servers: Server[] = [];
after(() => servers.forEach((server) => server.close()));

/** A server that does with each connection what it wants, once a request has arrived. */
async function receiver(treat: (socket: Socket) => unknown): Promise<{ host: string; sockets: Socket[] }> {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => undefined).once('data', () => treat(socket));
  });
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return { host: `127.0.0.1:${(server.address() as AddressInfo).port}`, sockets };
}

async function fetched(treat: (socket: Socket) => unknown, request?: GuardedRequest) {
  const { host } = await receiver(treat);
  return createGuardedFetch({ allowedPrivateHosts: [host] })(`http://${host}/`, request);
}

/** The code and reason of its refusal, or what it answered. */
const outcome = (treat: (socket: Socket) => unknown, request?: GuardedRequest): Promise<unknown> =>
  fetched(treat, request).then(
    ({ body }) => body,
    (error: unknown) => {
      if (error instanceof OutboundError) return [error.code, error.values['why']];
      throw error;
    },
  );

const OK = 'HTTP/1.1 200 OK\r\nconnection: close\r\n';
const whole = (head: string, body: Uint8Array | string) => (socket: Socket) => {
  socket.write(`${OK}${head}content-length: ${Buffer.from(body).length}\r\n\r\n`);
  socket.end(body);
};

describe('a receiver that behaves badly', () => {
  it('is told from one that cannot be reached, if it closes before its answer is complete', async () => {
    const CUT: ((socket: Socket) => unknown)[] = [
      (socket) => socket.destroy(),
      (socket) => socket.resetAndDestroy(),
      (socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-le'),
      (socket) => socket.end(`${OK}content-length: 1000\r\n\r\n{"a":`),
      (socket) => socket.end(`${OK}transfer-encoding: chunked\r\n\r\n5\r\n{"a":\r\n`),
    ];
    for (const treat of CUT) expect(await outcome(treat), String(treat)).to.deep.equal(['unreachable', 'cut']);
  });

  it('is told from one that cannot be reached, if its answer is not HTTP', async () => {
    const MALFORMED = [
      'SSH-2.0-OpenSSH_9\r\n',
      'HTTP/1.1 200 OK\r\ncontent-length: abc\r\n\r\n',
      `${OK}transfer-encoding: chunked\r\n\r\nzz\r\n`,
      'HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n',
    ];
    for (const bytes of MALFORMED)
      expect(await outcome((socket) => socket.end(bytes)), bytes).to.deep.equal(['unreachable', 'malformed']);
  });

  it('is told from one that cannot be reached, if its headers are too large', async () => {
    const large = `${OK}x-large: ${'a'.repeat(20_000)}\r\ncontent-length: 0\r\n\r\n`;
    expect(await outcome((socket) => socket.end(large))).to.deep.equal(['unreachable', 'headers']);
  });

  it('is told from one that cannot be reached, if its certificate is not trusted or its name is unknown', () => {
    const reasons = Object.fromEntries(
      [
        'CERT_HAS_EXPIRED',
        'DEPTH_ZERO_SELF_SIGNED_CERT',
        'SELF_SIGNED_CERT_IN_CHAIN',
        'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
        'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
        'ERR_TLS_CERT_ALTNAME_INVALID',
        'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED',
        'ENOTFOUND',
        'ECONNREFUSED',
      ].map((code) => [code, whyUnreachable(Object.assign(new Error(code), { code }))]),
    );
    expect(reasons).to.deep.equal({
      CERT_HAS_EXPIRED: 'certificate',
      DEPTH_ZERO_SELF_SIGNED_CERT: 'certificate',
      SELF_SIGNED_CERT_IN_CHAIN: 'certificate',
      UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'certificate',
      UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'certificate',
      ERR_TLS_CERT_ALTNAME_INVALID: 'certificate',
      ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED: 'silent',
      ENOTFOUND: 'nameless',
      ECONNREFUSED: 'silent',
    });
  });

  it('may compress its answer, although it was asked not to', async () => {
    const text = '{"a":"ä"}';
    const WAYS: [encoding: string, body: Buffer | string][] = [
      ['gzip', gzipSync(text)],
      ['X-GZIP', gzipSync(text)],
      ['deflate', deflateSync(text)],
      ['deflate', deflateRawSync(text)],
      ['br', brotliCompressSync(text)],
      ['deflate, gzip', gzipSync(deflateSync(text))],
      ['identity', text],
      ['utf-8', text], // no encoding at all, but sent
    ];
    for (const [encoding, body] of WAYS)
      expect(await outcome(whole(`content-encoding: ${encoding}\r\n`, body)), encoding).to.equal(text);
    expect(await outcome(whole('content-encoding: gzip\r\n', ''))).to.equal('');
  });

  it('gets no more room by compressing', async () => {
    for (const [encoding, compress] of Object.entries({
      gzip: gzipSync,
      br: brotliCompressSync,
      deflate: deflateSync,
    })) {
      const sent = (size: number) => outcome(whole(`content-encoding: ${encoding}\r\n`, compress(Buffer.alloc(size))));
      expect(await sent(MIB + 1), encoding).to.deep.equal(['too_large', undefined]);
      expect(await sent(MIB), encoding).to.have.length(MIB);
    }
  });

  it('is reported if what it compressed is damaged', async () => {
    for (const [encoding, bytes] of [
      ['gzip', 'plain'],
      ['br', 'plain text'],
      ['gzip', gzipSync('cut short').subarray(0, 15)],
    ] as const)
      expect(await outcome(whole(`content-encoding: ${encoding}\r\n`, bytes)), encoding).to.deep.equal([
        'unreachable',
        'malformed',
      ]);
  });

  it('is left as soon as its answer is no longer needed', async () => {
    for (const begins of ['', `${OK}content-length: 10\r\n\r\nx`]) {
      const stop = new AbortController();
      let requests = 0;
      const { host, sockets } = await receiver((socket) => {
        requests++;
        socket.write(begins);
        setImmediate(() => stop.abort(new Error('not needed')));
      });
      const fetch = createGuardedFetch({ allowedPrivateHosts: [host] });
      const caught = await fetch(`http://${host}/`, { signal: stop.signal, timeoutMs: 30_000 }).catch(String);
      expect(caught).to.equal('Error: not needed');
      await new Promise<void>((closed) =>
        sockets[0]!.destroyed ? closed() : sockets[0]!.once('close', () => closed()),
      );
      expect(await fetch(`http://${host}/`, { signal: stop.signal }).catch(String)).to.equal('Error: not needed');
      expect(requests).to.equal(1);
    }
  });
});

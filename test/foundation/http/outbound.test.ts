import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import fc from 'fast-check';
import {
  createGuardedFetch,
  createPlatformFetch,
  isPublicAddress,
  OutboundError,
  type GuardedRequest,
  type OutboundCode,
} from '../../../server/foundation/http/outbound.ts';

const servers: Server[] = [];
after(() => servers.forEach((server) => server.close()));

async function listen(handler: RequestListener): Promise<{ host: string; origin: string; port: number }> {
  const server = createServer(handler);
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return { host: `127.0.0.1:${port}`, origin: `http://127.0.0.1:${port}`, port };
}

/** The code of a guarded fetch's refusal, or `answered`. */
const outcome = (answer: Promise<unknown>): Promise<OutboundCode | 'answered'> =>
  answer.then(
    () => 'answered' as const,
    (error: unknown) => {
      if (error instanceof OutboundError) return error.code;
      throw error;
    },
  );

describe('isPublicAddress', () => {
  const REFUSED: Record<string, string[]> = {
    loopback: ['127.0.0.1', '127.255.255.254', '::1'],
    'this network': ['0.0.0.0', '0.1.2.3', '::'],
    private: ['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', 'fc00::1', 'fd00:ec2::254'],
    'link-local and metadata services': ['169.254.169.254', 'fe80::1', 'fec0::1', '168.63.129.16'],
    'carrier-grade NAT': ['100.64.0.1', '100.127.255.255'],
    'multicast and broadcast': ['224.0.0.1', '239.255.255.255', '255.255.255.255', 'ff02::1'],
    'reserved and documentation': ['192.0.0.1', '192.0.2.1', '198.18.0.1', '203.0.113.5', '240.0.0.1', '2001:db8::1'],
    'IPv4 inside IPv6': [
      '::ffff:10.0.0.1',
      '::ffff:8.8.8.8',
      '::127.0.0.1',
      '64:ff9b::7f00:1',
      '64:ff9b:1::1',
      '2002:7f00:1::1',
    ],
    'tunnels and unassigned addresses': ['2001::1', '100::1', '5f00::1', '4000::1', '::ffff:0:127.0.0.1'],
    'no address': ['', 'localhost', '1.2.3', '256.1.1.1', 'fe80::1%eth0', '[::1]'],
  };
  for (const [kind, addresses] of Object.entries(REFUSED))
    it(`refuses: ${kind}`, () => expect(addresses.filter(isPublicAddress)).to.deep.equal([]));

  it('accepts public addresses', () => {
    const reachable = ['8.8.8.8', '1.1.1.1', '172.15.0.1', '172.32.0.1', '100.63.255.255', '2606:4700::1111'];
    expect(reachable.filter((address) => !isPublicAddress(address))).to.deep.equal([]);
  });

  it('refuses every address of the private IPv4 networks, however it is written', () => {
    const octet = fc.nat(255);
    const inside = fc.oneof(
      fc.tuple(fc.constantFrom(0, 10, 127), octet, octet, octet),
      fc.tuple(fc.constant(172), fc.integer({ min: 16, max: 31 }), octet, octet),
      fc.tuple(fc.constant(192), fc.constant(168), octet, octet),
      fc.tuple(fc.constant(169), fc.constant(254), octet, octet),
      fc.tuple(fc.constant(100), fc.integer({ min: 64, max: 127 }), octet, octet),
      fc.tuple(fc.integer({ min: 224, max: 255 }), octet, octet, octet),
    );
    const hex = (high: number, low: number): string => ((high << 8) | low).toString(16);
    fc.assert(
      fc.property(inside, ([a, b, c, d]) => {
        const forms = [`${a}.${b}.${c}.${d}`, `::ffff:${a}.${b}.${c}.${d}`, `::ffff:${hex(a, b)}:${hex(c, d)}`];
        forms.push(`64:ff9b::${hex(a, b)}:${hex(c, d)}`, `2002:${hex(a, b)}:${hex(c, d)}::1`, `::${a}.${b}.${c}.${d}`);
        return forms.every((form) => !isPublicAddress(form));
      }),
      { numRuns: 500 },
    );
  });

  it('refuses every IPv6 address outside the allocated ranges', () => {
    const group = fc.nat(0xffff);
    const outside = group.filter((first) => first >> 13 !== 1);
    fc.assert(
      fc.property(
        outside,
        fc.array(group, { minLength: 7, maxLength: 7 }),
        (first, rest) => !isPublicAddress([first, ...rest].map((part) => part.toString(16)).join(':')),
      ),
      { numRuns: 500 },
    );
  });
});

describe('guarded fetch', () => {
  const REFUSED: [address: string, code: OutboundCode][] = [
    ['nonsense', 'bad_url'],
    ['file:///etc/passwd', 'bad_url'],
    ['gopher://example.com/', 'bad_url'],
    ['http://example.com/', 'bad_url'],
    ['https://user:word@example.com/', 'bad_url'],
    ['https://127.0.0.1/', 'address_refused'],
    ['https://2130706433/', 'address_refused'],
    ['https://0x7f.1/', 'address_refused'],
    ['https://0177.0.0.1/', 'address_refused'],
    ['https://[::1]/', 'address_refused'],
    ['https://[::ffff:127.0.0.1]/', 'address_refused'],
    ['https://169.254.169.254/metadata/identity/oauth2/token', 'address_refused'],
    ['https://localhost/', 'address_refused'],
  ];
  for (const [address, code] of REFUSED)
    it(`refuses ${address}`, async () =>
      expect(await outcome(createGuardedFetch({ allowedPrivateHosts: [] })(address))).to.equal(code));

  it('refuses a name that resolves to a private address, alone or among public ones', async () => {
    for (const addresses of [['10.0.0.7'], ['2000::1', '10.0.0.7'], ['::ffff:10.0.0.7']]) {
      const fetch = createGuardedFetch({ allowedPrivateHosts: [], resolve: async () => addresses });
      expect(await outcome(fetch('https://inside.test/'))).to.equal('address_refused');
    }
  });

  it('connects to the very address it has checked, so that DNS rebinding has no effect', async () => {
    let connections = 0;
    const { port } = await listen((_, response) => response.end('reached'));
    servers.at(-1)!.on('connection', () => connections++);
    // 2000::1 counts as public but is unassigned.
    let asked = 0;
    const resolve = async () => (asked++ === 0 ? ['2000::1'] : ['127.0.0.1']);
    const fetch = createGuardedFetch({ allowedPrivateHosts: [], resolve });
    expect(await outcome(fetch(`https://rebind.test:${port}/`, { timeoutMs: 300 }))).to.be.oneOf([
      'unreachable',
      'timeout',
    ]);
    expect(await outcome(fetch(`https://rebind.test:${port}/`, { timeoutMs: 300 }))).to.equal('address_refused');
    expect([asked, connections]).to.deep.equal([2, 0]);
  });

  it('gives up at the deadline during a name lookup', async () => {
    const resolve = () => new Promise<never>(() => undefined);
    const fetch = createGuardedFetch({ allowedPrivateHosts: [], resolve });
    expect(await outcome(fetch('https://slow.test/', { timeoutMs: 30 }))).to.equal('timeout');
  });

  it('reports an unknown name', async () => {
    const unknown = async () => Promise.reject(Object.assign(new Error('getaddrinfo'), { code: 'ENOTFOUND' }));
    for (const resolve of [unknown, async () => []])
      expect(await outcome(createGuardedFetch({ allowedPrivateHosts: [], resolve })('https://gone.test/'))).to.equal(
        'unreachable',
      );
  });

  describe('to an allowed host', () => {
    it('sends method, headers and body, and returns status, headers and text', async () => {
      const { host, origin } = await listen((request, response) => {
        let body = '';
        request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
        request.on('end', () => {
          response.writeHead(418, { 'X-Answer': 'yes', 'set-cookie': ['a=1', 'b=2'] });
          response.end(JSON.stringify([request.method, request.url, request.headers['x-key'], body]));
        });
      });
      const fetch = createGuardedFetch({ allowedPrivateHosts: [host] });
      const answer = await fetch(`${origin}/a?b=c`, { method: 'PUT', headers: { 'X-Key': 'k' }, body: 'ü' });
      expect(answer.status).to.equal(418);
      expect(answer.headers).to.include({ 'x-answer': 'yes', 'set-cookie': 'a=1, b=2' });
      expect(JSON.parse(answer.body)).to.deep.equal(['PUT', '/a?b=c', 'k', 'ü']);
    });

    it('reads a text in the encoding that it is said to have, otherwise as UTF-8', async () => {
      const latin = Buffer.from('äöü', 'latin1');
      const utf8 = Buffer.from('äöü');
      const CASES: [type: string | undefined, body: Buffer][] = [
        ['application/json; charset=iso-8859-1', latin],
        ['text/csv;header=present;Charset="Windows-1252"', latin],
        ['text/plain; charset=utf-16le', Buffer.from('äöü', 'utf16le')],
        ['text/plain; charset=no-such-thing', utf8],
        ['text/plain; charset=', utf8],
        [undefined, utf8],
      ];
      for (const [type, body] of CASES) {
        const { host, origin } = await listen((_, response) =>
          response.writeHead(200, type === undefined ? {} : { 'content-type': type }).end(body),
        );
        const answer = await createGuardedFetch({ allowedPrivateHosts: [host] })(origin);
        expect(answer.body, type).to.equal('äöü');
      }
    });

    it('does not follow redirects', async () => {
      const { host, origin } = await listen((_, response) =>
        response.writeHead(302, { location: 'http://10.0.0.1/' }).end(),
      );
      expect(await outcome(createGuardedFetch({ allowedPrivateHosts: [host] })(origin))).to.equal('redirect_refused');
    });

    it('accepts at most 1 MiB, whether announced or not', async () => {
      for (const announced of [true, false]) {
        const { host, origin } = await listen((_, response) => {
          if (announced) response.setHeader('content-length', 2 ** 20 + 1);
          response.write('x'.repeat(2 ** 20));
          response.end('x');
        });
        expect(await outcome(createGuardedFetch({ allowedPrivateHosts: [host] })(origin))).to.equal('too_large');
      }
      const { host, origin } = await listen((_, response) => response.end('x'.repeat(2 ** 20)));
      expect(await outcome(createGuardedFetch({ allowedPrivateHosts: [host] })(origin))).to.equal('answered');
    });

    it('gives up at the deadline: before the headers, and between two pieces of the body', async () => {
      for (const startsAnswer of [false, true]) {
        const { host, origin } = await listen((_, response) => void (startsAnswer && response.write('one')));
        const fetch = createGuardedFetch({ allowedPrivateHosts: [host] });
        expect(await outcome(fetch(origin, { timeoutMs: 60 }))).to.equal('timeout');
      }
    });

    it('allows a name with a port for that port only, and a bare name for all ports', async () => {
      const { origin, port } = await listen((_, response) => response.end());
      const allowing = (host: string) => outcome(createGuardedFetch({ allowedPrivateHosts: [host] })(origin));
      expect(await allowing('127.0.0.1')).to.equal('answered');
      expect(await allowing(`127.0.0.1:${port}`)).to.equal('answered');
      expect(await allowing(`127.0.0.1:${port + 1}`)).to.equal('bad_url');
    });

    it('refuses headers that would change the transport', async () => {
      const { host, origin } = await listen((_, response) => response.end());
      const fetch = createGuardedFetch({ allowedPrivateHosts: [host] });
      const hostile: GuardedRequest['headers'][] = [
        { Host: 'x' },
        { 'Transfer-Encoding': 'chunked' },
        { 'x-a': 'b\r\nc: d' },
        { 'a b': 'c' },
      ];
      for (const headers of hostile) expect(await outcome(fetch(origin, { headers }))).to.equal('bad_header');
    });

    it('reports when nobody listens', async () => {
      const { host, origin } = await listen((request) => request.socket.destroy());
      expect(await outcome(createGuardedFetch({ allowedPrivateHosts: [host] })(origin))).to.equal('unreachable');
    });
  });
});

describe('platform fetch', () => {
  it('maps origins that have a stand-in, keeping path and query', async () => {
    const { origin } = await listen((request, response) => response.end(request.url));
    const fetch = createPlatformFetch({ 'https://graph.microsoft.com': origin });
    expect(await (await fetch('https://graph.microsoft.com/v1.0/users?$top=1')).text()).to.equal('/v1.0/users?$top=1');
  });

  it('returns redirects', async () => {
    const { origin } = await listen((_, response) => response.writeHead(302, { location: '/elsewhere' }).end());
    expect((await createPlatformFetch({})(origin)).status).to.equal(302);
  });

  it('gives up at the deadline and on abort', async () => {
    const { origin } = await listen(() => undefined);
    const name = (answer: Promise<unknown>) =>
      answer.then(
        () => 'answered',
        (error: Error) => error.name,
      );
    expect(await name(createPlatformFetch({}, 50)(origin))).to.equal('TimeoutError');
    expect(await name(createPlatformFetch({})(origin, { signal: AbortSignal.abort() }))).to.equal('AbortError');
  });
});

import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { expect } from 'chai';
import fastify, { type FastifyInstance } from 'fastify';
import type { ServerEvent } from '../../contract/events.ts';
import { eventRoutes } from '../../server/channels/web/eventRoutes.ts';
import type { EventStreams, Stream } from '../../server/channels/web/eventStream.ts';
import type { Caller } from '../../server/foundation/http/authenticate.ts';
import { until } from '../support/until.ts';

const GRACE = '10000000-0000-4000-8000-000000000002';
const EVENT: ServerEvent = { event: 'notification_changed', data: { id: GRACE } };
const TURNS = 20;
/** A busy machine takes a second to fill the buffers; the token must not expire before. */
const ENOUGH_TO_CLOG_MS = 3000;
const LINGER_MS = 1000;

describe('an event stream whose client reads nothing', () => {
  let app: FastifyInstance;
  let stream: Stream | undefined;
  let response: ServerResponse;
  let tokenExpiresAt: number;
  let socket: net.Socket;

  before(async () => {
    const streams = {
      open(opened: Stream) {
        stream = opened;
        return () => void (stream = undefined);
      },
      count: () => 0,
    } as unknown as EventStreams;
    async function authenticate(request: { caller: Caller }): Promise<void> {
      const person = { id: GRACE, displayName: 'Grace', email: null, userPrincipalName: null };
      request.caller = { person, roles: [], groups: [], isGuest: false, tokenExpiresAt };
    }
    app = fastify();
    app.server.on('request', (_request, raw: ServerResponse) => void (response = raw));
    const directory = { personById: async () => null, groupsOf: async () => [] };
    const clocks = { now: Date.now, steady: Date.now };
    await app.register(eventRoutes({ authenticate, streams, directory, ...clocks, lingerMs: LINGER_MS }));
    await app.listen({ port: 0 });
  });
  afterEach(() => socket.destroy());
  after(() => app.close());

  /** A stream with more data than its reader and both systems can buffer. */
  async function clogged(): Promise<Stream> {
    stream = undefined;
    socket = net.connect((app.server.address() as AddressInfo).port);
    await once(socket, 'connect');
    socket.pause();
    socket.write('GET /events HTTP/1.1\r\nhost: handback\r\n\r\n');
    await until(() => stream !== undefined);
    while (response.writableLength < 10_000) {
      for (let n = 0; n < 100; n++) stream!.send(EVENT);
      await turn();
    }
    return stream!;
  }

  /** An unhandled error would end the process, and here the test. */
  async function goOn(clog: Stream): Promise<void> {
    for (let n = 0; n < TURNS; n++) {
      clog.send(EVENT);
      await turn();
    }
    expect(response.destroyed).to.equal(false);
  }

  it('harms nobody when its token expires and more happens', async () => {
    tokenExpiresAt = Date.now() + ENOUGH_TO_CLOG_MS;
    const clog = await clogged();
    await until(() => response.writableEnded);
    await goOn(clog);
  });

  it('harms nobody when its token expires and then the server stops', async () => {
    tokenExpiresAt = Date.now() + ENOUGH_TO_CLOG_MS;
    const clog = await clogged();
    await until(() => response.writableEnded);
    clog.bye(1000);
    await goOn(clog);
  });

  it('harms nobody when the server says goodbye and more happens', async () => {
    tokenExpiresAt = Date.now() + 3_600_000;
    const clog = await clogged();
    clog.bye(1000);
    await goOn(clog);
  });

  it('does not keep its place after its token has expired', async () => {
    tokenExpiresAt = Date.now() + ENOUGH_TO_CLOG_MS;
    await clogged();
    await until(() => response.writableEnded);
    await until(() => stream === undefined, 10 * LINGER_MS);
  });
});

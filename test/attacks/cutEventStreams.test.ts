import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { expect } from 'chai';
import fastify, { type FastifyInstance } from 'fastify';
import { eventRoutes } from '../../server/channels/web/eventRoutes.ts';
import type { EventStreams, Stream } from '../../server/channels/web/eventStream.ts';
import type { Caller } from '../../server/foundation/http/authenticate.ts';
import { listen } from '../support/listen.ts';
import { until } from '../support/until.ts';
import { useStage } from '../scenarios/support.ts';

const GRACE = '10000000-0000-4000-8000-000000000002';

async function askFor(url: string, token = ''): Promise<net.Socket> {
  const { hostname, port, pathname } = new URL(url);
  const socket = net.connect(Number(port), hostname);
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(`GET ${pathname} HTTP/1.1\r\nhost: handback\r\nauthorization: Bearer ${token}\r\n\r\n`);
  return socket;
}

const timers = (): number => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;

describe('event streams that are cut during sign-in', () => {
  describe('at every await of the route', () => {
    const AWAITS = 3;
    const open = new Set<Stream>();
    let app: FastifyInstance;
    /** The await at which sign-in stops, and the function that resumes it. */
    let stopAt = 0;
    let reached = false;
    let goOn = (): void => undefined;

    /** Signs everybody in, after a number of awaits, at one of which it can be stopped. */
    async function authenticate(request: { caller: Caller }): Promise<void> {
      for (let n = 0; n < AWAITS; n++) {
        if (n === stopAt)
          await new Promise<void>((resolve) => {
            goOn = resolve;
            reached = true;
          });
        else await turn();
      }
      const person = { id: GRACE, displayName: 'Grace', email: null, userPrincipalName: null };
      request.caller = { person, roles: [], groups: [], isGuest: false, tokenExpiresAt: Date.now() + 3_600_000 };
    }

    before(async () => {
      const streams = {
        open(stream: Stream) {
          open.add(stream);
          return () => void open.delete(stream);
        },
        count: () => open.size,
      } as EventStreams;
      app = fastify();
      await app.register(
        eventRoutes({
          authenticate,
          streams,
          directory: { personById: async () => null, groupsOf: async () => [] },
          now: Date.now,
          steady: Date.now,
        }),
      );
      await app.listen({ port: 0 });
    });
    after(() => app.close());

    for (let n = 0; n < AWAITS; n++)
      it(`leave nothing behind: await ${n + 1}`, async () => {
        [stopAt, reached] = [n, false];
        const socket = await askFor(`http://127.0.0.1:${(app.server.address() as AddressInfo).port}/events`);
        await until(() => reached);
        socket.destroy();
        await until(
          async () => new Promise((resolve) => app.server.getConnections((_, count) => resolve(count === 0))),
        );
        goOn();
        for (let k = 0; k < 10; k++) await turn();
        expect(open.size).to.equal(0);
      });

    it('are served if nobody cuts them', async () => {
      stopAt = -1;
      const socket = await askFor(`http://127.0.0.1:${(app.server.address() as AddressInfo).port}/events`);
      await until(() => open.size === 1);
      socket.destroy();
      await until(() => open.size === 0);
    });
  });

  describe('of the whole product', () => {
    const stage = useStage();

    it('cause no 429 after 75 streams of one person, and let the server stop', async () => {
      const { product, services } = stage;
      const token = await product.sandbox.tokenFor('grace@sandbox.test', { lifetimeSeconds: 3600 });
      const before = timers();
      for (let turns = 0; turns < 75; turns++) {
        const socket = await askFor(`${product.url}/api/events`, token);
        for (let n = 0; n < turns; n++) await turn();
        socket.destroy();
      }
      await until(
        async () =>
          new Promise((resolve) => product.product.app.server.getConnections((_, count) => resolve(count === 0))),
      );
      await until(() => services.streams.count() === 0, 5000);
      const stream = await listen(product.url, token);
      expect(stream.response.status).to.equal(200);
      stream.close();
      await until(() => services.streams.count(GRACE) === 0);
      expect(timers(), 'timers that would keep the process alive').to.be.below(before + 40);
    });
  });
});

// cspell:ignore livez readyz
import { expect } from 'chai';
import { ROUTES } from '../../contract/routes.ts';
import type { Database } from '../../server/foundation/database/connection.ts';
import { AUTHORING_CALLS } from '../api/inboxCalls.ts';
import { trialCalls } from '../api/settingCalls.ts';
import { asking } from '../scenarios/support.ts';
import { startCable } from '../support/cable.ts';
import { forEachDatabase } from '../support/databases.ts';
import { openFreely, tableNames } from '../support/openStore.ts';
import { eventually, startProduct, type TestProduct } from '../support/product.ts';
import { prepareCalls, type Call } from './everyCall.ts';

/**
 * Routes that do not use the database before they answer, or that a chat platform calls and that only its signature
 * opens.
 */
const WITHOUT_DATABASE = [
  'GET /flow/external-response/style.css',
  'GET /client-config',
  'GET /openapi.json',
  'GET /docs',
  'GET /docs/*',
  'GET /livez',
  'GET /readyz',
  'GET /me',
  'GET /directory/users',
  'GET /directory/groups',
  'GET /directory/users/:id/manager',
  'GET /directory/direct-reports',
  'GET /events',
  'POST /assignments/preview',
  ...Object.keys(trialCalls('', '')),
  ...Object.keys(AUTHORING_CALLS),
  'POST /slack/events',
  'POST /messages',
];

describe('attack: a failing database', function () {
  this.timeout(120_000);

  forEachDatabase((name, openUrl) => {
    let product: TestProduct;
    let cable: Awaited<ReturnType<typeof startCable>> | undefined;
    /** Bypasses the cable, like somebody else's connection. */
    let outside: Database;
    let calls: Record<string, Call>;
    const tokens = new Map<string, string>();

    before(async () => {
      const url = await openUrl();
      if (name === 'PostgreSQL') cable = await startCable(url);
      product = await startProduct({
        databaseUrl: cable?.url ?? url,
        withLoops: false,
        config: { key: '5'.repeat(64) },
      });
      outside = await openFreely(url);
      calls = await prepareCalls(product);
      for (const who of ['ada', 'grace']) tokens.set(who, await product.sandbox.tokenFor(`${who}@sandbox.test`));
    });
    after(async () => {
      await outside?.close();
      await product?.close();
      cable?.close();
    });

    async function callRoute(route: string): Promise<string> {
      const { by, path, body, form, bytes } = calls[route]!;
      const type = body !== undefined ? 'application/json' : bytes !== undefined ? 'text/plain' : undefined;
      const response = await fetch(`${product.url}/api${path}`, {
        method: route.split(' ')[0]!,
        headers: {
          accept: 'application/json',
          ...(by && { authorization: `Bearer ${tokens.get(by)}` }),
          ...(type && { 'content-type': type }),
        },
        body: form ?? bytes ?? (body === undefined ? undefined : JSON.stringify(body)),
      });
      const { code } = (await response.json()) as { code?: string };
      const isTold = /^[1-9]\d*$/.test(response.headers.get('retry-after') ?? '');
      return `${response.status} ${code}${isTold ? '' : ' without Retry-After'}`;
    }

    /** The responses of every route during a fault, all called at once. */
    async function callEveryRoute(meanwhile?: () => Promise<void>): Promise<Record<string, string>> {
      const routes = Object.keys(calls);
      const said = Promise.all(routes.map(callRoute));
      await meanwhile?.();
      return Object.fromEntries((await said).map((each, n) => [routes[n]!, each]));
    }

    const unavailableEverywhere = () =>
      Object.fromEntries(Object.keys(calls).map((route) => [route, '503 unavailable']));

    async function counts(): Promise<Record<string, number>> {
      const found: Record<string, number> = {};
      for (const table of await tableNames(outside))
        found[table] = Number((await outside.reader(table).count({ n: '*' }).first())!['n']);
      return found;
    }

    /** Locks every table until `work` is over. */
    async function whileLocked<T>(work: () => Promise<T>): Promise<T> {
      const tables = await tableNames(outside);
      return outside.writer.transaction(async (trx) => {
        await trx.raw('set local idle_in_transaction_session_timeout = 0');
        await trx.raw(`lock table ${tables.join(', ')} in access exclusive mode`);
        return work();
      });
    }

    it('is tested on every route that uses it', () => {
      const known = [...Object.keys(calls), ...WITHOUT_DATABASE];
      expect(
        ROUTES.map(({ method, path }) => `${method} ${path}`).filter((route) => !known.includes(route)),
      ).to.deep.equal([]);
    });

    if (name === 'PostgreSQL') {
      /** Waits until as many statements wait for the lock as the server has connections. */
      const untilAllWait = () =>
        eventually(async () => {
          const { rows } = await outside.writer.raw(
            "select count(*)::int as n from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
          );
          return rows[0].n >= 5 || undefined;
        });

      it('locked: 503 everywhere, and nothing is stored', async () => {
        const before = await counts();
        expect(await whileLocked(() => callEveryRoute())).to.deep.equal(unavailableEverywhere());
        expect(await counts()).to.deep.equal(before);
      });

      const DISTURBANCES: Record<string, () => Promise<void>> = {
        'whose connections are cut': async () => void expect(cable!.cut()).to.be.above(0),
        'that closes our connections': async () =>
          void (await outside.reader.raw(
            `select pg_terminate_backend(pid) from pg_stat_activity
             where datname = current_database() and wait_event_type = 'Lock'`,
          )),
        'that goes silent': async () => void expect(cable!.silence()).to.be.above(0),
      };
      for (const [what, disturb] of Object.entries(DISTURBANCES))
        it(`${what}: 503 for all calls in flight, and nothing is stored`, async () => {
          const before = await counts();
          const said = await whileLocked(() =>
            callEveryRoute(async () => {
              await untilAllWait();
              await disturb();
            }),
          );
          expect(said).to.deep.equal(unavailableEverywhere());
          expect(await counts()).to.deep.equal(before);
        });
    } else {
      const whileOthersWrite = <T>(work: () => Promise<T>): Promise<T> =>
        outside.writer.transaction(async (trx) => {
          await trx.raw('select 1'); // or BEGIN may still be in flight
          return work();
        });

      it('that another writer locks for long: 503, and nothing is stored', async () => {
        const before = await counts();
        const said = await whileOthersWrite(() =>
          Promise.all(['POST /user/notifications/:id/respond', 'POST /flow/external-response'].map(callRoute)),
        );
        expect(said).to.deep.equal(['503 unavailable', '503 unavailable']);
        expect(await counts()).to.deep.equal(before);
      });

      it('that another writer locks for long: a page that says to try again, with the typed values', async () => {
        const { path, form } = calls['POST /flow/external-response']!;
        const body = new URLSearchParams([...form!, ['note', 'In my own words']]);
        const { response, page } = await whileOthersWrite(async () => {
          const sent = await fetch(`${product.url}/api${path}`, { method: 'POST', body });
          return { response: sent, page: await sent.text() };
        });
        expect(response.status).to.equal(503);
        expect(Number(response.headers.get('retry-after'))).to.be.above(0);
        expect(page)
          .to.include('Send it again in a moment.')
          .and.to.include('value="So"')
          .and.to.include('In my own words');
      });

      it('that is full: 503, and nothing is stored', async () => {
        const before = await counts();
        const { writer } = product.product.services.ground.database;
        await writer.raw('vacuum'); // pages freed by migrations would take it
        const [{ page_count: pages }] = await writer.raw('pragma page_count');
        await writer.raw(`pragma max_page_count = ${pages}`);
        const large = asking({
          id: 'large',
          human: { inputType: 'text', prompt: 'x'.repeat(18_000), assignees: { users: ['a@b.cd'] } },
        });
        calls['POST /flows'] = { by: 'ada', path: '/flows', body: large };
        expect(await callRoute('POST /flows')).to.equal('503 unavailable');
        await writer.raw('pragma max_page_count = 1000000000');
        expect(await counts()).to.deep.equal(before);
      });

      it('whose tables are missing: 503 everywhere', async () => {
        const tables = await tableNames(outside);
        await outside.writer.raw('pragma legacy_alter_table = on');
        for (const table of tables) await outside.writer.raw(`alter table ${table} rename to ${table}_away`);
        const said = await callEveryRoute();
        for (const table of tables) await outside.writer.raw(`alter table ${table}_away rename to ${table}`);
        await outside.writer.raw('pragma legacy_alter_table = off');
        expect(said).to.deep.equal(unavailableEverywhere());
      });
    }

    it('that has recovered: everybody is served', async () => {
      const said = await Promise.all(['GET /user/notifications', 'GET /executions/:id'].map(callRoute));
      expect(said.map((each) => each.slice(0, 3))).to.deep.equal(['200', '200']);
    });
  });
});

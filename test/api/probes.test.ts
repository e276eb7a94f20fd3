import { expect } from 'chai';
import pg from 'pg';
import type { ReadinessReport } from '../../contract/health.ts';
import { forEachDatabase } from '../support/databases.ts';
import { eventually, startProduct, type TestProduct } from '../support/product.ts';

async function readyz(product: TestProduct): Promise<Record<string, string | number>> {
  const response = await fetch(`${product.url}/readyz`);
  const { checks } = (await response.json()) as ReadinessReport;
  return { ...checks, status: response.status };
}

describe('probes', () => {
  forEachDatabase((name, openUrl) => {
    let product: TestProduct;
    let url: string;
    before(async () => {
      url = await openUrl();
      product = await startProduct({ databaseUrl: url, config: { key: '0'.repeat(64) } });
    });
    after(() => product?.close());

    /** Waits until it says so: results are cached for a second. */
    const becomes = (expected: Partial<Record<string, string | number>>) =>
      eventually(async () => {
        const found = await readyz(product);
        return Object.entries(expected).every(([check, wanted]) => found[check] === wanted) ? found : undefined;
      }, 20_000);

    it('report liveness and readiness to anyone, as often as they ask', async () => {
      const live = await fetch(`${product.url}/livez`);
      expect([live.status, await live.json(), live.headers.get('cache-control')]).to.deep.equal([
        200,
        { status: 'alive' },
        'no-store',
      ]);
      const answers = await Promise.all(Array.from({ length: 700 }, () => fetch(`${product.url}/readyz`)));
      expect(answers.filter(({ status }) => status !== 200)).to.deep.equal([]);
      const well = { database: 'ok', migrations: 'ok', signals: 'ok', loops: 'ok', stopping: 'ok' };
      expect(await answers[0]!.json()).to.deep.equal({ status: 'ready', checks: well });
    });

    it('name a migration that the database has not had', async () => {
      const { database, units } = product.product.services.ground;
      const row = await database.reader('knex_migrations').orderBy('id', 'desc').first();
      await units.run(({ trx }) => trx('knex_migrations').where({ id: row.id }).delete());
      await becomes({ status: 503, migrations: `1 are missing, the first is ${row.name}`, database: 'ok' });
      await units.run(({ trx }) => trx('knex_migrations').insert({ ...row, id: undefined }));
      await becomes({ status: 200 });
    });

    it('name loops that are not running', async () => {
      await product.product.services.background.loops.stop();
      await becomes({ status: 503, loops: 'they are not running' });
      product.product.services.background.loops.start();
      await becomes({ status: 200 });
    });

    if (name === 'PostgreSQL')
      it('name an unreachable database and its signals, while the process is alive', async () => {
        const admin = new pg.Client({ connectionString: url.replace(/[^/]+$/, 'postgres') });
        await admin.connect();
        const database = new URL(url).pathname.slice(1);
        await admin.query(`alter database ${database} allow_connections false`);
        await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [database]);
        await becomes({ status: 503, signals: 'there is no connection to the other servers' });
        expect((await readyz(product))['database']).to.match(/^it failed \(|^there was no answer/);
        expect((await fetch(`${product.url}/livez`)).status).to.equal(200);
        await admin.query(`alter database ${database} allow_connections true`);
        await admin.end();
        await becomes({ status: 200, signals: 'ok', database: 'ok' });
      });

    it('turn to 503 as soon as the server is asked to stop', async () => {
      product.product.services.beginStop();
      expect(await readyz(product)).to.deep.include({ status: 503, stopping: 'this server was asked to stop' });
      expect((await fetch(`${product.url}/livez`)).status).to.equal(200);
    });
  });
});

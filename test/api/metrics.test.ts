// cspell:ignore PROPFIND
import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import pg from 'pg';
import { METRICS_PATH } from '../../contract/routes.ts';
import { COUNTERS, GAUGES, HISTOGRAMS } from '../../server/foundation/health/metricTable.ts';
import { answered, executionOf, respond, useStage } from '../scenarios/support.ts';
import { forEachDatabase } from '../support/databases.ts';
import { eventually, type TestProductOptions } from '../support/product.ts';

const TOKEN = 'a-token-of-the-metrics-that-is-long-enough';
const NAMES = [COUNTERS, HISTOGRAMS, GAUGES].flatMap((table) => Object.keys(table));
const COMMENT = /^# (HELP [a-z_]+ \S.*|TYPE [a-z_]+ (counter|gauge|histogram|summary))$/;
const SERIES = /^([a-z_]+(?:\{\w+="[^"\\]*"(?:,\w+="[^"\\]*")*\})?) (-?[\d.]+(?:e[+-]?\d+)?|NaN|\+Inf)$/;
const HUMAN = { inputType: 'text', prompt: 'Why?', assignees: { users: ['grace@sandbox.test'] } };

const get = (url: string, authorization?: string): Promise<Response> =>
  fetch(url, { headers: authorization === undefined ? {} : { authorization } });

/** Series, with its labels, to its value. */
function parse(text: string): Record<string, number> {
  const series: Record<string, number> = {};
  for (const line of text.split('\n').filter((each) => each !== '' && !COMMENT.test(each))) {
    expect(line).to.match(SERIES);
    const [, name, value] = SERIES.exec(line)!;
    series[name!] = Number(value);
  }
  return series;
}

describe('metrics', () => {
  forEachDatabase((name, openUrl) => {
    const options: TestProductOptions = { config: { key: '0'.repeat(64), metricsToken: TOKEN } };
    before(async () => void (options.databaseUrl = await openUrl()));
    const stage = useStage(options);

    async function scrape(): Promise<string> {
      stage.advance(5000); // database metrics are cached for that long
      const response = await get(stage.product.product.metricsUrl!, `Bearer ${TOKEN}`);
      expect([response.status, response.headers.get('cache-control')]).to.deep.equal([200, 'no-store']);
      expect(response.headers.get('content-type')).to.equal('text/plain; version=0.0.4; charset=utf-8');
      return response.text();
    }
    const series = async () => parse(await scrape());

    it('are in the format of Prometheus: all metrics of the table, and those of the process', async () => {
      await stage.tick();
      const text = await scrape();
      const types = [...text.matchAll(/^# TYPE (\S+) /gm)].map(([, each]) => each);
      expect(types).to.include.members([...NAMES, 'process_resident_memory_bytes', 'nodejs_gc_duration_seconds']);
      expect(types.length).to.equal(new Set(types).size);
      const found = parse(text);
      for (const quantile of ['0.5', '0.99', '1'])
        expect(found[`handback_event_loop_delay_seconds{quantile="${quantile}"}`]).to.be.within(0, 10);
      expect(found).to.include({
        handback_database_up: 1,
        handback_requests_waiting: 0,
        'handback_problems_total{code="storage_full"}': 0,
        'handback_loop_overdue{loop="audit.seal"}': 0,
        'handback_deliveries_due{channel="email"}': 0,
      });
    });

    it('count a stored answer by channel, and the result of its request', async () => {
      const request = await stage.ask(HUMAN);
      const before = await series();
      expect(before['handback_requests_waiting']).to.equal(1);
      await answered(stage.grace, request, 'So');
      expect((await respond(stage.grace, request, 'So')).status, 'refused, and not counted').to.equal(409);
      const after = await series();
      const gained = (each: string) => (after[each] ?? 0) - (before[each] ?? 0);
      expect(gained('handback_answers_total{channel="web"}')).to.equal(1);
      expect(gained('handback_requests_closed_total{status="completed"}')).to.equal(1);
      expect(gained('handback_unit_duration_seconds_count{result="stored"}')).to.be.above(0);
      expect(gained('handback_unit_wait_seconds_count')).to.be.above(0);
      expect(gained('handback_pool_wait_seconds_count')).to.be.above(0);
      expect(after['handback_requests_waiting']).to.equal(0);
      const answers = '{method="POST",route="/api/user/notifications/:id/respond",status="2xx"}';
      expect(gained(`handback_http_requests_total${answers}`)).to.equal(1);
      expect(gained('handback_problems_total{code="already_responded"}')).to.equal(1);
    });

    if (name !== 'PostgreSQL')
      it('do not count an answer that the database did not store', async () => {
        const request = await stage.ask(HUMAN);
        const before = await series();
        const { writer } = stage.services.ground.database;
        await writer.raw("create trigger away before insert on responses begin select raise(abort, 'away'); end");
        expect((await respond(stage.grace, request, 'So')).status).to.be.at.least(500);
        await writer.raw('drop trigger away');
        const after = await series();
        for (const each of ['answers_total{channel="web"}', 'requests_closed_total{status="completed"}'])
          expect(after[`handback_${each}`], each).to.equal(before[`handback_${each}`]);
        const failed = 'handback_unit_duration_seconds_count{result="failed"}';
        expect(after[failed]! - (before[failed] ?? 0)).to.be.above(0);
      });

    it('count a refusal as a problem and as a security event', async () => {
      const before = await series();
      await get(`${stage.product.url}/api/flows`);
      const after = await series();
      for (const each of [
        'handback_problems_total{code="unauthenticated"}',
        'handback_security_events_total{event="sign_in.failed"}',
        'handback_http_requests_total{method="GET",route="/api/flows",status="4xx"}',
      ])
        expect(after[each]! - (before[each] ?? 0), each).to.equal(1);
    });

    it('show the rows that wait to be sealed, and the same head of the chain as the log', async () => {
      await stage.ask(HUMAN);
      stage.advance(60_000);
      const before = await series();
      expect(before['handback_audit_unsealed_rows']).to.be.above(0);
      expect(before['handback_audit_unsealed_oldest_seconds']).to.be.at.least(60);
      await stage.after(60 * 60 * 1000);
      await stage.after(60 * 60 * 1000); // logs what was sealed by then
      const after = await series();
      expect(after).to.include({ handback_audit_unsealed_rows: 0, handback_audit_unsealed_oldest_seconds: 0 });
      const { position, hash } = (await stage.services.ground.audit.head())!;
      expect(after['handback_audit_head_position']).to.equal(position);
      const heads = Object.keys(after).filter((each) => each.startsWith('handback_audit_head_info'));
      expect(heads).to.deep.equal([`handback_audit_head_info{position="${position}",hash="${hash}"}`]);
    });

    it('show due deliveries and unclaimed executions, with the age of the oldest', async () => {
      const request = await stage.ask(HUMAN);
      await stage.tick();
      const change = (deliveries: object, executions: object) =>
        stage.services.ground.units.run(async ({ trx }) => {
          await trx('deliveries').where({ subject_id: request }).update(deliveries);
          await trx('executions')
            .where({ id: executionOf(request) })
            .update(executions);
        });
      const before = await series();
      expect(before['handback_delivery_attempts_total{channel="email",outcome="posted"}']).to.be.above(0);
      expect(before['handback_deliveries_due{channel="email"}']).to.equal(0);
      await change({ next_attempt_at: stage.now() }, { wake_seq: 7, woken_at: stage.now() - 2000 });
      const after = await series(); // 5 s later
      await change({ next_attempt_at: null }, { wake_seq: 0 });
      expect(after).to.include({
        'handback_deliveries_due{channel="email"}': 1,
        'handback_deliveries_due_oldest_seconds{channel="email"}': 5,
        'handback_executions_woken{by="event"}': 1,
        'handback_executions_woken_oldest_seconds{by="event"}': 7,
        'handback_executions_woken{by="time"}': 0,
      });
    });

    it('show event streams and connections, and do not count the life of a stream as the duration of a call', async () => {
      const authorization = `Bearer ${await stage.product.sandbox.tokenFor('ada@sandbox.test')}`;
      const events = await get(`${stage.product.url}/api/events`, authorization);
      const open = await series();
      expect(open['handback_event_streams']).to.equal(1);
      expect(open['handback_connections']).to.be.above(0);
      await events.body!.cancel();
      const closed = await eventually(async () => {
        const found = await series();
        return found['handback_event_streams'] === 0 ? found : undefined;
      });
      expect(Object.keys(closed).filter((each) => /duration.*\/api\/events/.test(each))).to.deep.equal([]);
    });

    it('gain no series from calls to unknown routes', async () => {
      const call = async (path: string, method = 'GET') =>
        void (await (await fetch(`${stage.product.url}${path}`, { method })).text());
      const ofEach = ['GET', 'POST', 'PROPFIND', 'PATCH'];
      for (const method of ofEach) for (const path of ['/first', '/api/first']) await call(path, method);
      const ofCalls = async () => Object.keys(await series()).filter((each) => !/^(nodejs|process)_/.test(each));
      const before = await ofCalls();
      for (let n = 0; n < 1000; n += 50)
        await Promise.all(
          Array.from({ length: 50 }, (_, m) =>
            call(`${m % 2 ? '/api' : ''}/no-such-${n + m}`, ofEach[Math.floor(m / 2) % 4]),
          ),
        );
      expect((await ofCalls()).filter((each) => !before.includes(each))).to.deep.equal([]);
    });

    it('contain no person, no id and no token', async () => {
      const text = (await scrape()).replace(/handback_audit_head_info\{.*/, '');
      expect(text).to.not.match(/@|[0-9A-HJKMNP-TV-Z]{26}|[0-9a-f]{32}|[0-9a-f]{8}-[0-9a-f]{4}|eyJ/);
      expect(text).to.not.include(TOKEN).and.to.not.include('question-1');
    });

    it('are available without the database, from what the process knows', async () => {
      const restore = await takeDatabaseAway();
      const found = await series().finally(restore);
      expect(found['handback_database_up']).to.equal(0);
      expect(found['handback_answers_total{channel="web"}']).to.be.above(0);
      expect(found).to.not.have.any.keys('handback_requests_waiting', 'handback_audit_unsealed_rows');
      await eventually(async () => (await series())['handback_database_up'] || undefined);
    }).timeout(60_000);

    async function takeDatabaseAway(): Promise<() => Promise<unknown>> {
      const { writer } = stage.services.ground.database;
      if (name !== 'PostgreSQL') {
        await writer.raw('pragma legacy_alter_table = on');
        await writer.raw('alter table audit rename to audit_away');
        return () => writer.raw('alter table audit_away rename to audit');
      }
      const url = options.databaseUrl!;
      const database = new URL(url).pathname.slice(1);
      const admin = new pg.Client({ connectionString: url.replace(/[^/]+$/, 'postgres') });
      await admin.connect();
      await admin.query(`alter database ${database} allow_connections false`);
      await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [database]);
      return async () => {
        await admin.query(`alter database ${database} allow_connections true`);
        await admin.end();
      };
    }
  });

  it('are all documented for operators', () => {
    const docs = readFileSync(new URL('../../docs/operators.md', import.meta.url), 'utf8');
    for (const each of NAMES) expect(docs, each).to.include(`\`${each}`);
    expect(docs).to.include(`\`GET ${METRICS_PATH}\``);
  });
});

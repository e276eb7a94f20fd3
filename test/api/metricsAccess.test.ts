import { expect } from 'chai';
import { pino } from 'pino';
import type { Problem } from '../../contract/problem.ts';
import { createMetrics } from '../../server/foundation/health/metrics.ts';
import { startMetricsServer, type MetricsServer } from '../../server/foundation/health/metricsServer.ts';
import { createSecurityLog } from '../../server/foundation/health/securityLog.ts';
import { createCallLimits } from '../../server/foundation/http/callLimits.ts';
import { DEFAULT_LIMITS } from '../../server/foundation/limits.ts';
import { useStage } from '../scenarios/support.ts';

const TOKEN = 'a-token-of-the-metrics-that-is-long-enough';
const REFUSED: Record<string, string | undefined> = {
  'no token': undefined,
  'another token': `Bearer ${TOKEN.replace('long', 'very')}`,
  'the beginning of the token': `Bearer ${TOKEN.slice(0, -1)}`,
  'the token and more': `Bearer ${TOKEN}x`,
  'an empty token': 'Bearer ',
  'the token as a password': `Basic ${Buffer.from(`metrics:${TOKEN}`).toString('base64')}`,
};

const get = (url: string, authorization?: string): Promise<Response> =>
  fetch(url, { headers: authorization === undefined ? {} : { authorization } });

describe('who may read the metrics', () => {
  const lines: string[] = [];
  const logTo = { write: (line: string) => void lines.push(line) };

  describe('without a setting', () => {
    const stage = useStage();
    it('is nobody', async () => {
      expect(stage.product.product.metricsUrl).to.equal(null);
      const authorization = `Bearer ${await stage.product.sandbox.tokenFor('ada@sandbox.test')}`;
      expect((await get(`${stage.product.url}/metrics`)).status).to.equal(404);
      expect((await get(`${stage.product.url}/metrics`, authorization)).status).to.equal(404);
    });
  });

  describe('with METRICS_TOKEN', () => {
    const stage = useStage({ config: { metricsToken: TOKEN, logLevel: 'trace' }, logTo });
    const url = () => stage.product.product.metricsUrl!;

    it('is anyone who sends it, in addition to everything else', async () => {
      expect(url()).to.equal(`${stage.product.url}/metrics`);
      expect((await get(url(), `Bearer ${TOKEN}`)).status).to.equal(200);
      expect((await get(url(), `bearer ${TOKEN}`)).status).to.equal(200);
      expect((await fetch(url(), { method: 'POST', headers: { authorization: `Bearer ${TOKEN}` } })).status).to.equal(
        404,
      );
    });

    for (const [name, authorization] of Object.entries(REFUSED))
      it(`is not a caller with ${name}`, async () => {
        lines.length = 0;
        const response = await get(url(), authorization);
        const { code } = (await response.json()) as Problem;
        expect([response.status, code, response.headers.get('www-authenticate')]).to.deep.equal([
          401,
          'unauthenticated',
          'Bearer',
        ]);
        expect(lines.join()).to.include('"event":"sign_in.failed"').and.to.include('"route":"/metrics"');
        expect(lines.join()).to.not.include(TOKEN.slice(0, 12));
      });

    it('is not an administrator either', async () => {
      const authorization = `Bearer ${await stage.product.sandbox.tokenFor('ada@sandbox.test')}`;
      expect((await get(url(), authorization)).status).to.equal(401);
    });
  });

  describe('with METRICS_PORT', () => {
    const stage = useStage({ config: { metricsPort: 0 } });

    it('is anyone who can connect to it, and the port serves nothing else', async () => {
      const url = stage.product.product.metricsUrl!;
      expect(url)
        .to.match(/^http:\/\/127\.0\.0\.1:\d+\/metrics$/)
        .and.to.not.include(`${stage.product.url}/`);
      const response = await get(url);
      expect([response.status, (await response.text()).includes('handback_connections ')]).to.deep.equal([200, true]);
      for (const path of ['/', '/api/client-config', '/livez'])
        expect((await get(new URL(path, url).href)).status, path).to.equal(404);
      expect((await get(`${stage.product.url}/metrics`)).status).to.equal(404);
    });
  });

  describe('with both', () => {
    let server: MetricsServer;
    const events: string[] = [];
    before(async () => {
      const logger = pino({ level: 'silent' });
      server = await startMetricsServer({
        port: 0,
        host: '127.0.0.1',
        token: TOKEN,
        metrics: createMetrics({ withProcess: false }),
        callLimits: createCallLimits(DEFAULT_LIMITS),
        security: createSecurityLog({ log: logger, onEvent: (event) => void events.push(event) }),
        logger,
      });
    });
    after(() => server?.close());

    it('is anyone who can connect and sends the token; only those who guess have to wait', async () => {
      const url = `${server.url}/metrics`;
      expect((await get(url, `Bearer ${TOKEN}`)).status).to.equal(200);
      const statuses: number[] = [];
      for (let n = 0; n <= DEFAULT_LIMITS.failuresPerMinute; n++)
        statuses.push((await get(url, `Bearer ${TOKEN}${n}`)).status);
      expect([statuses[0], statuses.at(-2), statuses.at(-1)]).to.deep.equal([401, 401, 429]);
      expect([events[0], events.at(-1)]).to.deep.equal(['sign_in.failed', 'limit.hit']);
      expect((await get(url, `Bearer ${TOKEN}`)).status).to.equal(200);
    });
  });
});

import { Writable } from 'node:stream';
import { expect } from 'chai';
import { pino } from 'pino';
import { DEFAULT_LIMITS } from '../../server/foundation/limits.ts';
import { expectProblem, mailedLink, openForm, sendForm, useStage } from '../scenarios/support.ts';

/** So many at a time, like a program that tries to exhaust a limit. */
async function storm(count: number, call: (n: number) => Promise<Response>): Promise<Response[]> {
  const answers: Response[] = [];
  for (let n = 0; n < count; n += 50)
    answers.push(...(await Promise.all(Array.from({ length: Math.min(50, count - n) }, (_, m) => call(n + m)))));
  return answers;
}

const countOf = (answers: Response[], status: number): number =>
  answers.filter((answer) => answer.status === status).length;

describe("an attack on other people's limits", () => {
  const stage = useStage({ limits: DEFAULT_LIMITS });
  const api = (path: string) => `${stage.product.url}/api${path}`;

  it('with junk forms locks nobody out of their answer', async () => {
    const human = { inputType: 'text', prompt: 'Well?', assignees: { users: ['grace@sandbox.test'] } };
    const request = await stage.ask(human);
    await stage.tick();
    const link = await mailedLink(stage.product, 'grace@sandbox.test', request);
    const body = () => new URLSearchParams({ token: 'f'.repeat(64), f_value: 'junk' });
    const junk = await storm(200, () => fetch(api('/flow/external-response'), { method: 'POST', body: body() }));
    expect(countOf(junk, 410)).to.equal(DEFAULT_LIMITS.failuresPerMinute);
    expect(countOf(junk, 429)).to.equal(200 - DEFAULT_LIMITS.failuresPerMinute);
    expect((await sendForm(await openForm(link), { f_value: 'good' })).status).to.equal(200);
  });

  it('with bad bearer tokens has to wait, and nobody else does', async () => {
    const bad = await storm(1500, (n) => fetch(api('/me'), { headers: { authorization: `Bearer a.b${n}.c` } }));
    expect(countOf(bad, 401) + countOf(bad, 429)).to.equal(1500);
    expect(countOf(bad, 401)).to.be.at.most(DEFAULT_LIMITS.failuresPerMinute);
    expect(Number(bad.at(-1)!.headers.get('retry-after'))).to.be.within(1, 60);
    expect((await stage.grace.call('GET', '/me')).status).to.equal(200);
  });

  it('leaves people with a recently expired token the response that lets them renew it', async () => {
    const authorization = `Bearer ${await stage.product.sandbox.tokenFor('tim@sandbox.test')}`;
    stage.advance(31 * 24 * 3600_000);
    await storm(DEFAULT_LIMITS.failuresPerMinute + 1, () => fetch(api('/me')));
    for (let n = 0; n < 3; n++) {
      const answer = await fetch(api('/me'), { headers: { authorization } });
      expect([answer.status, answer.headers.get('www-authenticate')]).to.deep.equal([401, 'Bearer']);
    }
    stage.advance(-31 * 24 * 3600_000);
  });

  it('cannot use up what everybody may read', async () => {
    for (const path of ['/client-config', '/flow/external-response/style.css'])
      expect(countOf(await storm(700, () => fetch(api(path))), 200), path).to.equal(700);
  });

  it('by one person affects only that person', async () => {
    const radia = await storm(
      650,
      async () => new Response(null, { status: (await stage.radia.call('GET', '/me')).status }),
    );
    expect(countOf(radia, 429)).to.equal(50);
    expectProblem(await stage.radia.call('POST', '/flows', {}), 429, 'rate_limited');
    expect((await stage.alan.call('GET', '/me')).status).to.equal(200);
  });
});

describe('a proxy that is missing from the settings', () => {
  const lines: { level: number; msg: string; address?: string }[] = [];
  const logTo = new Writable({
    write(line, _encoding, done) {
      lines.push(JSON.parse(String(line)));
      done();
    },
  });
  const stage = useStage({ logTo, config: { logLevel: 'warn', trustedProxies: ['10.0.0.0/8'] } });
  const warnings = () => lines.filter(({ msg }) => msg.includes('TRUSTED_PROXIES'));

  it('is named in the log, once', async () => {
    await fetch(`${stage.product.url}/api/client-config`);
    expect(warnings()).to.deep.equal([]);
    for (let n = 0; n < 3; n++)
      await fetch(`${stage.product.url}/api/client-config`, { headers: { 'x-forwarded-for': '203.0.113.7' } });
    expect(warnings()).to.have.length(1);
    expect(warnings()[0]).to.include({ level: pino.levels.values['warn'], address: '127.0.0.1' });
  });
});

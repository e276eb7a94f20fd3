import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { SECURITY_EVENTS, type SecurityEvent } from '../../server/foundation/health/securityLog.ts';
import { asking, mailedLink, openForm, publish, sendForm, useStage } from '../scenarios/support.ts';

type Line = SecurityEvent & { security?: boolean; msg: string; level: number };

describe('refusals as security events', () => {
  const lines: Line[] = [];
  const stage = useStage({
    chats: true,
    config: { logLevel: 'info' },
    limits: { requestsPerMinute: 40 },
    logTo: { write: (line: string) => void lines.push(JSON.parse(line) as Line) },
  });

  /** The events that one call left; its status must be this one. */
  async function eventsOf(status: number, call: () => Promise<{ status: number; headers?: Headers }>): Promise<Line[]> {
    lines.length = 0;
    const answer = await call();
    expect(answer.status).to.equal(status);
    const events = lines.filter(({ security }) => security);
    for (const { requestId } of events) expect(requestId).to.equal(answer.headers?.get('x-request-id') ?? requestId);
    return events;
  }

  const only = (events: Line[]): Line => {
    expect(events, JSON.stringify(events)).to.have.length(1);
    return events[0]!;
  };

  it('report a failed sign-in, with the address and never the token', async () => {
    const token = await stage.product.sandbox.tokenFor('ada@sandbox.test');
    const line = only(
      await eventsOf(401, () =>
        fetch(`${stage.product.url}/api/chats?cursor=${token}`, {
          headers: { authorization: `Bearer ${token.slice(0, -6)}` },
        }),
      ),
    );
    expect(line).to.include({ event: 'sign_in.failed', method: 'GET', route: '/api/chats', code: 'unauthenticated' });
    expect(line.address).to.match(/127\.0\.0\.1|::1/);
    expect(JSON.stringify(line)).to.not.include(token.slice(0, 30)).and.not.include('cursor');
  });

  it('report a forbidden action, with the person', async () => {
    const { body: grace } = await stage.grace.call<{ id: string }>('GET', '/me');
    const definition = asking({
      id: 'not-hers',
      human: { inputType: 'text', prompt: '?', assignees: { users: ['x'] } },
    });
    const line = only(await eventsOf(403, () => stage.grace.call('POST', '/flows', definition)));
    expect(line).to.include({ event: 'access.refused', person: grace.id, route: '/api/flows', code: 'forbidden' });
  });

  it('report access to something hidden, by the pattern of the route', async () => {
    const id = await publish(
      stage.ada,
      asking({ id: 'hidden', human: { inputType: 'text', prompt: '?', assignees: { users: ['ada@sandbox.test'] } } }),
    );
    const execution = await stage.product.run(stage.ada, id);
    const line = only(await eventsOf(404, () => stage.tim.call('GET', `/executions/${execution}`)));
    expect(line).to.include({ event: 'resource.hidden', route: '/api/executions/:id' });
    expect(JSON.stringify(line)).to.not.include(execution);
    expect(await eventsOf(404, () => fetch(`${stage.product.url}/wp-login.php`)), 'strangers’ noise').to.deep.equal([]);
  });

  it('report useless links, on the page as well', async () => {
    const request = await stage.ask({ inputType: 'text', prompt: '?', assignees: { users: ['grace@sandbox.test'] } });
    await stage.tick();
    const form = await openForm(await mailedLink(stage.product, 'grace@sandbox.test', request));
    const used = () => sendForm(form, { f_value: 'a word that nobody else should read' });
    expect(await eventsOf(200, used)).to.deep.equal([]);
    const wrong = { ...form, hidden: { ...form.hidden, token: 'b'.repeat(64) } };
    const line = only(await eventsOf(410, () => sendForm(wrong, { f_value: 'x' })));
    expect(line).to.include({ event: 'link.refused', method: 'POST', route: '/api/flow/external-response' });
    expect(JSON.stringify(line)).to.not.include('bbbb');
  });

  it("report exceeded limits, and calls without a platform's signature", async () => {
    let answer = await stage.radia.call('GET', '/me');
    while (answer.status === 200) answer = await stage.radia.call('GET', '/me');
    const line = only(await eventsOf(429, () => stage.radia.call('GET', '/me')));
    expect(line).to.include({ event: 'limit.hit', route: '/api/me', code: 'rate_limited' });
    const slack = only(
      await eventsOf(401, () =>
        fetch(`${stage.product.url}/api/slack/events`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: '{}',
        }),
      ),
    );
    expect(slack).to.include({ event: 'sign_in.failed', route: '/api/slack/events' });
  });

  it('do not fill the disk: a thousand refusals of one address leave ten lines and a count', async () => {
    lines.length = 0;
    for (let n = 0; n < 10; n++)
      await Promise.all(Array.from({ length: 50 }, () => fetch(`${stage.product.url}/api/flows`)));
    const ofAddress = lines.filter(({ event, address }) => event === 'sign_in.failed' && address !== undefined);
    expect(ofAddress.length).to.be.at.most(10);
  });

  it('are all documented for operators', () => {
    const docs = readFileSync(new URL('../../docs/operators.md', import.meta.url), 'utf8');
    for (const event of Object.keys(SECURITY_EVENTS)) expect(docs, event).to.include(`\`${event}\``);
  });
});

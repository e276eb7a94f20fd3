import { createHash } from 'node:crypto';
import { expect } from 'chai';
import { eventually } from '../support/product.ts';
import {
  answered,
  executionOf,
  HOUR_MS,
  mailedLink,
  notificationOf,
  openForm,
  sendForm,
  useStage,
  type ResponseForm,
} from '../scenarios/support.ts';

const GRACE = { users: ['grace@sandbox.test'] };
const UNKNOWN = 'f'.repeat(64);

describe('the link in an e-mail (behaviour 4.1, 5.2)', () => {
  const stage = useStage();

  /** Asks by mail; resolves with the request, the link and its token. */
  async function mailed(more: object = {}, to = 'grace@sandbox.test') {
    const request = await stage.ask({ inputType: 'approval', prompt: 'By mail?', assignees: GRACE, ...more });
    await stage.tick();
    const link = await mailedLink(stage.product, to, request);
    return { request, link, token: new URL(link).searchParams.get('token')! };
  }

  const linkWith = (token: string) => `${stage.product.url}/api/flow/external-response?token=${token}`;
  const formWith = (token: string): Pick<ResponseForm, 'action' | 'hidden'> => ({
    action: `${stage.product.url}/api/flow/external-response`,
    hidden: { token, nonce: '12345678-nonce' },
  });

  /** Everything in a response that could be compared, except the date. */
  async function everything(answer: Promise<Response>) {
    const response = await answer;
    const headers = Object.fromEntries([...response.headers].filter(([name]) => !/^(date|x-request-id)$/.test(name)));
    const text = (await response.text()).replace(/"requestId":"\w+"/, ''); // of the call, not of the link
    return { status: response.status, headers, text };
  }

  const tables = ['tokens', 'requests', 'responses', 'notifications', 'deliveries', 'executions', 'audit'];
  const rows = () => Promise.all(tables.map((table) => stage.services.ground.reader(table)));

  it('holds 32 random bytes in hex, of which only a hash is stored', async () => {
    const { request, token } = await mailed();
    expect(token).to.match(/^[0-9a-f]{64}$/);
    const stored = await stage.services.ground.reader('tokens').where({ request_id: request });
    expect(stored).to.have.length(1);
    expect(stored[0].hash).to.equal(createHash('sha256').update(token).digest('hex'));
    expect(stored[0].expires_at).to.equal(stage.now() + 24 * HOUR_MS);
    expect(JSON.stringify(await rows())).to.not.include(token);
  });

  it('opens a page that changes nothing, however often and by whomever it is opened', async () => {
    const { link } = await mailed();
    const before = JSON.stringify(await rows());
    for (let n = 0; n < 3; n++) {
      const opened = await fetch(link);
      expect(opened.status).to.equal(200);
      expect(await opened.text()).to.not.include('checked');
      const head = await fetch(link, { method: 'HEAD' });
      expect([head.status, await head.text()]).to.deep.equal([200, '']);
    }
    expect(JSON.stringify(await rows())).to.equal(before);
    const { headers } = await fetch(link);
    expect(headers.get('cache-control')).to.equal('no-store');
    expect(headers.get('referrer-policy')).to.equal('no-referrer');
    expect(headers.get('content-security-policy'))
      .to.include("default-src 'none'")
      .and.to.match(/script-src( 'sha256-[^']+')+;/);
  });

  it('answers once; after that it shows the same as for people without a link', async () => {
    const { request, link } = await mailed();
    const form = await openForm(link);
    const sent = await sendForm(form, { f_value: 'approved' });
    expect(sent.status).to.equal(200);
    expect(sent.markup).to.include('Approve');
    expect(await stage.result(request)).to.include({ value: 'approved', channel: 'email', verifiedBy: 'token' });
    expect((await fetch(link)).status).to.equal(410);
    const again = await sendForm(
      { ...form, hidden: { ...form.hidden, nonce: 'another-nonce' } },
      { f_value: 'rejected' },
    );
    expect(again.status).to.equal(410);
  });

  it('shows the recorded answer again when the same form is sent twice', async () => {
    const { request, link } = await mailed();
    const form = await openForm(link);
    const [first, second] = await Promise.all([1, 2].map(() => sendForm(form, { f_value: 'approved' })));
    expect([first!.status, second!.status]).to.deep.equal([200, 200]);
    expect((await sendForm(form, { f_value: 'approved' })).status, 'after the request was closed').to.equal(200);
    expect(await stage.services.ground.reader('responses').where({ request_id: request })).to.have.length(1);
  });

  it('is accepted once, however many forms arrive at the same moment', async () => {
    const { request, token } = await mailed();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => {
        const { action, hidden } = formWith(token);
        return sendForm({ action, hidden: { ...hidden, nonce: `racing-form-${n}` } }, { f_value: 'approved' });
      }),
    );
    expect(answers.filter(({ status }) => status === 200)).to.have.length(1);
    expect(answers.filter(({ status }) => status === 410)).to.have.length(19);
    expect(await stage.services.ground.reader('responses').where({ request_id: request })).to.have.length(1);
  });

  it('is answered the same, byte for byte, when it is used, expired, unknown or nonsense', async () => {
    const used = await mailed();
    await sendForm(await openForm(used.link), { f_value: 'approved' });
    const expired = await mailed({ timeout: 'PT1H' });
    stage.advance(HOUR_MS);
    const tokens = [used.token, expired.token, UNKNOWN, 'nonsense', '', `${UNKNOWN}0`];

    const opened = await Promise.all(tokens.map((token) => everything(fetch(linkWith(token)))));
    expect(opened[0]!.status).to.equal(410);
    for (const [n, each] of opened.entries()) expect(each, tokens[n]).to.deep.equal(opened[0]);
    expect(await everything(fetch(`${stage.product.url}/api/flow/external-response`)), 'no token at all').to.deep.equal(
      opened[0],
    );

    const post = (token: string, accept: string) => {
      const { action, hidden } = formWith(token);
      return fetch(action, {
        method: 'POST',
        headers: { accept },
        body: new URLSearchParams({ ...hidden, f_value: 'approved' }),
      });
    };
    for (const accept of ['text/html', 'application/json']) {
      const sent = await Promise.all(tokens.map((token) => everything(post(token, accept))));
      expect(sent[0]!.status).to.equal(410);
      for (const [n, each] of sent.entries()) expect(each, `${accept} ${tokens[n]}`).to.deep.equal(sent[0]);
    }
    await stage.tick();
  });

  it('still works after a refused form, which keeps what was typed', async () => {
    const { request, link } = await mailed({
      inputType: 'form',
      variables: [
        { name: 'why', type: 'text', validation: { min: 5 } },
        { name: 'size', type: 'number' },
      ],
    });
    const form = await openForm(link);
    const refused = await sendForm(form, { f_why: 'So?', f_size: '12' });
    expect(refused.status).to.equal(422);
    expect(refused.markup).to.include('value="So?"').and.to.include('value="12"');
    expect((await sendForm(form, {})).status, 'an empty form is no answer').to.equal(422);
    const stored = await stage.services.ground.reader('tokens').where({ request_id: request }).first();
    expect(stored.used_at).to.equal(null);
    expect((await sendForm(form, { f_why: 'Because', f_size: '12' })).status).to.equal(200);
    expect(await stage.result(request)).to.deep.include({ values: { why: 'Because', size: 12 } });
  });

  it('still works if the answer cannot be stored: token and response go together', async () => {
    const { request, link } = await mailed();
    const form = await openForm(link);
    const { writer } = stage.services.ground.database;
    await writer.raw('alter table responses rename to responses_away');
    const failed = await sendForm(form, { f_value: 'approved' });
    await writer.raw('alter table responses_away rename to responses');
    expect(failed.status).to.equal(503);
    expect(failed.markup).to.include('not stored');
    const stored = await stage.services.ground.reader('tokens').where({ request_id: request }).first();
    expect(stored.used_at).to.equal(null);
    expect((await sendForm(form, { f_value: 'approved' })).status).to.equal(200);
    const token = await stage.services.ground.reader('tokens').where({ request_id: request }).first();
    const response = await stage.services.ground.reader('responses').where({ request_id: request }).first();
    expect(token.used_at).to.equal(response.at);
  });

  it('shows the outcome when somebody else has answered', async () => {
    const { request, link } = await mailed({ assignees: { users: ['grace@sandbox.test', 'alan@sandbox.test'] } });
    const form = await openForm(link);
    await answered(stage.alan, request, 'rejected');
    const opened = await fetch(link);
    const page = await opened.text();
    expect(opened.status).to.equal(200);
    expect(page).to.include('Alan Turing answered: Reject').and.to.not.include('<form');
    const late = await sendForm(form, { f_value: 'approved' });
    expect(late.status).to.equal(409);
    expect(late.markup).to.include('Alan Turing answered: Reject');
  });

  it('shows that the question was withdrawn', async () => {
    const { request, link } = await mailed();
    await stage.ada.call('POST', `/executions/${executionOf(request)}/cancel`);
    const page = await (await fetch(link)).text();
    expect(page).to.not.include('<form');
  });

  it('is unusable for a person who has meanwhile answered in the web client', async () => {
    const { request, link } = await mailed({
      strategy: 'all',
      assignees: { users: ['grace@sandbox.test', 'alan@sandbox.test'] },
    });
    const form = await openForm(link);
    await answered(stage.grace, request, 'approved');
    const late = await sendForm(form, { f_value: 'rejected' });
    expect(late.status).to.equal(410);
    expect((await notificationOf(stage.product, stage.grace, request)).response).to.equal('approved');
  });

  it('answers for the one person it was sent to', async () => {
    const { request } = await mailed({
      strategy: 'all',
      assignees: { users: ['grace@sandbox.test', 'alan@sandbox.test'] },
    });
    const links = await Promise.all(
      ['grace', 'alan'].map((name) => mailedLink(stage.product, `${name}@sandbox.test`, request)),
    );
    await sendForm(await openForm(links[1]!), { f_value: 'rejected' });
    expect(await notificationOf(stage.product, stage.alan, request)).to.include({
      response: 'rejected',
      status: 'completed',
    });
    expect(await notificationOf(stage.product, stage.grace, request)).to.include({ response: null, status: 'pending' });
    await eventually(async () => ((await fetch(links[0]!)).status === 200 ? true : undefined));
  });

  it('accepts forms only, and only from its own page', async () => {
    const { token } = await mailed();
    const { action, hidden } = formWith(token);
    const send = (headers: Record<string, string>, body: string) => fetch(action, { method: 'POST', headers, body });
    const form = new URLSearchParams({ ...hidden, f_value: 'approved' }).toString();
    const urlencoded = { 'content-type': 'application/x-www-form-urlencoded' };
    expect((await send({ 'content-type': 'application/json' }, JSON.stringify({ ...hidden }))).status).to.equal(415);
    expect((await send({ ...urlencoded, origin: 'https://evil.example' }, form)).status).to.equal(403);
    expect((await send({ ...urlencoded, 'sec-fetch-site': 'cross-site' }, form)).status).to.equal(403);
    const long = `note=${'x'.repeat(70_000)}`;
    expect((await send(urlencoded, `token=unknown&${long}`)).status).to.equal(413);
    expect((await send(urlencoded, `${form}&${long}`)).status).to.equal(422);
    expect((await send(urlencoded, form)).status).to.equal(200);
  });
});

import { expect } from 'chai';
import { CLOCK_SCRIPT_HASH } from '../../../server/channels/email/clockScript.ts';
import { OFFLINE_SCRIPT_HASH } from '../../../server/channels/email/offlineScript.ts';
import type { Answered } from '../../../contract/conversation.ts';
import { ProblemError } from '../../../contract/problem.ts';
import type { VariableSpec } from '../../../contract/variables.ts';
import { tagsOf, textOf } from './markup.ts';
import {
  aHost,
  anOutcome,
  aPageServer,
  aQuestion,
  OTHER_TOKEN,
  TOKEN,
  type FakeHost,
  type PageServer,
} from './support.ts';

const HEADERS: Record<string, string> = {
  'cache-control': 'no-store',
  'content-security-policy': `default-src 'none'; style-src 'self'; script-src ${CLOCK_SCRIPT_HASH} ${OFFLINE_SCRIPT_HASH}; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`,
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex',
};

const GIVEN = { value: 'approved', note: '', channel: 'web', respondedAt: '2026-03-01T14:00:00.000Z' };
const ANSWERED = { kind: 'already_decided', outcome: anOutcome(), given: GIVEN, asked: aQuestion() } satisfies Answered;
const UNUSABLE: Answered[] = [
  ANSWERED,
  ...(['link_unusable', 'not_assignee', 'not_found'] as const).map((id): Answered => ({
    kind: 'refused',
    id,
    values: { webUrl: 'https://here.test/secret' },
  })),
];

describe('a response page', () => {
  let host: FakeHost;
  let server: PageServer;

  const start = async (limits = {}): Promise<void> => {
    await server?.close();
    host = aHost();
    server = await aPageServer(host, limits);
  };
  beforeEach(() => start());
  after(() => server.close());

  describe('with an unusable link', () => {
    const open = async (
      token: string,
      method = 'GET',
    ): Promise<{ status: number; markup: string; headers: object }> => {
      const response =
        method === 'GET' ? await fetch(server.page(token)) : await server.post({ token, f_value: 'approved' });
      const headers = Object.fromEntries(
        [...response.headers].filter(([name]) => !/^(date|x-ratelimit|keep-alive)/.test(name)),
      );
      return { status: response.status, markup: await response.text(), headers };
    };

    it('is identical for unknown, used, malformed or missing tokens, by GET and by POST', async () => {
      const unknown = await open(OTHER_TOKEN);
      expect(unknown.status).to.equal(410);
      expect(unknown.markup).to.not.include(OTHER_TOKEN);
      const others = [
        await open('x'),
        await open(''),
        await open(`${TOKEN}&token=${TOKEN}`),
        await open(TOKEN.toUpperCase()),
      ];
      const unknownPosted = await open(OTHER_TOKEN, 'POST');
      expect(unknownPosted.status).to.equal(410);
      expect((await server.post({ f_value: 'approved' })).status).to.equal(200);
      others.push(await open(TOKEN));
      for (const other of others) expect(other).to.deep.equal(unknown);
      for (const token of [TOKEN, 'x', '']) expect(await open(token, 'POST')).to.deep.equal(unknownPosted);
    });

    it('leads to the inbox of the web client, under whatever address it is', async () => {
      const href = /href="(\.\.[^"]*)"/.exec((await open('x')).markup)![1]!;
      const at = 'https://flows.example/handback/api/flow/external-response?token=x';
      expect(new URL(href, at).href).to.equal('https://flows.example/handback/#/open/notifications');
    });

    it('returns the text of a form that it refuses, for copying', async () => {
      const form = { f_why: 'Two <b>nights</b>.\nNot three.', f_size: '', note: 'Ask me.', nonce: 'a-nonce-of-mine' };
      const response = await server.post({ ...form, token: OTHER_TOKEN });
      expect(response.status).to.equal(410);
      const markup = await response.text();
      expect(textOf(markup))
        .to.include('you can copy it from here')
        .and.include('why Two <b>nights</b>.')
        .and.include('Not three.')
        .and.include('Ask me.');
      expect(markup).to.not.include('<b>').and.to.not.include('a-nonce-of-mine').and.to.not.include('size');
      expect((await open(OTHER_TOKEN)).markup, 'to whoever only looks').to.not.include('copy it');
    });

    it('is the same whatever the server says about the person', async () => {
      const unknown = await open(OTHER_TOKEN, 'POST');
      for (const reply of UNUSABLE) {
        host.reply = reply;
        expect(await open(TOKEN, 'POST'), JSON.stringify(reply)).to.deep.equal(unknown);
      }
    });

    it('tells programs the same in JSON', async () => {
      const accept = { accept: 'application/json' };
      const bodies = [await (await fetch(server.page(OTHER_TOKEN), { headers: accept })).json()];
      host.reply = ANSWERED;
      bodies.push(await (await server.post({ f_value: 'approved' }, accept)).json());
      expect(bodies[0]).to.include({ code: 'link_unusable', status: 410, instance: '/api/flow/external-response' });
      const words = bodies.map((body) => ({ ...(body as object), requestId: undefined }));
      expect(words[1]).to.deep.equal(words[0]);
    });
  });

  describe('when the server refuses', () => {
    it('shows the outcome of a request that has closed meanwhile', async () => {
      const nonce = await server.nonce();
      host.outcome = anOutcome();
      const response = await server.post({ f_value: 'approved', nonce });
      expect(response.status).to.equal(409);
      expect(textOf(await response.text())).to.include('Alan Turing answered: Approve.');
    });

    it('gives answers back in the words of the form', async () => {
      const nonce = await server.nonce();
      const options = [{ value: 'opt_1', label: 'Large room' }];
      const variables: VariableSpec[] = [
        { name: 'size', type: 'select', label: 'Which room?', options },
        { name: 'sure', type: 'boolean', label: 'For sure?' },
      ];
      host.reply = { ...ANSWERED, given: null, asked: { inputType: 'form', variables } };
      const response = await server.post({ f_size: 'opt_1', f_sure: 'true', f_gone: 'by name', nonce });
      const text = textOf(await response.text());
      for (const each of ['Which room? Large room', 'For sure? Yes', 'gone by name']) expect(text).to.include(each);
    });

    it('gives typed text back to copy if somebody else was faster', async () => {
      const nonce = await server.nonce();
      host.outcome = anOutcome();
      const written = 'Two nights <b>are</b> enough.\nThree are not.';
      const form = { f_value: 'approved', f_why: written, f_comment: 'Hurry', note: 'Ask me.', nonce };
      const page = async () => {
        const response = await server.post(form);
        expect(response.status).to.equal(409);
        return response.text();
      };
      for (const reply of [
        null,
        { kind: 'already_decided', outcome: anOutcome(), given: null, asked: aQuestion() } as const,
      ]) {
        if (reply) host.reply = reply;
        const markup = await page();
        const text = textOf(markup);
        expect(text).to.include('Your answer was not taken.').and.include('you can copy it from here');
        for (const each of [
          'Your answer Approve',
          'Comment Hurry',
          'Two nights <b>are</b> enough.',
          'Three are not.',
          'Ask me.',
        ])
          expect(text).to.include(each);
        expect(markup, 'it is text').to.not.include('<b>');
      }
      expect(await (await fetch(server.page())).text(), 'to whoever only looks').to.not.include('not taken');
    });

    it('keeps what was typed if the answer could not be stored, and the same form can be sent again', async () => {
      host.failure = new ProblemError('unavailable', 'The database is busy.', { retryAfterSeconds: 2 });
      const form = { f_value: 'approved', note: 'keep me', nonce: await server.nonce() };
      const response = await server.post(form);
      const markup = await response.text();
      expect(response.status).to.equal(503);
      expect(response.headers.get('retry-after')).to.equal('2');
      expect(textOf(markup)).to.include('The database is busy. Your answer is not stored; the link still works.');
      expect(
        tagsOf(markup)
          .filter(({ attributes }) => 'checked' in attributes)
          .map(({ attributes }) => attributes['value']),
      ).to.deep.equal(['approved']);
      expect(markup).to.include('keep me').and.to.include(form.nonce);
      host.failure = null;
      expect((await server.post(form)).status).to.equal(200);
    });

    it('says so on a plain page if even the question cannot be read', async () => {
      const fail = () => Promise.reject(new ProblemError('unavailable', 'The database is busy.'));
      Object.assign(host, { openLink: fail, holderOf: fail });
      expect((await fetch(server.page())).status).to.equal(503);
      const response = await server.post({ f_why: 'Two nights.' });
      expect(response.status).to.equal(503);
      expect(textOf(await response.text()))
        .to.include('Your answer is not stored; the link still works.')
        .and.include('why Two nights.');
    });

    it('does not show our internal error, and logs it without the token', async () => {
      host.failure = new Error('secret detail');
      const response = await server.post({ f_value: 'approved' });
      expect(response.status).to.equal(500);
      expect(await response.text()).to.not.include('secret detail');
      expect(host.logged).to.have.length(1);
      expect(host.logged.join()).to.not.include(TOKEN);
    });
  });

  it('has no form that could only be sent empty, and is refused empty', async () => {
    const receipt: VariableSpec = { name: 'receipt', type: 'file' };
    const shown = async (...more: VariableSpec[]) => {
      await server.close();
      server = await aPageServer(aHost([receipt, ...more], { inputType: 'form' }));
      return (await fetch(server.page())).text();
    };
    const markup = await shown({ name: 'pin', type: 'password' }, { name: 'h', type: 'hidden' });
    expect(textOf(markup)).to.include('The whole form is answered there.');
    expect(tagsOf(markup).filter(({ name }) => ['form', 'button', 'input'].includes(name))).to.deep.equal([]);
    expect(await shown({ name: 'why', type: 'text' })).to.include('name="f_why"');
  });

  describe('before it processes a form', () => {
    it('accepts forms only', async () => {
      for (const type of ['application/json', 'multipart/form-data; boundary=x', 'text/plain']) {
        const response = await fetch(server.page(), { method: 'POST', body: '{}', headers: { 'content-type': type } });
        expect(response.status, type).to.equal(415);
      }
      const json = await fetch(server.page(), {
        method: 'POST',
        body: '{}',
        headers: { 'content-type': 'text/plain', accept: 'application/json' },
      });
      expect(await json.json()).to.include({ code: 'unsupported_media_type' });
      expect((await fetch(server.page(), { method: 'POST' })).status).to.equal(415);
    });

    it('accepts at most 200 fields, and at most 64 kB without a link', async () => {
      const fields = Object.fromEntries(Array.from({ length: 198 }, (_, index) => [`f_${index}`, '']));
      expect((await server.post({ f_value: 'approved', nonce: '', more: '', ...fields })).status).to.equal(413);
      const note = 'x'.repeat(64 * 1024);
      for (const token of [OTHER_TOKEN, 'x']) expect((await server.post({ token, note })).status).to.equal(413);
      expect(host.calls).to.deep.equal(['holderOf']);
      expect((await server.post({ f_value: 'approved', note })).status).to.equal(422);
    });

    it('accepts the largest form that it can show, with every option chosen, and no larger one', async () => {
      const values = Array.from({ length: 10_000 }, (_, index) => `${'№'.repeat(15)} ${index}`);
      await start();
      host.question.variables = host.specs = [
        { name: 'which', type: 'multiselect', options: values.map((value) => ({ value })) },
      ];
      const form = { f_which: values, nonce: await server.nonce() };
      const statusOf = async (fields: Record<string, string | string[]>) => {
        const answer = await server.post(fields);
        await answer.text(); // these pages are large, and an unread response keeps its connection
        return answer.status;
      };
      expect(await statusOf({ ...form, f_other: 'x' })).to.equal(422);
      expect(await statusOf(form)).to.equal(200);
      expect(host.accepted[0]!.values).to.deep.equal({ which: values });
      expect(await statusOf({ ...form, note: 'x'.repeat(8 * 1024 ** 2) })).to.equal(413);
      expect(await statusOf({ f_which: Array<string>(100_000).fill('') })).to.equal(413);
    });

    it('accepts forms from its own page only', async () => {
      const statusOf = async (headers: Record<string, string>) =>
        (await server.post({ f_value: 'wrong' }, headers)).status;
      for (const site of ['cross-site', 'same-site', 'none'])
        expect(await statusOf({ 'sec-fetch-site': site }), site).to.equal(403);
      const foreign = await server.post({ f_value: 'Call 0190 1234' }, { origin: 'https://evil.test' });
      expect(foreign.status).to.equal(403);
      expect(await foreign.text(), 'it lends its page to nobody').to.not.include('0190');
      expect(host.calls).to.deep.equal([]);
      for (const headers of [
        { 'sec-fetch-site': 'same-origin' },
        { origin: 'null' },
        { origin: 'https://handback.test' },
        {},
      ])
        expect(await statusOf(headers as Record<string, string>), JSON.stringify(headers)).to.equal(422);
    });

    it('limits how often one link may be opened and its form sent', async () => {
      await start({ openingsPerMinute: 2, formsPerMinute: 1 });
      for (const status of [200, 200, 429]) expect((await fetch(server.page())).status).to.equal(status);
      expect((await server.post({ f_value: 'wrong' })).status).to.equal(422);
      const limited = await server.post({ f_value: 'approved' });
      expect(limited.status).to.equal(429);
      expect(Number(limited.headers.get('retry-after'))).to.be.within(1, 60);
      expect(textOf(await limited.text())).to.include('Wait a minute');
    });

    it('counts junk per address, without affecting anybody who has a link', async () => {
      await start({ failuresPerMinute: 3 });
      const junk = () => fetch(server.page(OTHER_TOKEN), { method: 'POST', body: 'junk' });
      const statuses = [await fetch(server.page(OTHER_TOKEN)), await junk(), await junk(), await junk(), await junk()];
      expect(statuses.map(({ status }) => status)).to.deep.equal([410, 415, 415, 429, 429]);
      expect(Number(statuses[4]!.headers.get('retry-after'))).to.be.within(1, 60);
      expect((await fetch(server.page())).status).to.equal(200);
      expect((await server.post({ f_value: 'approved' })).status).to.equal(200);
    });

    it('sends the same security headers whatever happens', async () => {
      const answers = [
        await fetch(server.page()),
        await fetch(server.page(), { method: 'HEAD' }),
        await fetch(server.page(OTHER_TOKEN)),
        await server.post({ f_value: 'wrong' }),
        await server.post({ f_value: 'approved' }, { origin: 'https://evil.test' }),
        await fetch(server.page(), { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } }),
        await server.post({ f_value: 'approved' }),
      ];
      expect(answers.map(({ status }) => status)).to.deep.equal([200, 200, 410, 422, 403, 415, 200]);
      for (const { headers, status } of answers)
        for (const [name, value] of Object.entries(HEADERS))
          expect(headers.get(name), `${name} of ${status}`).to.equal(value);
    });
  });
});

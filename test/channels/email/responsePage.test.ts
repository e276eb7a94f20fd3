import { expect } from 'chai';
import { SOURCES } from '../../../contract/payload.ts';
import type { VariableSpec } from '../../../contract/variables.ts';
import { tagsOf, textOf, withoutOurScripts } from './markup.ts';
import { ADA, aHost, anOutcome, aPageServer, EVERY_TYPE, TOKEN, type FakeHost, type PageServer } from './support.ts';

const FULL = {
  f_title: 'Printer on fire',
  f_reference: 'HALL-3',
  f_story: 'Smoke.\r\nThen more smoke.',
  f_steps: '',
  f_severity: 'high',
  f_site: 'par',
  f_affected: ['printer', 'staff'],
  f_cost: '120.5',
  f_injured: 'false',
  f_day: '2026-03-01',
  f_reporter: 'ada@sandbox.test',
  f_witnesses: 'alan@sandbox.test\r\ntim@sandbox.test',
  f_team: '',
  f_informed: 'finance@sandbox.test',
  f_mood: '4',
  f_started: '2026-03-01T10:30',
  f_noticed: '10:31',
  f_causes: 'Paper\r\n  Old paper',
  f_damage: 'Printer | 300 | yes | 2020-01-01',
  note: 'Nobody was hurt.',
};

describe('the response page', () => {
  let host: FakeHost;
  let server: PageServer;

  const start = async (specs?: VariableSpec[], overrides = {}): Promise<void> => {
    await server?.close();
    host = aHost(specs, overrides);
    server = await aPageServer(host);
  };
  beforeEach(() => start());
  after(() => server.close());

  describe('opened', () => {
    it('shows the question, from whom it comes and until when, with a form that works without JavaScript', async () => {
      const response = await fetch(server.page());
      const markup = await response.text();
      expect(response.status).to.equal(200);
      const text = textOf(markup);
      for (const words of [
        'Approve the expense of 900 EUR?',
        'Grace Hopper',
        'Expense approval',
        'Monday, 2 March 2026, 14:30 UTC',
      ])
        expect(text).to.include(words);
      const tags = tagsOf(withoutOurScripts(markup));
      expect(
        tags.filter(
          ({ name, attributes }) => name === 'script' || Object.keys(attributes).some((key) => key.startsWith('on')),
        ),
      ).to.deep.equal([]);
      expect(tags.filter(({ attributes }) => 'checked' in attributes || 'style' in attributes)).to.deep.equal([]);
      expect(tags.find(({ name }) => name === 'form')!.attributes).to.include({
        method: 'post',
        action: 'external-response',
      });
    });

    it('says that only the web client can show a default, if the page cannot', async () => {
      const table: VariableSpec = { name: 'parts', type: 'table', columns: [{ name: 'item', type: 'text' }] };
      for (const [item, isShown] of [
        ['a|b', false],
        ['a', true],
      ] as const) {
        await start([{ ...table, default: [{ item }] }], { inputType: 'form' });
        const text = textOf(await (await fetch(server.page())).text());
        const told = 'The value filled in here can be shown in the web client only.';
        expect(text.includes(told), item).to.equal(!isShown);
      }
    });

    it('changes nothing, by GET or HEAD, however often', async () => {
      for (const method of ['GET', 'HEAD', 'GET'])
        expect((await fetch(server.page(), { method })).status).to.equal(200);
      expect(new Set(host.calls)).to.deep.equal(new Set(['openLink']));
      expect((await server.post({ f_value: 'approved', nonce: await server.nonce() })).status).to.equal(200);
    });

    it('keeps the token out of everything but the hidden field, and gives every page its own nonce', async () => {
      const pages = await Promise.all([1, 2].map(async () => (await fetch(server.page())).text()));
      for (const page of pages) expect(page.split(TOKEN)).to.have.length(2);
      const nonces = pages.map((page) => /name="nonce" value="([^"]+)"/.exec(page)![1]);
      expect(nonces[0]).to.not.equal(nonces[1]);
    });

    it('shows the outcome of a closed request, read-only', async () => {
      host.outcome = anOutcome({ answers: [{ label: 'Your answer', text: 'Approve' }] });
      const response = await fetch(server.page());
      const markup = await response.text();
      expect(response.status).to.equal(200);
      expect(textOf(markup)).to.include('Alan Turing answered: Approve.');
      expect(tagsOf(markup).filter(({ name }) => name === 'form')).to.deep.equal([]);
    });

    it('collapses the conversation', async () => {
      const recentMessages = [{ role: 'user', content: 'Ask my manager.' }];
      await start(undefined, { chatContext: { chatName: 'Travel desk', recentMessages, totalMessages: 12 } });
      const markup = await (await fetch(server.page())).text();
      expect(tagsOf(markup).find(({ name }) => name === 'details')!.attributes).to.deep.equal({});
      expect(textOf(markup)).to.match(/Conversation in “Travel desk” \(the last 1 of 12 messages\).*Ask my manager\./);
    });

    it('sends people to the web client if a required field can only be answered there', async () => {
      await start(
        [
          { name: 'receipt', type: 'file', required: true },
          { name: 'why', type: 'text' },
        ],
        { inputType: 'form' },
      );
      const markup = await (await fetch(server.page())).text();
      expect(textOf(markup)).to.include('The whole form is answered there.');
      expect(tagsOf(markup).filter(({ name }) => ['form', 'button', 'input'].includes(name))).to.deep.equal([]);
      expect(tagsOf(markup).find(({ attributes }) => attributes['class'] === 'button')!.attributes['href']).to.equal(
        host.question.webUrl,
      );
    });

    it('does not send people outside the directory to the web client', async () => {
      const open = host.openLink;
      host.openLink = async (token) => ({ ...(await open(token))!, person: { ...ADA, id: 'mailto:eve@x.test' } });
      expect(textOf(await (await fetch(server.page())).text())).to.match(/^(?!.*web client).*You can answer once\./s);
      host.outcome = anOutcome();
      expect(await (await fetch(server.page())).text()).to.not.include(host.outcome.webUrl);
    });

    it('serves its stylesheet', async () => {
      const markup = await (await fetch(server.page())).text();
      const { href } = tagsOf(markup).find(({ name }) => name === 'link')!.attributes;
      const response = await fetch(new URL(href!, server.page()));
      expect(response.headers.get('content-type')).to.equal('text/css; charset=utf-8');
      expect(response.headers.get('cache-control')).to.equal('public, max-age=3600');
      expect(await response.text()).to.include('prefers-color-scheme: dark');
    });
  });

  describe('answered', () => {
    it('passes the values, the note, the token and the person to the server, and says what was recorded', async () => {
      const response = await server.post({
        f_value: 'approved',
        note: ' Enjoy\r\nParis. ',
        nonce: await server.nonce(),
      });
      const text = textOf(await response.text());
      expect(response.status).to.equal(200);
      expect(text).to.match(
        /Approve the expense of 900 EUR\? Thank you\. Your answer is recorded\. Your answer Approve Note Enjoy Paris\. The request is complete\./,
      );
      const [{ submissionId, ...answer }] = host.accepted as [(typeof host.accepted)[0]];
      expect(submissionId).to.match(/^[0-9a-f]{64}$/);
      expect(answer).to.deep.include({
        responder: (await host.holderOf(TOKEN))!.person,
        values: { value: 'approved' },
        note: 'Enjoy\nParis.',
        source: SOURCES.email,
        token: TOKEN,
      });
    });

    it('takes every variable type', async () => {
      await start(EVERY_TYPE, { inputType: 'form' });
      const response = await server.post({ ...FULL, nonce: await server.nonce() });
      const text = textOf(await response.text());
      expect(response.status).to.equal(200);
      expect(host.accepted[0]!.values).to.deep.equal({
        title: 'Printer on fire',
        reference: 'HALL-3',
        story: 'Smoke.\nThen more smoke.',
        severity: 'high',
        site: 'par',
        affected: ['printer', 'staff'],
        cost: 120.5,
        injured: false,
        day: '2026-03-01',
        reporter: 'ada@sandbox.test',
        witnesses: ['alan@sandbox.test', 'tim@sandbox.test'],
        informed: ['finance@sandbox.test'],
        mood: 4,
        started: '2026-03-01T10:30:00+01:00',
        noticed: '10:31',
        causes: [{ label: 'Paper', children: [{ label: 'Old paper', children: [] }] }],
        damage: [{ item: 'Printer', price: 300, insured: true, bought: '2020-01-01' }],
      });
      for (const words of [
        'Severity High',
        'What is affected Printers, Staff',
        'Was anybody hurt? No',
        'Causes Paper – Old paper',
        'Printer | 300 | Yes | 1 January 2020',
      ])
        expect(text).to.include(words);
    });

    it("reads a date and time in the browser's time zone, or in the server's if the browser reports none", async () => {
      const form = { ...FULL, f_started: '2026-07-01T10:30' };
      for (const [zone, offset, hint] of [
        ['America/New_York', '-04:00', 'Your time, America/New_York.'],
        ['nowhere', '+02:00', 'Time zone: Europe/Berlin.'],
        ['', '+02:00', 'Time zone: Europe/Berlin.'],
      ]) {
        await start(EVERY_TYPE, { inputType: 'form' });
        const refused = await server.post({ ...form, f_cost: 'much', zone: zone! });
        const page = await refused.text();
        expect(textOf(page)).to.include(hint);
        expect(page)
          .to.include('value="2026-07-01T10:30"')
          .and.to.include(`name="zone" value="${offset === '-04:00' ? zone : ''}"`);
        expect((await server.post({ ...form, zone: zone! })).status).to.equal(200);
        expect(host.accepted[0]!.values).to.include({ started: `2026-07-01T10:30:00${offset}`, noticed: '10:31' });
      }
    });

    it('answers a repeated form with the first result, and a changed one as a used link', async () => {
      const nonce = await server.nonce();
      const first = await server.post({ f_value: 'approved', nonce });
      const again = await server.post({ f_value: 'approved', nonce });
      expect([first.status, again.status]).to.deep.equal([200, 200]);
      expect(await again.text()).to.equal(await first.text());
      expect((await server.post({ f_value: 'rejected', nonce })).status).to.equal(410);
      expect((await server.post({ f_value: 'approved', nonce: 'another-nonce' })).status).to.equal(410);
      expect(host.accepted).to.have.length(1);
    });

    it('gives programs the receipt', async () => {
      const response = await server.post({ f_value: 'approved' }, { accept: 'application/json' });
      expect(response.headers.get('content-type')).to.match(/^application\/json/);
      expect(await response.json()).to.include({ status: 'completed', outcome: 'The request is complete.' });
    });
  });

  describe('answered with errors', () => {
    it('comes back with everything that was typed, the errors at the top and at each field', async () => {
      await start(EVERY_TYPE, { inputType: 'form' });
      const nonce = await server.nonce();
      const sent = { ...FULL, f_title: '', f_cost: '99999', f_damage: 'Printer | much', f_site: 'nyc', nonce };
      const response = await server.post(sent);
      const markup = await response.text();
      expect(response.status).to.equal(422);
      expect(host.accepted).to.deep.equal([]);
      const text = textOf(markup);
      expect(text).to.include('4 answers need another look');
      for (const words of [
        'Enter a number of at most 10000.',
        'Row 1, Price: Enter a number.',
        'this one cannot be chosen',
      ])
        expect(text).to.include(words);
      const tags = tagsOf(markup);
      const ids = new Set(tags.map(({ attributes }) => attributes['id']));
      const links = tags.filter(({ name, attributes }) => name === 'a' && attributes['href']!.startsWith('#'));
      expect(links.map(({ attributes }) => attributes['href'])).to.deep.equal([
        '#f_title',
        '#f_site',
        '#f_cost',
        '#f_damage',
      ]);
      for (const { attributes } of links) expect(ids).to.include(attributes['href']!.slice(1));
      for (const { attributes } of tags)
        for (const id of attributes['aria-describedby']?.split(' ') ?? []) expect(ids).to.include(id);
      const checked = tags
        .filter(({ attributes }) => 'checked' in attributes)
        .map(({ attributes }) => attributes['value']);
      expect(checked).to.deep.equal(['high', 'printer', 'staff', 'false', '4']);
      expect(tags.find(({ attributes }) => attributes['id'] === 'f_cost')!.attributes['value']).to.equal('99999');
      expect(markup)
        .to.include('Paper\n  Old paper')
        .and.to.include('Nobody was hurt.')
        .and.to.include(`value="${nonce}"`);
      expect(tagsOf(markup).find(({ name }) => name === 'title')).to.not.equal(undefined);
      expect(/<title>Error: /.test(markup)).to.equal(true);
      const mended = await server.post({ ...FULL, nonce });
      expect(mended.status).to.equal(200);
    });

    it('refuses an empty form, although nothing in it is required', async () => {
      await start([{ name: 'comment', type: 'text' }], { inputType: 'form' });
      const response = await server.post({ f_comment: '', note: 'only a note' });
      expect(response.status).to.equal(422);
      expect(textOf(await response.text())).to.include('Answer at least one of the questions.');
      expect(host.accepted).to.deep.equal([]);
    });

    it('reports a note that is too long', async () => {
      const response = await server.post({ f_value: 'approved', note: 'x'.repeat(2001) });
      expect(response.status).to.equal(422);
      expect(textOf(await response.text())).to.include('Note : Enter at most 2,000 characters.');
    });

    it('refuses hidden and unknown fields, and options that were not offered', async () => {
      await start([...EVERY_TYPE], { inputType: 'form' });
      const extras: Record<string, string>[] = [
        { f_origin: 'mine' },
        { f_more: 'x' },
        { f___proto__: 'x' },
        { f_severity: 'fatal' },
        { f_severity: 'z' },
      ];
      for (const extra of extras)
        expect((await server.post({ ...FULL, ...extra })).status, JSON.stringify(extra)).to.equal(422);
      expect(host.accepted).to.deep.equal([]);
    });

    it('names the fields for programs', async () => {
      const response = await server.post({ f_value: 'maybe' }, { accept: 'application/problem+json' });
      expect(response.status).to.equal(422);
      expect(response.headers.get('content-type')).to.match(/^application\/problem\+json/);
      const problem = (await response.json()) as object;
      expect(problem).to.include({ code: 'validation_failed', instance: '/api/flow/external-response' });
      expect(problem).to.have.nested.property('fields.value', 'Choose one of the options that are offered.');
    });
  });
});

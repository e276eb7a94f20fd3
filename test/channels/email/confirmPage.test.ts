import { expect } from 'chai';
import type { VariableSpec } from '../../../contract/variables.ts';
import { tagsOf, textOf } from './markup.ts';
import { aHost, aPageServer, TOKEN, type FakeHost, type PageServer } from './support.ts';

describe('the response page with an option to confirm', () => {
  let host: FakeHost;
  let server: PageServer;

  async function start(specs: VariableSpec[], overrides: object): Promise<void> {
    await server?.close();
    host = aHost(specs, overrides);
    server = await aPageServer(host);
  }
  after(() => server.close());

  const specs: VariableSpec[] = [
    { name: 'value', type: 'select', options: [{ value: 'yes' }, { value: 'no', label: 'No <b>', confirm: true }] },
    { name: 'why', type: 'textarea' },
  ];
  const hiddenOf = (markup: string): Record<string, string> => {
    const inputs = tagsOf(markup).filter(({ name }) => name === 'input');
    expect(new Set(inputs.map(({ attributes }) => attributes.type))).to.deep.equal(new Set(['hidden']));
    return Object.fromEntries(inputs.map(({ attributes }) => [attributes.name, attributes.value ?? '']));
  };

  it('asks for confirmation on a separate page before sending, with what was typed', async () => {
    await start(specs, { inputType: 'form' });
    const nonce = await server.nonce();
    const typed = { f_value: 'no', f_why: 'Too dear.\r\nFar too dear.', note: 'Sorry.' };
    const asked = await server.post({ ...typed, nonce });
    const markup = await asked.text();
    expect(asked.status).to.equal(200);
    expect(textOf(markup)).to.include('Approve the expense of 900 EUR? Send “No <b>”? Nothing has been sent yet.');
    expect(host.accepted).to.have.length(0);
    const hidden = hiddenOf(markup);
    expect(hidden).to.deep.equal({ ...typed, f_why: 'Too dear.\nFar too dear.', nonce, token: TOKEN });
    const sent = await server.post({ ...hidden, step: 'send' });
    expect(textOf(await sent.text())).to.include('Your answer is recorded.');
    expect(host.accepted.map(({ values, note }) => ({ values, note }))).to.deep.equal([
      { values: { value: 'no', why: 'Too dear.\nFar too dear.' }, note: 'Sorry.' },
    ]);
  });

  it('asks for confirmation only when there are no errors', async () => {
    const needing = { value: 'no', confirm: true, comment: 'required' as const };
    await start([{ ...specs[0]!, options: [{ value: 'yes' }, needing] }], { comment: { required: false } });
    expect(textOf(await (await fetch(server.page())).text()))
      .to.include('Comment Needed for “no”')
      .and.not.include('Comment (optional)');
    const refused = await server.post({ f_value: 'no' });
    expect(refused.status).to.equal(422);
    expect(textOf(await refused.text()))
      .to.include('Add a comment: this answer needs one.')
      .and.not.include('Send “no”?');
    const asked = await server.post({ f_value: 'no', f_comment: 'Too dear.' });
    expect(textOf(await asked.text())).to.include('Send “no”?');
  });

  it('comes back with what was typed if the person goes back', async () => {
    await start(specs, { inputType: 'form' });
    const nonce = await server.nonce();
    const back = await server.post({ f_value: 'no', f_why: 'Too dear.', nonce, step: 'back' });
    const markup = await back.text();
    expect(back.status).to.equal(200);
    expect(markup).to.include('Too dear.').and.to.include(nonce).and.not.to.include('Error');
    const checked = tagsOf(markup).filter(({ attributes }) => 'checked' in attributes);
    expect(checked.map(({ attributes }) => attributes.value)).to.deep.equal(['no']);
    expect(host.accepted).to.have.length(0);
  });

  const DEFAULTS: VariableSpec[] = [
    { name: 'amount', type: 'number', label: 'Amount', required: true, default: 5 },
    { name: 'why', type: 'textarea', label: 'Why', required: true, default: 'As every\nmonth' },
    { name: 'more', type: 'text', label: 'More' },
  ];
  const CAME = { f_amount: '5', f_why: 'As every\r\nmonth', f_more: '', note: '' };

  it('accepts no prefilled form without its button until a person presses it', async () => {
    for (const step of [[], 'forged']) {
      await start(DEFAULTS, { inputType: 'form' });
      const nonce = await server.nonce();
      const markup = await (await server.post({ ...CAME, nonce, step })).text();
      expect(textOf(markup)).to.include('Send this answer?').and.to.include('Nothing has been sent yet.');
      expect(textOf(markup)).to.match(/Amount\s+5\s+Why\s+As every\s+month/);
      expect(host.accepted).to.have.length(0);
      const sent = await server.post({ ...hiddenOf(markup), step: 'send' });
      expect(textOf(await sent.text())).to.include('Your answer is recorded.');
      expect(host.accepted.map(({ values }) => values)).to.deep.equal([{ amount: 5, why: 'As every\nmonth' }]);
    }
  });

  it('takes a moment that was only filled in for no sign of a person', async () => {
    await start([{ name: 'at', type: 'datetime', default: '2026-07-01T10:00:00Z' }], { inputType: 'form' });
    for (const [zone, local] of [
      ['', '2026-07-01T12:00'],
      ['America/New_York', '2026-07-01T06:00'],
    ] as const) {
      const nonce = await server.nonce();
      const markup = await (await server.post({ f_at: local, zone, nonce, step: [] })).text();
      expect(textOf(markup)).to.include('Send this answer?');
    }
    expect(host.accepted).to.have.length(0);
  });

  it('gives such a form back to people who want it', async () => {
    await start([{ ...DEFAULTS[1]!, default: 'Why not <b>' }], { inputType: 'form' });
    const nonce = await server.nonce();
    const asked = await (await server.post({ f_why: 'Why not <b>', nonce, step: [] })).text();
    expect(textOf(asked)).to.include('Send this answer?').and.to.include('Why not <b>');
    const back = await (await server.post({ ...hiddenOf(asked), step: 'back' })).text();
    expect(back).to.include('Why not &lt;b&gt;').and.to.include(nonce);
    expect(host.accepted).to.have.length(0);
  });

  it('accepts a form at once if a person filled it in, added a note, or pressed its button', async () => {
    const filled = [{ f_amount: '6' }, { f_more: 'x' }, { note: 'Fine.' }].map((more) => ({ ...more, step: [] }));
    for (const more of [...filled, { step: 'answer' }]) {
      await start(DEFAULTS, { inputType: 'form' });
      const sent = await server.post({ ...CAME, ...more, nonce: await server.nonce() });
      expect(textOf(await sent.text())).to.include('Your answer is recorded.');
    }
  });

  it('sends at once for programs, and if another option was chosen', async () => {
    await start(specs, { inputType: 'form' });
    expect((await server.post({ f_value: 'no' }, { accept: 'application/json' })).status).to.equal(200);
    await start(specs, { inputType: 'form' });
    expect(textOf(await (await server.post({ f_value: 'yes' })).text())).to.include('Your answer is recorded.');
  });
});

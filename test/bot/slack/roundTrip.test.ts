import { expect } from 'chai';
import { answered } from '../../scenarios/support.ts';
import { chosen, textOf, typed, useSlackStage } from './slackStage.ts';

const FORM = {
  inputType: 'form',
  prompt: 'What happened?',
  variables: [
    { name: 'title', type: 'text', required: true, validation: { min: 5 } },
    { name: 'severity', type: 'select', options: [{ value: 'low' }, { value: 'high', label: 'High, at once' }] },
    { name: 'cost', type: 'number' },
  ],
};

describe('a question in Slack, from the flow and back to it (behaviour 4.1, 5.2)', function () {
  this.timeout(60_000);
  const stage = useSlackStage();

  it('arrives as a direct message and is answered with one press', async () => {
    const copy = await stage.askInSlack('grace');
    expect(copy.token).to.match(/^[0-9a-f]{64}$/);
    expect(copy.message.channel).to.equal(stage.slack.member('grace').channel);
    expect(textOf(copy.message.raw)).to.include('handback_delivery');
    expect(await stage.press('grace', copy, 'answer:0')).to.include({ status: 200, text: '' });
    const text = await stage.shows('grace', copy.message.ts, /Grace Hopper.*Approve/);
    expect(text).to.not.include('answer:0');
    expect(await stage.result(copy.request)).to.deep.include({
      value: 'approved',
      channel: 'slack',
      verifiedBy: 'signing_secret',
      note: 'Submitted through the Slack button',
    });
  });

  it('opens a form, shows errors at its fields, and accepts it once it is right', async () => {
    const copy = await stage.askInSlack('grace', FORM);
    const view = await stage.openForm('grace', copy);
    const values = {
      f_title: typed('So?'),
      f_severity: chosen('o1'),
      f_cost: { v: { type: 'number_input', value: '12.5' } },
    };
    const refused = await stage.submit('grace', view, values);
    expect(refused.body.response_action).to.equal('errors');
    expect(refused.body.errors).to.have.all.keys('f_title');
    const [token] = await stage.services.ground.reader('tokens').where({ request_id: copy.request });
    expect(token.used_at, 'errors use no token up').to.equal(null);

    const taken = await stage.submit('grace', view, { ...values, f_title: typed('Fire!') });
    expect(taken.body).to.deep.equal({ response_action: 'clear' });
    await stage.shows('grace', copy.message.ts, /Grace Hopper/);
    const result = await stage.result(copy.request);
    expect(result).to.deep.include({
      values: { title: 'Fire!', severity: 'high', cost: 12.5 },
      note: 'Submitted through the Slack modal',
    });
    const tokens = await stage.services.ground
      .reader('tokens')
      .where({ request_id: copy.request })
      .whereNot('used_at', null);
    expect(tokens).to.have.length(1);
  });

  it('lets an optional choice be taken back, a default included', async () => {
    const severity = { ...FORM.variables[1], default: 'high' };
    const copy = await stage.askInSlack('grace', { ...FORM, variables: [FORM.variables[0], severity] });
    const view = await stage.openForm('grace', copy);
    const values = { f_title: typed('Smoke'), f_severity: chosen('none') };
    expect((await stage.submit('grace', view, values)).body).to.deep.equal({ response_action: 'clear' });
    expect((await stage.result(copy.request)).values).to.deep.equal({ title: 'Smoke' });
  });

  it('updates every copy when somebody answers elsewhere, and a press on a stale one shows the outcome', async () => {
    const users = ['grace@sandbox.test', 'alan@sandbox.test'];
    const copy = await stage.askInSlack('grace', { assignees: { users } });
    const other = await stage.copyOf('alan', copy.request);
    await answered(stage.grace, copy.request, 'rejected');
    const before = await stage.audits();
    await stage.press('alan', other, 'answer:0');
    await stage.shows('alan', other.message.ts, /Grace Hopper/);
    expect(await stage.audits(), 'a refused late answer leaves a row').to.have.length(before.length + 1);
    await stage.tick();
    await stage.after(60_000);
    await stage.shows('grace', copy.message.ts, /Grace Hopper/);
  });

  it('opens the outcome instead of a form, and updates the copy', async () => {
    const copy = await stage.askInSlack('alan', {
      ...FORM,
      assignees: { users: ['alan@sandbox.test', 'grace@sandbox.test'] },
    });
    await answered(stage.grace, copy.request, { values: { title: 'Smoke' } });
    await stage.press('alan', copy, 'open_form');
    await stage.modalShows('alan', /Grace Hopper/);
    await stage.shows('alan', copy.message.ts, /Grace Hopper/);
  });

  it('tells that a form came too late, with what was typed, but no password', async () => {
    const copy = await stage.askInSlack('alan', {
      inputType: 'form',
      prompt: 'Why?',
      variables: [
        { name: 'why', type: 'text' },
        { name: 'pin', type: 'password' },
      ],
      assignees: { users: ['alan@sandbox.test', 'grace@sandbox.test'] },
    });
    const view = await stage.openForm('alan', copy);
    await answered(stage.grace, copy.request, { values: { why: 'So' } });
    const { body } = await stage.submit('alan', view, { f_why: typed('Because'), f_pin: typed('hunter2') });
    expect(body.response_action).to.equal('update');
    expect(body.view).to.nested.include({ 'title.text': 'Not taken' });
    expect(JSON.stringify(body.view))
      .to.match(/Grace Hopper.*Your answer was not taken.*Because/)
      .and.not.to.include('hunter2');
    await stage.shows('alan', copy.message.ts, /Grace Hopper/);
  });

  it('has the same result when Slack repeats a press or a form', async () => {
    const copy = await stage.askInSlack('grace');
    const headers = { 'x-slack-retry-num': '1', 'x-slack-retry-reason': 'http_timeout' };
    for (const options of [{}, { headers }, { headers }]) {
      stage.advance(1000);
      const press = await stage.pressOf('grace', copy, 'answer:1', { 'actions.0.action_ts': '1548426417.000001' });
      expect(
        (await stage.send(new URLSearchParams({ payload: JSON.stringify(press) }).toString(), options)).status,
      ).to.equal(200);
    }
    await stage.shows('grace', copy.message.ts, /Grace Hopper/);
    expect(await stage.services.ground.reader('responses').where({ request_id: copy.request })).to.have.length(1);

    const form = await stage.askInSlack('grace', FORM);
    const view = await stage.openForm('grace', form);
    for (let n = 0; n < 2; n++) {
      stage.advance(1000);
      const { body } = await stage.submit(
        'grace',
        view,
        { f_title: typed('Twice') },
        { 'view.private_metadata': meta(form) },
      );
      expect(body).to.deep.equal({ response_action: 'clear' });
    }
    expect(await stage.services.ground.reader('responses').where({ request_id: form.request })).to.have.length(1);
  });

  it('opens the form with the pressed option chosen, if it needs a comment', async () => {
    const options = [
      { value: 'approved', label: 'Approve' },
      { value: 'rejected', label: 'Turn down', comment: 'required' },
    ];
    const copy = await stage.askInSlack('grace', { inputType: 'approval', prompt: 'May I?', options });
    expect((await stage.press('grace', copy, 'open_form:1')).status).to.equal(200);
    await stage.modalShows('grace', /"initial_option":\{[^{}]*\{[^{}]*Turn down/);
  });

  it('asks for confirmation in the form before an option whose author wants it is sent', async () => {
    const options = [{ value: 'keep' }, { value: 'drop', label: 'Drop it', confirm: true }];
    const variables = [...FORM.variables, { name: 'what', type: 'select', options, required: true }];
    const copy = await stage.askInSlack('grace', { ...FORM, variables });
    const view = await stage.openForm('grace', copy);
    const values = { f_title: typed('Disk full'), f_what: chosen('o1') };
    const { body } = await stage.submit('grace', view, values);
    expect(body.response_action).to.equal('update');
    for (const said of ['Send “Drop it”? Nothing has been sent yet.', 'Yes, send it', 'Disk full'])
      expect(textOf(body.view)).to.include(said);
    const confirmed = { 'view.private_metadata': body.view!['private_metadata'] };
    const again = await stage.submit('grace', view, values, confirmed);
    expect(again.body).to.deep.equal({ response_action: 'clear' });
    expect(await stage.result(copy.request)).to.deep.include({ values: { title: 'Disk full', what: 'drop' } });
  });

  it('reports missing input before it asks whether to send the rest', async () => {
    const options = [{ value: 'keep' }, { value: 'drop', label: 'Drop it', comment: 'required', confirm: true }];
    const copy = await stage.askInSlack('grace', { inputType: 'choice', prompt: 'And the files?', options });
    const view = await stage.openForm('grace', copy);
    const { body } = await stage.submit('grace', view, { f_value: chosen('o1') });
    expect(body).to.deep.equal({
      response_action: 'errors',
      errors: { f_comment: 'Add a comment: this answer needs one.' },
    });
  });

  const meta = ({
    request,
    token,
    message,
  }: {
    request: string;
    token: string;
    message: { channel: string; ts: string };
  }) => JSON.stringify({ r: request, t: token, ch: message.channel, ts: message.ts });

  it('remembers where it met a person, and does not look them up again', async () => {
    await stage.askInSlack('alan');
    const { calls } = stage.slack.api;
    const before = calls.length;
    await stage.askInSlack('alan');
    const since = calls.slice(before).map(({ method }) => method);
    expect(since)
      .to.include('chat.postMessage')
      .and.to.not.include.members(['users.lookupByEmail', 'conversations.open']);
    const [address] = await stage.services.ground.reader('addresses').where({ channel: 'slack' });
    expect(JSON.parse(address.address)).to.include.all.keys('userId', 'channelId');
  });

  it('posts once, even if the first attempt arrived without our knowing', async () => {
    const copy = await stage.askInSlack('grace');
    const unknown = { address: null, shown_version: null, shown_state: null, sent_at: null, settled_at: null };
    const row = { ...unknown, state: 'queued', next_attempt_at: stage.now() };
    await stage.services.ground.database.writer('deliveries').where({ subject_id: copy.request }).update(row);
    const calls = stage.slack.api.calls.length;
    for (let n = 0; n < 3; n++) await stage.after(5000);
    const called = stage.slack.api.calls.slice(calls).map(({ method }) => method);
    expect(called).to.include('conversations.history').and.to.not.include('chat.postMessage');
    const copies = stage.slack.workspace
      .desk(stage.userId('grace'))
      .messages.filter(({ blocks }) => textOf(blocks).includes(copy.request));
    expect(copies.map(({ ts }) => ts)).to.deep.equal([copy.message.ts]);
    await stage.press('grace', await stage.copyOf('grace', copy.request), 'answer:0');
    await stage.shows('grace', copy.message.ts, /Grace Hopper/);
  });
});

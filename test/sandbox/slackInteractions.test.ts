import { expect } from 'chai';
import { signatureHeaders } from '../../sandbox/slack/signedPost.ts';
import { SLACK_APP } from '../../sandbox/slack/slackApp.ts';
import { MESSAGE, MODAL, useSlack } from './slackSupport.ts';

describe("sandbox: people's actions in Slack", function () {
  this.timeout(30_000);
  const stage = useSlack();
  const ada = () => stage.slack.member('ada');
  const desk = () => stage.slack.workspace.desk(ada().userId);
  const post = () => stage.call('chat.postMessage', { channel: ada().channel, ...MESSAGE });

  /** Opens the modal as the app would in response to a press. */
  async function openModal(view: object = MODAL): Promise<string> {
    const { ts } = await post();
    await stage.slack.interactions.press(ada(), { ts: String(ts), blockId: 'answers', actionId: 'open_form' });
    const { trigger_id: trigger } = stage.webhook.received.at(-1)!.body as { trigger_id: string };
    const opened = await stage.call('views.open', { trigger_id: trigger, view });
    expect(opened).to.include({ ok: true });
    return (opened['view'] as { id: string }).id;
  }
  const submit = (viewId: string, fields: Record<string, string[]>) =>
    stage.slack.interactions.submit(ada(), viewId, fields);

  it('are signed, over the exact bytes that are sent', async () => {
    await stage.slack.interactions.say(ada(), 'help');
    const { headers, raw } = stage.webhook.received[0]!;
    const at = Number(headers['x-slack-request-timestamp']) * 1000;
    expect(Math.abs(Date.now() - at)).to.be.below(60_000);
    expect(headers).to.include(signatureHeaders(raw, SLACK_APP.signingSecret, at));
    // cspell:disable
    // Slack's own example: https://docs.slack.dev/authentication/verifying-requests-from-slack
    const body =
      'token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V&channel_name=foobar&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text=&response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c';
    expect(signatureHeaders(body, '8f742231b10e8888abcd99yyyzzz85a5', 1531420618_000)['x-slack-signature']).to.equal(
      'v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503',
    );
    // cspell:enable
  });

  it("press a button with the app's payload, not with the page's", async () => {
    const { ts } = await post();
    const attempt = await stage.slack.interactions.press(ada(), {
      ts: String(ts),
      blockId: 'answers',
      actionId: 'answer:0',
      fields: { 'answers/answer:0': ['forged'] },
    });
    expect(attempt).to.deep.equal({});
    const { body } = stage.webhook.received[0]!;
    expect(body).to.deep.include({
      type: 'block_actions',
      container: { type: 'message', message_ts: ts, channel_id: ada().channel, is_ephemeral: false },
    });
    expect(body.user.id).to.equal(ada().userId);
    expect(body.actions[0]).to.include({ action_id: 'answer:0', block_id: 'answers', type: 'button', value: 'yes' });
    const gone = { ts: '1.1', blockId: 'answers', actionId: 'answer:0' };
    expect(await stage.slack.interactions.press(ada(), gone)).to.have.property('problem');
  });

  it('open a modal once per trigger, for the person who pressed', async () => {
    await openModal();
    expect(desk().modals.map(({ callback_id: id }) => id)).to.deep.equal(['answer_form']);
    const { trigger_id: trigger } = stage.webhook.received.at(-1)!.body as { trigger_id: string };
    expect(await stage.call('views.open', { trigger_id: trigger, view: MODAL })).to.include({ ok: false });
  });

  it('are checked for required fields before the app is called', async () => {
    const viewId = await openModal();
    stage.webhook.received.length = 0;
    expect(await submit(viewId, { 'f_amount/v': ['many'] })).to.deep.equal({
      errors: { f_reason: 'Please complete this required field.', f_amount: 'Please enter a number.' },
    });
    expect(stage.webhook.received).to.deep.equal([]);
  });

  it("send every kind of value in Slack's format", async () => {
    const viewId = await openModal();
    await submit(viewId, {
      'f_reason/v': ['because'],
      'f_amount/v': ['12.5'],
      'f_centre/v': ['o1'],
      'f_tags/v': ['o0', 'o1'],
      'f_urgent/v': ['true'],
      'f_due/v': ['2026-12-24'],
      'f_time/v': ['08:30'],
      'f_moment/v': ['2026-12-24T08:30'],
      'f_who/v': [ada().userId],
      'f_team/v': [ada().userId],
    });
    const { view } = stage.webhook.received.at(-1)!.body;
    expect(view).to.include({ id: viewId, callback_id: 'answer_form', private_metadata: '{"r":"1"}' });
    const text = (label: string) => ({ type: 'plain_text', text: label });
    expect(view.state.values).to.deep.equal({
      f_reason: { v: { type: 'plain_text_input', value: 'because' } },
      f_amount: { v: { type: 'number_input', value: '12.5' } },
      f_centre: { v: { type: 'static_select', selected_option: { text: text('Office'), value: 'o1' } } },
      f_tags: {
        v: {
          type: 'multi_static_select',
          selected_options: [
            { text: text('Red'), value: 'o0' },
            { text: text('Green'), value: 'o1' },
          ],
        },
      },
      f_urgent: { v: { type: 'radio_buttons', selected_option: { text: text('Yes'), value: 'true' } } },
      f_due: { v: { type: 'datepicker', selected_date: '2026-12-24' } },
      f_time: { v: { type: 'timepicker', selected_time: '08:30' } },
      f_moment: { v: { type: 'datetimepicker', selected_date_time: Date.UTC(2026, 11, 24, 8, 30) / 1000 } },
      f_who: { v: { type: 'users_select', selected_user: ada().userId } },
      f_team: { v: { type: 'multi_users_select', selected_users: [ada().userId] } },
    });
    expect(desk().modals, 'an empty answer closes it').to.deep.equal([]);
  });

  it("show the app's errors, next view or end", async () => {
    const viewId = await openModal();
    const fields = { 'f_reason/v': ['because'] };
    stage.webhook.answers.push({ body: { response_action: 'errors', errors: { f_reason: 'Say more.' } } });
    expect(await submit(viewId, fields)).to.deep.equal({ errors: { f_reason: 'Say more.' } });
    const view = { ...MODAL, blocks: [], title: { type: 'plain_text', text: 'Still checking' } };
    stage.webhook.answers.push({ body: { response_action: 'update', view } });
    await submit(viewId, fields);
    expect(desk().modals.map(({ id, title }) => [id, title?.text])).to.deep.equal([[viewId, 'Still checking']]);
    expect(
      await stage.call('views.update', {
        view_id: viewId,
        view: { ...view, title: { type: 'plain_text', text: 'Done' } },
      }),
    ).to.include({ ok: true });
    expect(desk().modals[0]!.title!.text).to.equal('Done');
    await stage.slack.interactions.close(ada(), viewId);
    expect(await stage.call('views.update', { view_id: viewId, view })).to.deep.include({
      ok: false,
      error: 'not_found',
    });
  });

  it('report a closed modal only if the app wants to know', async () => {
    await stage.slack.interactions.close(ada(), await openModal({ ...MODAL, notify_on_close: true }));
    expect(stage.webhook.received.at(-1)!.body).to.deep.include({ type: 'view_closed', is_cleared: false });
    const quiet = await openModal();
    stage.webhook.received.length = 0;
    await stage.slack.interactions.close(ada(), quiet);
    expect(stage.webhook.received).to.deep.equal([]);
  });

  it("write messages and commands, and show a command's response", async () => {
    await stage.slack.interactions.say(ada(), ' inbox ');
    expect(stage.webhook.received[0]!.body).to.deep.include({ type: 'event_callback', api_app_id: SLACK_APP.appId });
    expect(stage.webhook.received[0]!.body.event).to.include({
      type: 'message',
      channel_type: 'im',
      text: 'inbox',
      user: ada().userId,
    });
    expect(desk().messages.at(-1)).to.deep.include({ isFromApp: false, text: 'inbox' });

    stage.webhook.answers.push({ body: { text: 'Nothing waits for you.' } });
    await stage.slack.interactions.say(ada(), '/handback help me');
    expect(stage.webhook.received[1]!.body).to.include({
      command: '/handback',
      text: 'help me',
      user_id: ada().userId,
    });
    expect(desk().messages.at(-1)).to.deep.include({ isEphemeral: true, text: 'Nothing waits for you.' });
  });

  it('open the home tab, which the app publishes', async () => {
    await stage.slack.interactions.openHome(ada());
    expect(stage.webhook.received[0]!.body.event).to.include({
      type: 'app_home_opened',
      tab: 'home',
      user: ada().userId,
    });
    const view = { type: 'home', blocks: [{ type: 'section', text: { type: 'plain_text', text: 'Nothing waits' } }] };
    expect(await stage.call('views.publish', { user_id: ada().userId, view })).to.include({ ok: true });
    expect(desk().home!.blocks[0]!.text!.text).to.equal('Nothing waits');
  });

  it("show the app's messages through a response_url, while it is valid", async () => {
    const { ts } = await post();
    await stage.slack.interactions.press(ada(), { ts: String(ts), blockId: 'answers', actionId: 'answer:0' });
    const { response_url: url } = stage.webhook.received[0]!.body as { response_url: string };
    const respond = (body: object, to = url) =>
      fetch(to, { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } });
    await respond({ text: 'Noted.' });
    expect(desk().messages.at(-1)).to.deep.include({ isEphemeral: true, text: 'Noted.' });
    await respond({ text: 'Approved', replace_original: true });
    expect(desk().messages.find((message) => message.ts === ts)).to.include({
      text: 'Approved',
      isEdited: true,
    });
    expect((await respond({ text: 'x' }, `${stage.slack.url}/actions/none`)).status).to.equal(404);
  });

  it('say why the app could not be reached', async () => {
    const help = () => stage.slack.interactions.say(ada(), 'help');
    for (const [status, words] of [
      [401, 'signature'],
      [404, 'without Slack'],
      [500, 'status 500'],
    ] as const) {
      stage.webhook.answers.push({ status });
      expect((await help()).problem).to.contain(words);
    }
  });
});

describe('sandbox: Slack without the product', function () {
  this.timeout(30_000);
  const stage = useSlack({ productUrl: () => 'http://127.0.0.1:9' });
  it('says how to start it', async () => {
    const { problem } = await stage.slack.interactions.say(stage.slack.member('ada'), 'help');
    expect(problem).to.equal('Handback is not running at http://127.0.0.1:9. Start it with npm start.');
  });
});

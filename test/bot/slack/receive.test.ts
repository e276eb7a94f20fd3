import http from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import type { SlackMessage } from '../../../sandbox/slack/workspace.ts';
import { until } from '../../support/until.ts';
import { answered } from '../../scenarios/support.ts';
import { asForm, recorded, textOf, typed, useSlackStage } from './slackStage.ts';

const JSON_TYPE = { contentType: 'application/json' };

describe('messages to the app in Slack', function () {
  this.timeout(60_000);
  const stage = useSlackStage();
  let events = 0;

  const deskOf = (key: string) => stage.slack.workspace.desk(stage.userId(key));
  const callsOf = (method: string) => stage.slack.api.calls.filter((call) => call.method === method).length;
  const newId = () => `Ev${String(++events).padStart(8, '0')}`;
  const event = (name: string, key: string, changes: object = {}) =>
    JSON.stringify(
      recorded(name, {
        'event.user': stage.userId(key),
        'event.channel': stage.slack.member(key).channel,
        event_id: newId(),
        ...changes,
      }),
    );

  /** The app's answer to a message. */
  async function say(key: string, text: string): Promise<SlackMessage> {
    const before = deskOf(key).messages.length;
    expect((await stage.send(event('messageIm', key, { 'event.text': text }), JSON_TYPE)).status).to.equal(200);
    await until(() => deskOf(key).messages.length > before);
    return deskOf(key).messages.at(-1)!;
  }

  it("follow Slack's handshake", async () => {
    const greeting = recorded('urlVerification');
    const answer = await stage.send(JSON.stringify(greeting), JSON_TYPE);
    expect(answer.status).to.equal(200);
    expect(answer.body).to.deep.equal({ challenge: greeting['challenge'] });
    expect(await stage.send(asForm(recorded('sslCheck')))).to.include({ status: 200, text: '' });
  });

  it('are answered with help, with the waiting questions, or with where to answer', async () => {
    expect(textOf((await say('radia', ' Help ')).blocks)).to.include('questions of flows');
    expect(textOf((await say('radia', 'inbox')).blocks)).to.include('Nothing waits for you');
    expect(textOf((await say('radia', 'Yes, do it!')).blocks)).to.include('from the buttons');
  });

  it('are answered wherever they were written, also if their thread shows them in the conversation too', async () => {
    expect(textOf((await say('radia', '<@U0HANDBACK> “inbox”')).blocks)).to.include('Nothing waits for you');
    const before = deskOf('radia').messages.length;
    const shared = JSON.parse(event('messageIm', 'radia', { 'event.text': 'inbox' })) as { event: object };
    Object.assign(shared.event, { subtype: 'thread_broadcast', thread_ts: '1700000000.000100' });
    expect((await stage.send(JSON.stringify(shared), JSON_TYPE)).status).to.equal(200);
    await until(() => deskOf('radia').messages.length > before);
    expect(textOf(deskOf('radia').messages.at(-1)!.blocks)).to.include('Nothing waits for you');
  });

  it('list the waiting questions, nearest deadline first, each to be answered in the list', async () => {
    const later = await stage.askInSlack('tim', { prompt: 'Later?', timeout: 'PT9H' });
    const sooner = await stage.askInSlack('tim', { prompt: 'Sooner?', timeout: 'PT1H' });
    const form = await stage.askInSlack('tim', { inputType: 'text', prompt: 'Why?', timeout: 'PT10H' });
    const list = await say('tim', 'INBOX');
    expect(textOf(list.blocks)).to.match(/3 questions wait for you.*Sooner\?.*Later\?.*Why\?/);

    const labels = list.blocks.flatMap(({ elements = [] }) =>
      elements.map((each) => (each as { accessibility_label?: string }).accessibility_label),
    );
    expect(labels.filter(Boolean)).to.include.members([
      'Approve: Sooner?',
      'Reject: Later?',
      'Open Form: Why?',
      'Open in Handback: Why?',
    ]);
    await stage.press('tim', { message: list }, 'answer:0');
    expect(await stage.shows('tim', list.ts, /2 questions wait for you/)).to.not.include('Sooner?');
    expect(await stage.result(sooner.request)).to.include({ value: 'approved' });

    const view = await stage.openForm('tim', {
      ...form,
      message: deskOf('tim').messages.find(({ ts }) => ts === list.ts)!,
    });
    const homes = callsOf('views.publish');
    expect((await stage.submit('tim', view, { f_value: typed('Because') })).body).to.deep.equal({
      response_action: 'clear',
    });
    await until(() => callsOf('views.publish') > homes);
    expect(await stage.result(form.request)).to.include({ value: 'Because' });
    expect(textOf(deskOf('tim').messages.find(({ ts }) => ts === list.ts)!.blocks)).to.include('Later?');
    await stage.after(60_000);
    await stage.shows('tim', sooner.message.ts, /Tim/);
    expect(textOf((await stage.copyOf('tim', later.request)).message.blocks)).to.include('Later?');
  });

  it('keep a list of one question a list, when its button is pressed and when its form is sent', async () => {
    await stage.askInSlack('margaret', { prompt: 'Pressed?' });
    const pressed = await say('margaret', 'inbox');
    expect(textOf(pressed.blocks)).to.include('One question waits for you');
    await stage.press('margaret', { message: pressed }, 'answer:0');
    expect(await stage.shows('margaret', pressed.ts, /Nothing waits for you/)).to.not.include('Pressed?');

    const form = await stage.askInSlack('margaret', { inputType: 'text', prompt: 'Written?' });
    const listed = await say('margaret', 'inbox');
    const view = await stage.openForm('margaret', { ...form, message: listed });
    await stage.submit('margaret', view, { f_value: typed('So') });
    expect(await stage.shows('margaret', listed.ts, /Nothing waits for you/)).to.not.include('Written?');
  });

  it('lead to a home tab with the waiting questions, which is answered there and stays up to date', async () => {
    const first = await stage.askInSlack('frances', { prompt: 'At home?', timeout: 'PT1H' });
    await stage.askInSlack('frances', { prompt: 'Another?' });
    expect((await stage.send(event('appHomeOpened', 'frances'), JSON_TYPE)).status).to.equal(200);
    await until(() => deskOf('frances').home !== null);
    const home = deskOf('frances').home!;
    expect(textOf(home.blocks)).to.match(/2 questions wait for you.*At home\?.*Another\?/);

    const at = home.blocks.flatMap(({ elements = [] }) => elements).find(({ action_id: id }) => id === 'answer:0')!;
    const message = { ...first.message, blocks: home.blocks };
    const press = await stage.pressOf('frances', { message }, 'answer:0', {
      'actions.0.value': at.value,
      container: { type: 'view', view_id: home.id },
    });
    delete press['channel'];
    delete press['message'];
    const payload = new URLSearchParams({ payload: JSON.stringify({ ...press, view: home }) });
    expect((await stage.send(payload.toString())).status).to.equal(200);
    await until(() => textOf(deskOf('frances').home!.blocks).includes('One question waits for you'));
    expect(await stage.result(first.request)).to.include({ value: 'approved' });
  });

  it('are answered in their thread, and told where files go', async () => {
    const thread = event('messageIm', 'grace', { 'event.text': 'help' });
    const call = JSON.parse(thread) as { event: object };
    await stage.send(JSON.stringify({ ...call, event: { ...call.event, thread_ts: '1355517500.000001' } }), JSON_TYPE);
    const posts = () => stage.slack.api.calls.filter(({ method }) => method === 'chat.postMessage');
    await until(() => posts().at(-1)?.args['thread_ts'] === '1355517500.000001');
    const file = JSON.parse(event('messageIm', 'grace', { 'event.text': '' })) as { event: object };
    const shared = { ...file.event, subtype: 'file_share', files: [{ id: 'F1', name: 'plan.pdf' }] };
    await stage.send(JSON.stringify({ ...file, event: shared }), JSON_TYPE);
    await until(() => textOf(posts().at(-1)?.args).includes('I take no files from messages'));
    expect(textOf(posts().at(-1)?.args))
      .to.include('open_web')
      .and.include('Answer the question that asks for them in the web client.')
      .and.not.include('Choose them in the form');
  });

  it("do not include the messages tab, the bot's own messages, or repeated events", async () => {
    const calls = stage.slack.api.calls.length;
    await stage.send(event('appHomeOpened', 'radia', { 'event.tab': 'messages' }), JSON_TYPE);
    await stage.send(JSON.stringify(recorded('ownMessage')), JSON_TYPE);
    const edited = recorded('messageIm', { event_id: newId() });
    (edited['event'] as { subtype?: string }).subtype = 'message_changed';
    await stage.send(JSON.stringify(edited), JSON_TYPE);
    const help = event('messageIm', 'radia', { 'event.text': 'help' });
    for (const retry of ['1', '2', '3']) {
      const headers = { 'x-slack-retry-num': retry, 'x-slack-retry-reason': 'http_timeout' };
      expect((await stage.send(help, { ...JSON_TYPE, headers })).status).to.equal(200);
      stage.advance(60_000);
    }
    await until(() => textOf(deskOf('radia').messages.at(-1)!.blocks).includes('questions of flows'));
    await stage.send(event('messageIm', 'radia', { 'event.text': 'and now?' }), JSON_TYPE);
    await until(() => textOf(deskOf('radia').messages.at(-1)!.blocks).includes('from the buttons'));
    const called = stage.slack.api.calls.slice(calls).map(({ method }) => method);
    expect(called.filter((method) => method !== 'users.info')).to.deep.equal(['chat.postMessage', 'chat.postMessage']);
  });

  it('include a slash command, which is answered to its sender only, wherever they are', async () => {
    const said: string[] = [];
    const server = http.createServer((request, response) => {
      request.on('data', (chunk) => said.push(String(chunk)));
      request.on('end', () => response.end('ok'));
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/commands/1`;
    const command = (text: string) =>
      asForm(recorded('slashCommand', { user_id: stage.userId('radia'), text, response_url: url }));
    for (const [text, pattern] of [
      ['', /Nothing waits for you/],
      ['inbox', /Nothing waits for you/],
      ['help', /questions of flows/],
    ] as const) {
      said.length = 0;
      stage.advance(1000);
      expect(await stage.send(command(text))).to.include({ status: 200, text: '' });
      await until(() => said.length > 0);
      expect(JSON.parse(said.join(''))).to.include({ response_type: 'ephemeral' });
      expect(said.join('')).to.match(pattern);
    }
    server.close();
  });

  it('say that a press in a list came too late, because the list only drops the question', async () => {
    const users = ['margaret@sandbox.test', 'alan@sandbox.test'];
    const { request } = await stage.askInSlack('margaret', { prompt: 'A desk?', assignees: { users } });
    const list = await say('margaret', 'inbox');
    await answered(stage.alan, request, 'rejected');
    await stage.press('margaret', { message: list }, 'answer:0');
    expect(await stage.seesEphemeral('margaret', /This answer was not taken/)).to.match(/A desk\?.*Alan Turing/);
    expect(await stage.shows('margaret', list.ts, /Nothing waits for you/)).to.not.include('A desk?');
  });

  it('take an answer in a list that only one person sees', async () => {
    const copy = await stage.askInSlack('radia', { prompt: 'In a whisper?' });
    await stage.slack.interactions.say(stage.slack.member('radia'), '/handback inbox');
    await until(() => deskOf('radia').messages.some(({ isEphemeral }) => isEphemeral));
    const whisper = deskOf('radia').messages.findLast(({ isEphemeral }) => isEphemeral)!;
    const block = whisper.blocks.find(({ elements = [] }) => elements.some(({ action_id: id }) => id === 'answer:0'))!;
    await stage.slack.interactions.press(stage.slack.member('radia'), {
      ts: whisper.ts,
      blockId: block.block_id,
      actionId: 'answer:0',
    });
    expect(await stage.result(copy.request)).to.include({ value: 'approved', channel: 'slack' });
    await until(() => /Nothing waits for you/.test(textOf(deskOf('radia').messages.at(-1)!.blocks)));
    expect(deskOf('radia').messages.at(-1)!.ts, 'the same message').to.equal(whisper.ts);
  });

  it('take a form opened from a list that only one person sees, and take the question off the list', async () => {
    const copy = await stage.askInSlack('radia', { prompt: 'In writing?', inputType: 'text' });
    stage.advance(1000);
    const radia = stage.slack.member('radia');
    const known = new Set(deskOf('radia').messages.map(({ ts }) => ts));
    await stage.slack.interactions.say(radia, '/handback inbox');
    await until(() => deskOf('radia').messages.some(({ ts, isEphemeral }) => isEphemeral && !known.has(ts)));
    const list = () => deskOf('radia').messages.findLast(({ isEphemeral }) => isEphemeral)!;
    const { ts, blocks } = list();
    expect(textOf(blocks)).to.include('In writing?');
    const block = blocks.find(({ elements = [] }) => elements.some(({ action_id: id }) => id === 'open_form'))!;
    await stage.slack.interactions.press(radia, { ts, blockId: block.block_id, actionId: 'open_form' });
    await until(() => deskOf('radia').modals.at(-1)?.callback_id === 'answer_form');
    const view = deskOf('radia').modals.at(-1)!;
    const field = view.blocks.find(({ type }) => type === 'input')!.block_id;
    const sent = await stage.submit('radia', view.id, { [field]: typed('Here.') });
    expect(sent.body).to.deep.equal({ response_action: 'clear' });
    expect(await stage.result(copy.request)).to.include({ value: 'Here.' });
    await until(() => /Nothing waits for you/.test(textOf(list().blocks)));
    expect(list().ts, 'the same message').to.equal(ts);
  });

  it('only acknowledge a press on a link', async () => {
    const copy = await stage.askInSlack('grace');
    const calls = stage.slack.api.calls.length;
    expect(await stage.press('grace', copy, 'open_web')).to.include({ status: 200, text: '' });
    expect(stage.slack.api.calls).to.have.length(calls);
  });

  it('open no form for a question that this copy can no longer answer', async () => {
    const users = ['grace@sandbox.test', 'alan@sandbox.test'];
    const copy = await stage.askInSlack('grace', { inputType: 'text', prompt: 'Why?', assignees: { users } });
    const writer = stage.services.ground.database.writer;
    await writer('tokens').where({ request_id: copy.request }).update({ used_at: stage.now() });
    await stage.press('grace', copy, 'open_form');
    await stage.modalShows('grace', /cannot be used any more.*web client/);
  });

  it('say so when Slack does not open a form in time', async () => {
    const copy = await stage.askInSlack('grace', { inputType: 'text', prompt: 'Why?' });
    await stage.press('grace', copy, 'open_form', { trigger_id: '1.2.expired' });
    await stage.seesEphemeral('grace', /did not open the form/);
  });
});

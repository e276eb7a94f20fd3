import { expect } from 'chai';
import type { ChannelHost } from '../../../contract/channel.ts';
import type { GivenAnswer } from '../../../contract/conversation.ts';
import { speechFor } from '../../../contract/speech.ts';
import { answered } from '../../scenarios/support.ts';
import { until } from '../../support/until.ts';
import { typed, useSlackStage } from './slackStage.ts';

/** The real server behind a door that tests can close. */
function createDoor() {
  let isOpen = Promise.resolve();
  let open = () => {};
  let inboxFails = false;
  let directoryFails = false;
  let before: ((given: GivenAnswer) => void) | null = null;
  return {
    close: () => void (isOpen = new Promise((resolve) => (open = resolve))),
    open: () => open(),
    breakInbox: () => void (inboxFails = true),
    breakDirectory: (isBroken: boolean) => void (directoryFails = isBroken),
    /** Is called for every answer, and may throw. */
    onAnswer: (work: typeof before) => void (before = work),
    lend: (host: ChannelHost): ChannelHost => ({
      ...host,
      async personByEmail(email) {
        await isOpen;
        if (directoryFails) throw new Error('the directory is away');
        return host.personByEmail(email);
      },
      inbox: (person) => (inboxFails ? Promise.reject(new Error('the database is away')) : host.inbox(person)),
      message: (requestId, person) => isOpen.then(() => host.message(requestId, person)),
      async answer(given) {
        await isOpen;
        before?.(given);
        return host.answer(given);
      },
    }),
  };
}

const WHY = { inputType: 'form', prompt: 'Why?', variables: [{ name: 'why', type: 'text', validation: { min: 5 } }] };

describe('Slack is answered within its 3 s, whatever the database does', function () {
  this.timeout(60_000);
  const door = createDoor();
  const lines: { requestId?: string; msg: string }[] = [];
  const stage = useSlackStage(
    { checkMs: 150, lend: door.lend },
    {
      config: { logLevel: 'error' },
      logTo: { write: (line: string) => void lines.push(JSON.parse(line) as (typeof lines)[number]) },
    },
  );
  afterEach(() => {
    door.onAnswer(null);
    door.open();
  });

  it('a press', async () => {
    const copy = await stage.askInSlack('grace');
    door.close();
    expect((await stage.press('grace', copy, 'answer:0')).status).to.equal(200);
    door.open();
    await stage.shows('grace', copy.message.ts, /Grace Hopper/);
  });

  it('Open Form: a placeholder at once, the form when it is ready', async () => {
    const copy = await stage.askInSlack('grace', WHY);
    door.close();
    expect((await stage.press('grace', copy, 'open_form')).status).to.equal(200);
    await stage.modalShows('grace', /on its way/);
    door.open();
    await stage.modalShows('grace', /f_why/);
  });

  it('Open Form: an error if Slack does not accept the form', async () => {
    const copy = await stage.askInSlack('grace', WHY);
    stage.slack.api.refuseNext(1, { method: 'views.update', status: 200, error: 'invalid_arguments' });
    expect((await stage.press('grace', copy, 'open_form')).status).to.equal(200);
    await stage.modalShows('grace', /could not be shown right now.*open_web/);
  });

  it('in the language of the message, also by a server that has not met the person', async () => {
    const { say } = speechFor('de');
    const copy = await stage.askInSlack('hedy', WHY);
    door.close();
    await stage.press('hedy', copy, 'open_form');
    await stage.modalShows('hedy', new RegExp(say('slack.loading')));
    door.open();
    const view = await stage.openForm('hedy', copy);
    door.close();
    const { body } = await stage.submit('hedy', view, { f_why: typed('Because') });
    expect(body.view).to.nested.include({ 'title.text': say('slack.checkingTitle') });
    door.open();
    await stage.shows('hedy', copy.message.ts, /Hedy Lamarr/);
  });

  it('a form: still being checked at first, then accepted', async () => {
    const copy = await stage.askInSlack('grace', WHY);
    const view = await stage.openForm('grace', copy);
    door.close();
    const { body } = await stage.submit('grace', view, { f_why: typed('Because') });
    expect(body.response_action).to.equal('update');
    expect(JSON.stringify(body.view)).to.include('still being checked');
    door.open();
    await stage.modalShows('grace', /Grace Hopper/);
    await stage.shows('grace', copy.message.ts, /Grace Hopper/);
    expect(await stage.result(copy.request)).to.deep.include({ values: { why: 'Because' } });
  });

  it('a form with errors comes back with what was typed, and can be sent again', async () => {
    const copy = await stage.askInSlack('grace', WHY);
    const view = await stage.openForm('grace', copy);
    door.close();
    expect((await stage.submit('grace', view, { f_why: typed('So?') })).body.response_action).to.equal('update');
    door.open();
    expect(await stage.modalShows('grace', /needs another look/)).to.include('So?');
    const again = await stage.submit('grace', view, { f_why: typed('Because') });
    expect(again.body.response_action).to.be.oneOf(['clear', 'update']);
    expect(await stage.result(copy.request)).to.deep.include({ values: { why: 'Because' } });
  });

  it('a form that was closed while it was checked: a message with the errors and what was typed', async () => {
    const copy = await stage.askInSlack('grace', WHY);
    const view = await stage.openForm('grace', copy);
    door.close();
    await stage.submit('grace', view, { f_why: typed('So?') });
    stage.slack.workspace.closeModal(stage.userId('grace'), view);
    door.open();
    const last = () => JSON.stringify(stage.slack.workspace.desk(stage.userId('grace')).messages.at(-1)!.blocks);
    await until(() => last().includes('needs another look'));
    expect(last()).to.include('why:\\nSo?').and.include(copy.request);
    await stage.submit('grace', await stage.openForm('grace', copy), { f_why: typed('Because') });
    expect(await stage.result(copy.request)).to.deep.include({ values: { why: 'Because' } });
  });

  it('a form whose question closed meanwhile shows the outcome', async () => {
    const users = ['grace@sandbox.test', 'alan@sandbox.test'];
    const copy = await stage.askInSlack('grace', { ...WHY, assignees: { users } });
    const view = await stage.openForm('grace', copy);
    door.close();
    await stage.submit('grace', view, { f_why: typed('Because') });
    await answered(stage.alan, copy.request, { values: { why: 'It was me' } });
    door.open();
    expect(await stage.modalShows('grace', /Alan Turing.*Your answer was not taken/)).to.include('why:\\nBecause');
    await stage.shows('grace', copy.message.ts, /Alan Turing/);
  });

  it('a form with more text than a view holds, whose question closed meanwhile: messages with all of it', async () => {
    const users = ['grace@sandbox.test', 'alan@sandbox.test'];
    const names = Array.from({ length: 60 }, (_name, n) => `why${n}`);
    const variables = names.map((name) => ({ name, type: 'textarea', required: false }));
    const copy = await stage.askInSlack('grace', { ...WHY, variables, assignees: { users } });
    const view = await stage.openForm('grace', copy);
    const text = (name: string) => `${name} ${'x'.repeat(2990)}`;
    await answered(stage.alan, copy.request, { values: { why0: 'It was me' } });
    const messages = () => stage.slack.workspace.desk(stage.userId('grace')).messages;
    const before = messages().length;
    const given = Object.fromEntries(names.map((name) => [`f_${name}`, typed(text(name))]));
    door.close();
    await stage.submit('grace', view, given);
    door.open();
    await stage.modalShows('grace', /Not everything you entered fits here/);
    const said = () =>
      JSON.stringify(
        messages()
          .slice(before)
          .map(({ blocks }) => blocks),
      );
    await until(() => said().includes(text('why59')));
    for (const name of names) expect(said(), name).to.include(text(name));
  });

  it('an answer that cannot be recorded is reported, with the remaining way', async () => {
    const fail = () => {
      throw new Error('the database is away');
    };
    const copy = await stage.askInSlack('grace');
    door.onAnswer(fail);
    await stage.press('grace', copy, 'answer:0');
    await stage.seesEphemeral('grace', /could not be recorded.*still open.*open_web/);

    const form = await stage.askInSlack('grace', WHY);
    const view = await stage.openForm('grace', form);
    await stage.submit('grace', view, { f_why: typed('Because') });
    door.close();
    await stage.submit('grace', view, { f_why: typed('Because') }, { 'view.hash': '156663117.other' });
    door.open();
    await stage.modalShows('grace', /could not be recorded.*still open/);
    door.onAnswer(null);
    await answered(stage.grace, copy.request, 'approved');
  });

  it('a form of which nobody knows who sent it is reported, with what was typed', async () => {
    const form = await stage.askInSlack('grace', WHY);
    const view = await stage.openForm('grace', form);
    door.breakDirectory(true);
    const { body } = await stage.submit('grace', view, { f_why: typed('Because it is late') });
    door.breakDirectory(false);
    expect(JSON.stringify(body.view)).to.match(/could not be recorded.*still open.*Because it is late/);
    await answered(stage.grace, form.request, { values: { why: 'Because' } });
  });

  it('an error after the response names its call in the log', async () => {
    const [copy, form] = [await stage.askInSlack('grace'), await stage.askInSlack('grace', WHY)];
    const view = await stage.openForm('grace', form);
    lines.length = 0;
    door.onAnswer(() => {
      throw new Error('the database is away');
    });
    door.close();
    const calls = [
      await stage.press('grace', copy, 'answer:0'),
      await stage.submit('grace', view, { f_why: typed('Because') }),
    ];
    door.open();
    await until(() => lines.length === calls.length);
    expect(lines.map(({ requestId }) => requestId)).to.have.members(calls.map(({ requestId }) => requestId));
    door.onAnswer(null);
  });

  it('a token consumed before the answer failed is used up; the web client still accepts one', async () => {
    const copy = await stage.askInSlack('grace');
    const { writer } = stage.services.ground.database;
    await writer.raw(`create trigger away before insert on responses begin select raise(abort, 'away'); end`);
    await stage.press('grace', copy, 'answer:0');
    await stage.seesEphemeral('grace', /could not be recorded.*still open/);
    await writer.raw('drop trigger away');
    const [token] = await stage.services.ground.reader('tokens').where({ request_id: copy.request });
    expect(token.used_at).to.be.a('number');
    await stage.press('grace', copy, 'answer:0', { 'actions.0.action_ts': '1548426499.000009' });
    await stage.seesEphemeral('grace', /used already.*web client/);
    await answered(stage.grace, copy.request, 'approved');
  });

  it('an unreadable inbox is reported too', async () => {
    door.breakInbox();
    const { member, workspace, interactions } = stage.slack;
    await interactions.say(member('grace'), 'inbox');
    const last = () => JSON.stringify(workspace.desk(stage.userId('grace')).messages.at(-1)!.blocks);
    await until(() => last().includes('cannot be looked up'));
  });
});

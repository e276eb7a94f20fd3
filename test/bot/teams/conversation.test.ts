import { expect } from 'chai';
import { answered } from '../../scenarios/support.ts';
import { everything, hasForm, NAMES, partsOf, textOf, useTeams, type Key } from './teamsStage.ts';

const users = (...keys: Key[]) => ({ users: keys.map((key) => NAMES[key]) });

describe('talking with the bot in Teams (behaviour 4.1)', () => {
  const stage = useTeams();
  before(() => stage.meet('grace', 'alan'));
  const ask = (more: object = {}) =>
    stage.askInTeams({ inputType: 'approval', prompt: 'May it be bought?', assignees: users('grace'), ...more });
  const addresses = (key: Key) => stage.services.ground.reader('addresses').where({ person: stage.idOf(key) });

  it('it explains what it can do', async () => {
    for (const text of ['help', ' Help ', 'HELP', '<at>Handback</at> help']) {
      await stage.write('alan', text);
      expect(textOf(stage.last('alan')), text).to.include('inbox');
    }
  });

  it('it points to the buttons when somebody writes an answer', async () => {
    const request = await ask();
    await stage.tick();
    const before = await everything(stage);
    for (const text of ['approved', 'Yes, please', 'inbox please', '<at>Handback</at> help me']) {
      await stage.write('grace', text);
      expect(textOf(stage.last('grace')), text).to.match(/buttons/);
    }
    expect(await everything(stage)).to.deep.equal(before);
    await answered(stage.grace, request, 'approved');
  });

  it('it says where files are taken when somebody sends one', async () => {
    const formatted = { contentType: 'text/html', content: '<p>Yes</p>' };
    await stage.call(stage.activity('grace', { text: 'Yes', attachments: [formatted] }));
    expect(textOf(stage.last('grace'))).to.match(/buttons/);
    const file = { contentType: 'application/vnd.microsoft.teams.file.download.info', name: 'plan.pdf' };
    for (const text of ['', 'Here it is']) {
      await stage.call(stage.activity('grace', { text, attachments: [formatted, file] }));
      expect(textOf(stage.last('grace'))).to.match(/^I take no files from messages\..* in the web client\. http/);
    }
  });

  it('it lists waiting questions, with buttons for one-press answers, and keeps the list after a press', async () => {
    await stage.write('grace', 'inbox');
    expect(textOf(stage.last('grace'))).to.include('Nothing waits for you');
    const variables = [{ name: 'why', type: 'text', label: 'Reason', required: true }];
    const [first, second] = [await ask({ prompt: 'The first?' }), await ask({ prompt: 'The second?' })];
    const form = await ask({ inputType: 'form', prompt: 'A form', variables });
    await stage.tick();
    const copies = stage.shown('grace').slice(-3); // from the same moment, in no order
    const itsCopy = copies.find((copy) => textOf(copy).includes('The second?'))!;
    await stage.write('grace', 'Inbox');
    const list = stage.last('grace');
    expect(textOf(list)).to.include('3 questions wait for you').and.to.include('The first?').and.to.include('A form');
    const buttons = partsOf(list.card).filter(({ type, title }) => type === 'Action.Submit' && title !== 'Answer here');
    expect(new Set(buttons.map(({ data }) => (data as { requestId: string }).requestId))).to.deep.equal(
      new Set([first, second]),
    );
    const press = buttons.find(({ data }) => (data as { requestId: string }).requestId === second)!;
    await stage.call(stage.activity('grace', { value: press['data'], replyToId: list.activityId }));
    expect(await stage.result(second)).to.include({ value: 'approved', channel: 'teams' });
    const shown = stage.shown('grace');
    const now = shown.find(({ activityId }) => activityId === list.activityId)!;
    expect(textOf(now)).to.include('2 questions wait for you').and.to.not.include('The second?');
    expect(textOf(shown.at(-1)!), 'and says what was recorded').to.include('Grace Hopper');
    await stage.after(60_000);
    const copy = stage.shown('grace').find(({ activityId }) => activityId === itsCopy.activityId)!;
    expect(hasForm(copy), 'the card of the question turns, too').to.equal(false);
    for (const request of [first, form]) await stage.ada.call('POST', `/executions/${request.split('-')[0]}/cancel`);
  });

  it('it sends the card of a form that is picked from the list, and takes its answer', async () => {
    const variables = [{ name: 'why', type: 'text', label: 'Reason', required: true }];
    const request = await ask({ inputType: 'form', prompt: 'A form?', variables });
    await stage.tick();
    await stage.write('grace', 'inbox');
    const list = stage.last('grace');
    const { data } = partsOf(list.card).find(({ title }) => title === 'Answer here')!;
    expect(data).to.deep.equal({ verb: 'show', requestId: request });
    const pick = (key: Key) => stage.call(stage.activity(key, { value: data, replyToId: list.activityId }));
    await pick('alan');
    expect(textOf(stage.last('alan')), 'for nobody else').to.match(/does not exist/);
    await pick('grace');
    const copy = stage.last('grace');
    expect(textOf(copy)).to.include('A form?').and.to.include('Reason');
    expect(copy.activityId).to.not.equal(list.activityId);
    await stage.submit('grace', copy, { f_why: 'So' });
    expect(await stage.result(request)).to.include({ channel: 'teams' });
    await pick('grace');
    expect(textOf(stage.last('grace'))).to.include('Grace Hopper');
    expect(hasForm(stage.last('grace'))).to.equal(false);
  });

  it('the card of a picked form replaces the earlier one, and shows the outcome when somebody else answers', async () => {
    const variables = [{ name: 'why', type: 'text', label: 'Reason', required: true }];
    const request = await ask({
      inputType: 'form',
      prompt: 'Which form?',
      variables,
      assignees: users('grace', 'alan'),
    });
    await stage.tick();
    const cardOf = ({ activityId }: { activityId: string }) =>
      stage.shown('grace').find((each) => each.activityId === activityId)!;
    const first = stage.last('grace');
    await stage.write('grace', 'inbox');
    const list = stage.last('grace');
    const { data } = partsOf(list.card).find(({ title }) => title === 'Answer here')!;
    await stage.call(stage.activity('grace', { value: data, replyToId: list.activityId }));
    const second = stage.last('grace');
    expect(hasForm(cardOf(second))).to.equal(true);
    expect(hasForm(cardOf(first)), 'the earlier card').to.equal(false);
    expect(textOf(cardOf(first)))
      .to.include('Which form?')
      .and.to.include('further down');
    await stage.submit('alan', stage.last('alan'), { f_why: 'So' });
    expect(await stage.result(request)).to.include({ channel: 'teams' });
    await stage.after(60_000);
    expect(hasForm(cardOf(second)), 'the later card').to.equal(false);
    expect(textOf(cardOf(second))).to.include('Alan Turing');
    expect(textOf(cardOf(first))).to.include('further down');
  });

  it('it talks to one person at a time, and stores no group conversation', async () => {
    await stage.meet('frances');
    const before = await addresses('frances');
    for (const conversation of [
      { id: 'a-room', conversationType: 'groupChat', tenantId: stage.product.config.tenantId },
      { id: 'a-room', conversationType: 'channel', isGroup: true, tenantId: stage.product.config.tenantId },
    ]) {
      await stage.call(stage.activity('frances', { conversation, type: 'installationUpdate', action: 'add' }));
      await stage.call(stage.activity('frances', { conversation, text: 'inbox' }));
      expect(stage.connector.in('a-room').at(-1)!.text).to.match(/one person at a time/);
      await stage.call(stage.activity('frances', { conversation, type: 'installationUpdate', action: 'remove' }));
    }
    expect(await addresses('frances')).to.deep.equal(before);
  });

  it('it meets people when it is installed, and when they write first', async () => {
    expect(await addresses('tim')).to.deep.equal([]);
    await stage.call(
      stage.activity('tim', { type: 'conversationUpdate', membersAdded: [{ id: '28:bot' }, { id: '29:tim' }] }),
    );
    expect(await addresses('tim')).to.have.length(1);
    expect(await addresses('radia')).to.deep.equal([]);
    await stage.write('radia', 'Hello?');
    expect(await addresses('radia')).to.have.length(1);
  });

  it('it follows people whose conversation moves', async () => {
    const moved = { id: 'another-conversation', conversationType: 'personal', tenantId: stage.product.config.tenantId };
    await stage.call(stage.activity('alan', { conversation: moved, text: 'help' }));
    const request = await ask({ assignees: users('alan') });
    await stage.tick();
    expect(textOf(stage.connector.in('another-conversation').at(-1)!)).to.include('May it be bought?');
    await answered(stage.alan, request, 'approved');
  });

  it('it leaves people alone who removed it, and reports that, until they reinstall it', async () => {
    await stage.call(stage.activity('tim', { type: 'installationUpdate', action: 'remove' }));
    const request = await ask({ assignees: users('tim') });
    await stage.tick();
    const said = stage.shown('tim').length;
    const lost = await stage.deliveryTo('tim', request);
    expect(lost).to.include({ state: 'failed', error: 'Tim Berners-Lee has removed the bot in Teams.' });
    await stage.meet('tim');
    await stage.after(60_000);
    expect(await stage.deliveryTo('tim', request)).to.include({ state: 'sent', error: null });
    expect(stage.shown('tim').length).to.equal(said + 1);
  });

  it('it stays with people whose app was only upgraded', async () => {
    const before = await addresses('grace');
    for (const action of ['remove-upgrade', 'add-upgrade'])
      await stage.call(stage.activity('grace', { type: 'installationUpdate', action }));
    expect(await addresses('grace')).to.deep.equal(before);
  });

  it('it ignores what it does not know', async () => {
    const before = await everything(stage);
    const said = stage.connector.said.length;
    for (const more of [{ type: 'typing' }, { type: 'messageReaction' }, { type: 'event', name: 'x' }, { type: 'odd' }])
      expect((await stage.call(stage.activity('grace', more))).status).to.equal(200);
    expect((await stage.call(stage.activity('grace', { type: 'invoke', name: 'task/fetch' }))).status).to.equal(501);
    expect(stage.connector.said.length).to.equal(said);
    expect(await everything(stage)).to.deep.equal(before);
  });
});

import { expect } from 'chai';
import { hasForm, NAMES, partsOf, textOf, useTeams, type Said } from './teamsStage.ts';

const OPTIONS = [
  { value: 'keep', label: 'Keep' },
  { value: 'drop', label: 'Drop', confirm: true },
  { value: 'burn', label: 'Burn', confirm: true },
];

describe('confirmation in Teams (behaviour 2.6)', () => {
  const stage = useTeams();
  before(() => stage.meet('grace'));
  const ask = (more: object) =>
    stage.askInTeams({ prompt: 'And the files?', assignees: { users: [NAMES.grace] }, ...more });
  const form = (...more: object[]) =>
    ask({
      inputType: 'form',
      variables: [{ name: 'what', type: 'select', required: true, options: OPTIONS }, ...more],
    });
  const titles = ({ card }: Said) =>
    partsOf(card).flatMap(({ type, title }) => (type === 'Action.Submit' ? [title] : []));
  const button = ({ card }: Said, wanted: string) =>
    partsOf(card).find(({ title }) => title === wanted)!['data'] as object;
  const press = (copy: Said, title: string, fields: object = {}) =>
    stage.call(stage.activity('grace', { value: { ...button(copy, title), ...fields }, replyToId: copy.activityId }));
  const responses = (request: string) => stage.services.ground.reader('responses').where({ request_id: request });

  it('sends from the card that asks, and not before; back returns to the question', async () => {
    const request = await ask({ inputType: 'approval', options: OPTIONS });
    await stage.tick();
    const copy = stage.last('grace');
    await press(copy, 'Drop');
    const asking = stage.last('grace');
    expect(asking.activityId).to.equal(copy.activityId);
    expect(textOf(asking)).to.include('Send “Drop”?').and.to.include('And the files?');
    expect(titles(asking)).to.deep.equal(['Send', 'Back']);
    await press(asking, 'Back');
    expect(stage.last('grace').card).to.deep.equal(copy.card);
    expect(await responses(request)).to.deep.equal([]);
    await press(asking, 'Send');
    expect(await stage.result(request)).to.include({ value: 'drop', channel: 'teams' });
    expect(hasForm(stage.last('grace'))).to.equal(false);
  });

  it('is not requested for anything else', async () => {
    const request = await ask({ inputType: 'approval', options: OPTIONS });
    await stage.tick();
    await press(stage.last('grace'), 'Keep');
    expect(await stage.result(request)).to.include({ value: 'keep' });
  });

  it('keeps what was typed, and asks again for another choice', async () => {
    const request = await form({ name: 'why', type: 'text', required: true });
    await stage.tick();
    const copy = stage.last('grace');
    await press(copy, 'Submit Response', { f_what: 'o1', f_why: 'Old' });
    const asking = stage.last('grace');
    expect(textOf(asking)).to.include('Send “Drop”?').and.to.include('Old');
    await press(asking, 'Back', { f_what: 'o1', f_why: 'Older' });
    expect(titles(stage.last('grace'))).to.deep.equal(['Submit Response']);
    expect(textOf(stage.last('grace')))
      .to.include('Older')
      .and.not.include('Send “');
    await press(asking, 'Send', { f_what: 'o2', f_why: 'Old' });
    expect(textOf(stage.last('grace'))).to.include('Send “Burn”?');
    expect(await responses(request)).to.deep.equal([]);
    await press(stage.last('grace'), 'Send', { f_what: 'o2', f_why: 'Old' });
    expect((await stage.result(request))['values']).to.deep.equal({ what: 'burn', why: 'Old' });
  });

  it('is requested only once the comment is there', async () => {
    const options = [OPTIONS[0], { ...OPTIONS[1], comment: 'required' }];
    await ask({ inputType: 'approval', options });
    await stage.tick();
    const copy = stage.last('grace');
    await press(copy, 'Drop');
    expect(textOf(stage.last('grace')))
      .to.include('Add a comment: this answer needs one.')
      .and.not.include('Send “');
    await press(stage.last('grace'), 'Drop', { f_comment: 'Too old' });
    expect(textOf(stage.last('grace'))).to.include('Send “Drop”?');
  });

  it('appears beside the list of waiting questions, which stays', async () => {
    const request = await ask({ inputType: 'approval', options: OPTIONS });
    await stage.tick();
    await stage.write('grace', 'inbox');
    const list = stage.last('grace');
    await press(list, 'Drop');
    const asking = stage.last('grace');
    expect(asking.activityId).to.not.equal(list.activityId);
    await press(asking, 'Send');
    expect(await stage.result(request)).to.include({ value: 'drop' });
  });
});

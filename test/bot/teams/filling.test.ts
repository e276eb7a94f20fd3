import { expect } from 'chai';
import { answered } from '../../scenarios/support.ts';
import { NAMES, textOf, useTeams } from './teamsStage.ts';

const MINUTE_MS = 60_000;

describe('a card in Teams of a question that everybody has to answer', () => {
  const stage = useTeams();
  before(() => stage.meet('grace', 'alan'));

  it('stays as it is while somebody fills it in and others answer', async () => {
    const request = await stage.askInTeams({
      inputType: 'form',
      prompt: 'What do you think?',
      strategy: 'all',
      assignees: { users: [NAMES.grace, NAMES.alan, NAMES.tim] },
      variables: [{ name: 'why', type: 'textarea' }],
    });
    await stage.tick();
    const copy = stage.last('grace');
    await answered(stage.tim, request, { values: { why: 'Mine' } });
    await stage.after(MINUTE_MS);
    expect(stage.last('grace'), 'an update would empty its fields').to.equal(copy);

    await stage.submit('grace', copy, { f_why: 'A long text' });
    expect(textOf(stage.last('grace'))).to.include('2 of 3 people have answered');
    await answered(stage.alan, request, { values: { why: 'Last' } });
    await stage.after(MINUTE_MS);
    expect(textOf(stage.last('grace')), 'an outcome follows').to.include('3 of 3 people have answered');
    expect(textOf(stage.last('alan'))).to.include('3 of 3 people have answered');
  });
});

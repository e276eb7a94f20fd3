import { expect } from 'chai';
import { MINUTE_MS } from '../../scenarios/support.ts';
import { NAMES, submitOf, textOf, useTeams } from './teamsStage.ts';

describe('a person who is removed from the directory, in Teams', () => {
  const stage = useTeams();

  it('neither sees their questions nor answers after two minutes', async () => {
    await stage.meet('grace');
    const assignees = { users: [NAMES.grace] };
    const request = await stage.askInTeams({ inputType: 'approval', prompt: 'May it be bought?', assignees });
    await stage.tick();
    const { card, activityId } = stage.last('grace');
    const answer = { value: { ...submitOf(card), f_value: 'o0' }, replyToId: activityId };
    const calls = [stage.activity('grace', { text: 'inbox' }), stage.activity('grace', answer)];
    const { people } = stage.product.sandbox.tenant;
    people.splice(
      people.findIndex(({ key }) => key === 'grace'),
      1,
    );
    stage.advance(2 * MINUTE_MS + 1);
    for (const call of calls) {
      expect((await stage.call(call)).status).to.equal(200);
      expect(textOf(stage.last('grace'))).to.match(/^I do not know who you are/);
    }
    expect(await stage.services.ground.reader('responses').where({ request_id: request })).to.deep.equal([]);
  });
});

import { expect } from 'chai';
import { hasForm, NAMES, textOf, useTeams, type Key } from './teamsStage.ts';

const users = (...keys: Key[]) => ({ users: keys.map((key) => NAMES[key]) });

describe('Teams, from question to answer (behaviour 1, 2.3, 4.1)', () => {
  const stage = useTeams();
  before(() => stage.meet('grace', 'alan'));

  const choice = (more: object = {}) =>
    stage.askInTeams({ inputType: 'approval', prompt: 'May it be bought?', assignees: users('grace'), ...more });

  it("brings a question to its assignee's conversation, and their answer back", async () => {
    const request = await choice();
    await stage.tick();
    const copy = stage.last('grace');
    expect(textOf(copy)).to.include('May it be bought?');
    expect(copy.authorization).to.match(/^Bearer ey/);
    expect(await stage.deliveryTo('grace', request)).to.include({ state: 'sent', error: null });
    const asked = 'Ada Lovelace asks: May it be bought?';
    expect(copy, 'no text beside the card: it would say all twice').to.include({ summary: asked, text: null });
    const response = await stage.submit('grace', copy, { f_value: 'o0' });
    expect(stage.last('grace').summary).to.match(/^Grace Hopper/);
    expect(response.status).to.equal(200);
    expect(stage.last('grace')).to.include({ activityId: copy.activityId, isUpdate: true });
    expect(hasForm(stage.last('grace'))).to.equal(false);
    expect(textOf(stage.last('grace'))).to.match(/Grace Hopper/);
    expect(await stage.result(request)).to.include({
      value: 'approved',
      channel: 'teams',
      verifiedBy: 'bot_token',
      note: 'Submitted through the Teams card',
    });
  });

  it('shows errors on the card, keeps what was typed, and accepts the corrected answer with the same token', async () => {
    const variables = [
      { name: 'why', type: 'text', label: 'Reason', required: true },
      { name: 'amount', type: 'number', label: 'Amount', required: true },
    ];
    const request = await stage.askInTeams({
      inputType: 'form',
      prompt: 'Fill in',
      variables,
      assignees: users('grace'),
    });
    await stage.tick();
    const copy = stage.last('grace');
    await stage.submit('grace', copy, { f_why: 'Because we can', f_amount: 'many' });
    const again = stage.last('grace');
    expect(again.activityId).to.equal(copy.activityId);
    expect(textOf(again))
      .to.include('Because we can')
      .and.to.match(/number/i);
    expect(await stage.services.ground.reader('responses').where({ request_id: request })).to.deep.equal([]);
    await stage.submit('grace', again, { f_why: 'Because we can', f_amount: '12' });
    expect((await stage.result(request))['values']).to.deep.equal({ why: 'Because we can', amount: 12 });
  });
});

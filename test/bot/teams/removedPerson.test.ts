import { expect } from 'chai';
import { MINUTE_MS } from '../../scenarios/support.ts';
import { NAMES, submitOf, textOf, useTeams, type Key } from './teamsStage.ts';

describe('a person who is removed from the directory, in Teams', () => {
  const stage = useTeams();
  const people = () => stage.product.sandbox.tenant.people;

  /** Asks them, and lets them call and answer after something has happened to their account. */
  async function expectUnknown(key: Key, happen: () => void): Promise<void> {
    await stage.meet(key);
    const assignees = { users: [NAMES[key]] };
    const request = await stage.askInTeams({ inputType: 'approval', prompt: 'May it be bought?', assignees });
    await stage.tick();
    const { card, activityId } = stage.last(key);
    const answer = { value: { ...submitOf(card), f_value: 'o0' }, replyToId: activityId };
    const calls = [stage.activity(key, { text: 'inbox' }), stage.activity(key, answer)];
    happen();
    for (const call of calls) {
      expect((await stage.call(call)).status).to.equal(200);
      expect(textOf(stage.last(key))).to.match(/^I do not know who you are/);
    }
    expect(await stage.services.ground.reader('responses').where({ request_id: request })).to.deep.equal([]);
  }

  it('neither sees their questions nor answers after two minutes', () =>
    expectUnknown('grace', () => {
      people().splice(
        people().findIndex(({ key }) => key === 'grace'),
        1,
      );
      stage.advance(2 * MINUTE_MS + 1);
    }));

  it('neither sees their questions nor answers once the account is disabled', () =>
    expectUnknown('alan', () => {
      people().find(({ key }) => key === 'alan')!.isDisabled = true;
      stage.advance(5 * MINUTE_MS + 1);
    }));
});

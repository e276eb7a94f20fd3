import { expect } from 'chai';
import { createTeamsChannel, teamsKind } from '../../../bot/teams/channel.ts';
import type { BotIdentity } from '../../../bot/teams/connector.ts';
import { eventually } from '../../support/product.ts';
import { hasForm, NAMES, textOf, useTeams } from './teamsStage.ts';

const PATIENCE_MS = 50;

describe('a database that takes longer than Teams waits', () => {
  const stage = useTeams({
    bots: [
      {
        ...teamsKind,
        create: (settings, parts) =>
          createTeamsChannel({ ...(settings as BotIdentity), nativePickers: false, patienceMs: PATIENCE_MS }, parts),
      },
    ],
  });
  before(() => stage.meet('grace'));

  it('is not waited for: the call is acknowledged, and the card turns when the answer is stored', async () => {
    const assignees = { users: [NAMES.grace] };
    const request = await stage.askInTeams({ inputType: 'approval', prompt: 'May I?', assignees });
    await stage.tick();
    const copy = stage.last('grace');
    const { broker } = stage.services;
    const { submit } = broker;
    let letGo = () => {};
    const held = new Promise<void>((resolve) => (letGo = resolve));
    broker.submit = async (submission) => {
      await held;
      return submit(submission);
    };
    expect((await stage.submit('grace', copy, { f_value: 'o0' })).status).to.equal(200);
    expect(stage.last('grace'), 'nothing is said yet').to.equal(copy);
    letGo();
    const shown = await eventually(async () => (hasForm(stage.last('grace')) ? undefined : stage.last('grace')));
    broker.submit = submit;
    expect(shown.activityId).to.equal(copy.activityId);
    expect(textOf(shown)).to.include('Grace Hopper');
    expect(await stage.result(request)).to.include({ value: 'approved', channel: 'teams' });
  });
});

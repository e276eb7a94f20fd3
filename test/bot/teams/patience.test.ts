import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { openTeams, teamsKind } from '../../../bot/teams/kind.ts';
import type { BotIdentity } from '../../../bot/teams/connector.ts';
import { eventually } from '../../support/product.ts';
import { hasForm, NAMES, textOf, useTeams } from './teamsStage.ts';

const PATIENCE_MS = 50;

describe('a database that is slower than the timeout of Teams', () => {
  const lines: { requestId?: string; msg: string }[] = [];
  const stage = useTeams({
    config: { logLevel: 'error' },
    logTo: { write: (line: string) => void lines.push(JSON.parse(line) as (typeof lines)[number]) },
    bots: [
      {
        ...teamsKind,
        open: (settings, host) => openTeams({ ...(settings as BotIdentity), patienceMs: PATIENCE_MS }, host),
      },
    ],
  });
  before(() => stage.meet('grace'));

  it('does not block: the call is acknowledged, and the card changes when the answer is stored', async () => {
    const assignees = { users: [NAMES.grace] };
    const request = await stage.askInTeams({ inputType: 'approval', prompt: 'May I?', assignees });
    await stage.tick();
    const copy = stage.last('grace');
    const { broker } = stage.services.work;
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

  it('and then fails names the call in the log, as does a person who cannot be looked up', async () => {
    const request = await stage.askInTeams({
      inputType: 'approval',
      prompt: 'Once more?',
      assignees: { users: [NAMES.grace] },
    });
    await stage.tick();
    const copy = stage.last('grace');
    const { broker } = stage.services.work;
    const { directory } = stage.services.people;
    const { submit } = broker;
    const { personById } = directory;
    const fail = async () => {
      await sleep(2 * PATIENCE_MS);
      throw new Error('the database is away');
    };
    broker.submit = fail;
    const calls = [await stage.submit('grace', copy, { f_value: 'o0' })];
    await eventually(async () => lines.length >= 1 || undefined);
    broker.submit = submit;
    directory.personById = fail;
    calls.push(await stage.call(stage.activity('grace', { text: 'inbox' })));
    await eventually(async () => lines.length >= 2 || undefined);
    directory.personById = personById;
    expect(calls.map(({ status }) => status)).to.deep.equal([200, 200]);
    expect(lines.map(({ requestId }) => requestId)).to.deep.equal(
      calls.map(({ headers }) => headers.get('x-request-id')),
    );
    expect(lines[0]).to.include({ question: request });
  });
});

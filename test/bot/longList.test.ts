import { expect } from 'chai';
import type { FlowNode } from '../../contract/flows.ts';
import { homeView, inboxMessage } from '../../bot/slack/inbox.ts';
import { asking, MINUTE_MS, publish } from '../scenarios/support.ts';
import { aQuestion, TOKEN, textsOf } from './slack/renderSupport.ts';
import { NAMES, textOf, useTeams } from './teams/teamsStage.ts';
import { INBOX_LINK } from '../support/messages.ts';

/** More than a list reads. */
const MANY = 55;

describe('the list of a person for whom very much waits', () => {
  const stage = useTeams();

  const question = (more: object) => ({
    inputType: 'approval',
    channels: ['teams'],
    assignees: { users: [NAMES.grace] },
    ...more,
  });

  /** A flow that asks her all of this at once. */
  async function askMany(): Promise<void> {
    const flow = asking({ id: 'many', human: question({ prompt: 'Is there time?', timeout: 'P7D' }) });
    const [start, ask, end] = flow.nodes as [FlowNode, FlowNode, FlowNode];
    const asked = Array.from({ length: MANY }, (_, n) => ({ ...ask, id: `ask${n}` }));
    const nodes = [
      start,
      { id: 'fork', type: 'parallel', config: {} },
      ...asked,
      { id: 'join', type: 'join', config: {} },
      end,
    ];
    const edges = [
      { from: 'start', to: 'fork' },
      ...asked.flatMap(({ id }) => [
        { from: 'fork', to: id },
        { from: id, to: 'join' },
      ]),
      { from: 'join', to: 'end' },
    ];
    await publish(stage.ada, { ...flow, nodes, edges });
    await stage.product.reached(stage.ada, await stage.product.run(stage.ada, 'many'), 'waiting');
  }

  it('says how much it is, and begins with the nearest deadlines, however old they are', async () => {
    await stage.meet('grace');
    await stage.askInTeams(question({ prompt: 'Can we open in an hour?', timeout: 'PT1H' }));
    stage.advance(MINUTE_MS);
    await askMany();
    await stage.write('grace', 'inbox');
    const list = textOf(stage.last('grace'));
    expect(list)
      .to.include(`${MANY + 1} questions wait for you`)
      .and.to.include('Can we open in an hour?');
    expect(list).to.include(`${MANY + 1 - 10} more are in the web client.`);
  });

  it('says in Slack how much it is, although fewer were read', () => {
    const items = Array.from({ length: 50 }, () => ({ question: aQuestion(), token: TOKEN }));
    const message = textsOf(inboxMessage(items, { ...INBOX_LINK, total: 300 }));
    expect(message[0]).to.equal('300 questions wait for you');
    expect(message).to.include('290 more are in the web client.');
    expect(textsOf(homeView(items, { ...INBOX_LINK, total: 300 }))).to.include('275 more are in the web client.');
  });
});

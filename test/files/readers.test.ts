import { expect } from 'chai';
import type { FileView } from '../../contract/files.ts';
import type { FlowAccess } from '../../contract/flowAccess.ts';
import { requestRetention } from '../../server/requests/requestRetention.ts';
import { answered, asking, HOUR_MS, publish, useStage } from '../scenarios/support.ts';

const user = (name: string) => ({ kind: 'user', id: `${name}@sandbox.test` });

/** Grace and Alan are asked for offers. Then Tim is asked whether to buy, with the offers attached. */
const BUYING = {
  collect: {
    inputType: 'form',
    prompt: 'The offers?',
    timeout: 'P7D',
    assignees: { users: ['grace@sandbox.test', 'alan@sandbox.test'] },
    variables: [{ name: 'offers', type: 'file' }],
  },
  ask: {
    inputType: 'approval',
    prompt: 'May it be bought?',
    timeout: 'P7D',
    assignees: { users: ['tim@sandbox.test'] },
    attachments: [{ label: 'Offers', file: 'collect.values.offers' }],
  },
};

describe('who may read a file at which time (behaviour 2.6)', function () {
  this.timeout(60_000);
  const stage = useStage();
  const PEOPLE = ['grace', 'alan', 'ada', 'radia', 'frances', 'tim', 'joan'] as const;
  const tokenOf = (name: string) =>
    stage.product.sandbox.tokenFor(name === 'joan' ? 'joan@fabrikam.test' : `${name}@sandbox.test`);

  async function readers(id: string): Promise<string> {
    const found: string[] = [];
    for (const name of PEOPLE) {
      const headers = { authorization: `Bearer ${await tokenOf(name)}` };
      const { status } = await fetch(`${stage.product.url}/api/files/${id}`, { headers });
      expect(status, name).to.be.oneOf([200, 404]);
      if (status === 200) found.push(name);
    }
    return found.join(' ');
  }

  async function upload(requestId: string): Promise<FileView> {
    const query = new URLSearchParams({ requestId, variable: 'offers', name: 'offer.pdf' });
    const headers = { authorization: `Bearer ${await tokenOf('grace')}`, 'content-type': 'application/pdf' };
    const response = await fetch(`${stage.product.url}/api/files?${query}`, { method: 'POST', headers, body: '%PDF' });
    return (await response.json()) as FileView;
  }

  /** The flow's owners and readers, besides Ada, who started it. */
  async function give(flow: string, lists: { owners: object[]; readers: object[] }): Promise<void> {
    const { body } = await stage.ada.call<FlowAccess>('GET', `/flows/${flow}/access`);
    const { status } = await stage.ada.call('PUT', `/flows/${flow}/access`, { ...body, ...lists });
    expect(status).to.equal(200);
  }

  /** Retention deletes a question. */
  async function expire(id: string): Promise<void> {
    const { units, reader } = stage.services.ground;
    await units.run(({ trx }) => trx('requests').where({ id }).update({ closed_at: 1 }));
    while (await units.run(({ trx }) => requestRetention.purge(trx, 1, 100)));
    await stage.after(2 * HOUR_MS);
    expect(await reader('requests').where({ id }).first('id')).to.equal(undefined);
  }

  it('is decided by the answer, the questions that it is attached to, and the access to the flow', async () => {
    const { nodes, ...flow } = asking({ id: 'buying', human: BUYING.ask });
    const id = await publish(stage.ada, {
      ...flow,
      nodes: [...nodes, { id: 'collect', type: 'human', name: 'Collect', config: BUYING.collect }],
      edges: [
        { from: 'start', to: 'collect' },
        { from: 'collect', to: 'ask' },
        { from: 'ask', to: 'end' },
      ],
    });
    await give(id, { owners: [user('ada'), user('radia')], readers: [user('frances')] });
    const execution = await stage.product.run(stage.ada, id);
    const requestId = `${execution}-collect`;
    await stage.product.reached(stage.ada, execution, 'waiting');
    const [sent, left] = [await upload(requestId), await upload(requestId)];
    const table: [when: string, sent: string, left: string][] = [];
    const note = async (when: string) => table.push([when, await readers(sent.id), await readers(left.id)]);

    await note('uploaded');
    await answered(stage.grace, requestId, { values: { offers: [sent] } });
    await stage.services.work.engine.settled();
    await stage.product.reached(stage.ada, execution, 'waiting');
    await note('answered, and attached to a question for tim');
    await give(id, { owners: [user('ada')], readers: [] });
    await note('radia owns the flow no longer');
    await stage.after(25 * HOUR_MS);
    await answered(stage.tim, `${execution}-ask`, 'approved');
    await stage.services.work.engine.settled();
    await note('tim has answered');
    await expire(requestId);
    await note('the first question is deleted');
    await expire(`${execution}-ask`);
    await note('both are deleted');

    expect(table).to.deep.equal([
      ['uploaded', 'grace', 'grace'],
      ['answered, and attached to a question for tim', 'grace alan ada radia tim', 'grace'],
      ['radia owns the flow no longer', 'grace alan ada tim', 'grace'],
      ['tim has answered', 'grace alan ada tim', ''],
      ['the first question is deleted', 'grace tim', ''],
      ['both are deleted', '', ''],
    ]);
  });
});

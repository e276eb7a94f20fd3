import { expect } from 'chai';
import type { ExecutionView } from '../../contract/executions.ts';
import type { FlowAccess } from '../../contract/flowAccess.ts';
import type { FlowDefinition, FlowSummary, SavedFlow, Started } from '../../contract/flows.ts';
import type { z } from 'zod';
import { answered, asking, executionOf, expectProblem, publish, useStage } from '../scenarios/support.ts';
import { forEachDatabase } from '../support/databases.ts';
import type { Client } from '../support/product.ts';

interface Page<Item> {
  items: Item[];
  nextCursor: string | null;
}

const HUMAN = { inputType: 'text', prompt: 'Well?', assignees: { users: ['grace@sandbox.test'] } };
const user = (name: string) => ({ kind: 'user', id: `${name}@sandbox.test` });

forEachDatabase((_, openUrl) =>
  describe('A retired flow', () => {
    const stage = useStage({ openUrl, config: { key: '7'.repeat(64) } });
    let flows = 0;
    let id: string;
    beforeEach(async () => {
      id = await publish(stage.ada, asking({ id: `retired-${++flows}`, human: HUMAN }));
    });

    const retire = (as: Client = stage.ada) => as.call<SavedFlow>('POST', `/flows/${id}/retire`);
    const restore = (as: Client = stage.ada) => as.call<SavedFlow>('POST', `/flows/${id}/restore`);
    const start = (as: Client = stage.tim, key?: string) =>
      as.call<z.infer<typeof Started>>('POST', `/flows/${id}/executions`, {}, key ? { 'idempotency-key': key } : {});
    const give = async (change: object) => {
      const { version, ...lists } = (await stage.ada.call<FlowAccess>('GET', `/flows/${id}/access`)).body;
      return stage.ada.call('PUT', `/flows/${id}/access`, { ...lists, version, ...change });
    };
    const listed = async (as: Client, query = '') => {
      const { status, body } = await as.call<Page<FlowSummary>>('GET', `/flows?limit=200${query}`);
      expect(status).to.equal(200);
      return body.items.find((flow) => flow.id === id);
    };
    const entries = () =>
      stage.services.ground.reader('audit').where({ subject: id }).whereNot({ action: 'flow.saved' }).pluck('action');

    it('can be started by nobody, until it is brought back', async () => {
      expect((await retire()).status).to.equal(200);
      for (const client of [stage.ada, stage.tim]) expectProblem(await start(client), 409, 'flow_retired');
      expect(await stage.services.ground.reader('executions').where({ flow_id: id })).to.deep.equal([]);
      expect((await restore()).status).to.equal(200);
      expect((await start()).status).to.equal(201);
    });

    it('says since when, and who repeats a call changes nothing', async () => {
      const at = new Date(stage.now()).toISOString();
      expect((await stage.ada.call('GET', `/flows/${id}`)).body).to.include({ retiredAt: null });
      const { body } = await retire();
      expect(body).to.include({ id, version: 1, retiredAt: at });
      stage.advance(1000);
      expect(await retire()).to.deep.include({ status: 200, body });
      expect((await stage.ada.call('GET', `/flows/${id}`)).body).to.deep.equal(body);
      for (let n = 0; n < 2; n++)
        expect(await restore()).to.deep.include({ status: 200, body: { ...body, retiredAt: null } });
      expect(await entries()).to.deep.equal(['flow.retired', 'flow.restored']);
    });

    it('is audited once, however many retire it at once', async () => {
      const answers = await Promise.all(Array.from({ length: 10 }, () => retire()));
      for (const { status, body } of answers) expect([status, body]).to.deep.equal([200, answers[0]!.body]);
      expect(await entries()).to.deep.equal(['flow.retired']);
    });

    it('is retired and brought back by its owners and administrators, and by nobody else', async () => {
      await give({ owners: [user('alan')], readers: [user('radia')] });
      for (const [client, status, code] of [
        [stage.tim, 403, 'forbidden'],
        [stage.radia, 403, 'forbidden'],
      ] as const)
        for (const entry of [retire, restore]) expectProblem(await entry(client), status, code);
      for (const client of [stage.alan, stage.ada])
        for (const entry of [retire, restore]) expect((await entry(client)).status).to.equal(200);
      await give({ starters: [] });
      for (const entry of [retire, restore]) expectProblem(await entry(stage.tim), 404, 'not_found');
    });

    it('is only in the list of retired ones, and only for those who may read it', async () => {
      await give({ owners: [user('alan')], readers: [user('radia')] });
      for (const client of [stage.ada, stage.alan, stage.radia, stage.tim]) {
        expect(await listed(client)).to.deep.include({ id, retiredAt: null });
        expect(await listed(client, '&retired=true')).to.equal(undefined);
      }
      const { retiredAt } = (await retire(stage.alan)).body;
      for (const client of [stage.ada, stage.alan, stage.radia, stage.tim])
        for (const query of ['', '&retired=false']) expect(await listed(client, query)).to.equal(undefined);
      const may = { start: false, read: true, change: false, share: true };
      expect(await listed(stage.ada, '&retired=true')).to.deep.include({ id, retiredAt, may });
      expect(await listed(stage.alan, '&retired=true')).to.deep.include({ id, retiredAt, may });
      expect(await listed(stage.radia, '&retired=true')).to.deep.include({ retiredAt, may: { ...may, share: false } });
      for (const client of [stage.tim, stage.frances])
        expect(await listed(client, '&retired=true')).to.equal(undefined);
      expect((await stage.radia.call('GET', `/flows/${id}`)).body).to.include({ retiredAt });
      expectProblem(await stage.tim.call('GET', `/flows/${id}`), 403, 'forbidden');
    });

    it('is listed page by page, once however many lists name its reader', async () => {
      const more = ['a', 'b'].map((name) => `${id}-${name}`);
      for (const each of more) await publish(stage.ada, asking({ id: each, human: HUMAN }));
      for (const each of [id, ...more]) {
        const { body } = await stage.ada.call<FlowAccess>('GET', `/flows/${each}/access`);
        const lists = { ...body, owners: [...body.owners, user('alan')], readers: [user('alan')] };
        await stage.ada.call('PUT', `/flows/${each}/access`, lists);
        await stage.ada.call('POST', `/flows/${each}/retire`);
      }
      for (const client of [stage.ada, stage.alan]) {
        const found: string[] = [];
        for (let cursor: string | null = ''; cursor !== null;) {
          const from: string = `/flows?retired=true&limit=1${cursor && `&cursor=${cursor}`}`;
          const { items, nextCursor }: Page<FlowSummary> = (await client.call<Page<FlowSummary>>('GET', from)).body;
          found.push(...items.map((flow) => flow.id));
          cursor = nextCursor;
        }
        expect(found.filter((each) => each.startsWith(id))).to.deep.equal([id, ...more]);
      }
    });

    for (const value of ['yes', '1', ''])
      it(`is not looked for with retired=${value || 'nothing'}, which is refused by its name`, async () => {
        const { fields } = expectProblem(
          await stage.ada.call('GET', `/flows?retired=${value}`),
          422,
          'validation_failed',
        );
        expect(Object.keys(fields!)).to.deep.equal(['retired']);
      });

    it('goes on where it runs: its questions are answered, and its executions cancelled and retried', async () => {
      const [asked, unwanted] = [await stage.product.run(stage.tim, id), await stage.product.run(stage.tim, id)];
      for (const each of [asked, unwanted]) await stage.product.reached(stage.tim, each, 'waiting');
      const failing = await publish(stage.ada, failsAtFirst(`${id}-fails`));
      const failed = await stage.product.run(stage.ada, failing);
      await stage.product.reached(stage.ada, failed, 'failed');
      await stage.ada.call('POST', `/flows/${failing}/retire`);
      await retire();
      await answered(stage.grace, `${asked}-ask`, 'Yes');
      await stage.product.reached(stage.tim, asked, 'completed');
      const cancelled = await stage.tim.call<ExecutionView>('POST', `/executions/${unwanted}/cancel`);
      expect(cancelled.body).to.include({ status: 'cancelled', flowName: `Flow ${id}` });
      expect((await stage.ada.call('POST', `/executions/${failed}/retry`)).status).to.equal(200);
      await stage.product.reached(stage.ada, failed, 'failed');
      const { body } = await stage.tim.call<Page<ExecutionView>>('GET', `/executions?flowId=${id}`);
      expect(body.items.map((each) => each.id)).to.have.members([asked, unwanted]);
    });

    it('answers a repeated start with the execution that its key has begun', async () => {
      const before = await start(stage.tim, 'mine');
      await retire();
      expect(await start(stage.tim, 'mine')).to.deep.include({ status: 201, body: before.body });
      expectProblem(await start(stage.tim, 'another'), 409, 'flow_retired');
      expectProblem(await start(stage.ada, 'mine'), 409, 'flow_retired');
    });

    it('gets no new version, but new access lists', async () => {
      await retire();
      const change = asking({ id, human: { ...HUMAN, prompt: 'Better?' } });
      expectProblem(await stage.ada.call('PUT', `/flows/${id}`, change), 409, 'flow_retired');
      expectProblem(await stage.ada.call('PUT', `/flows/${id}`, { ...change, version: 7 }), 409, 'flow_retired');
      expect((await give({ readers: [user('radia')] })).status).to.equal(200);
      await restore();
      const { body } = await stage.ada.call<SavedFlow>('GET', `/flows/${id}`);
      expect(body.version).to.equal(1);
      expect((await stage.ada.call('PUT', `/flows/${id}`, body)).body).to.include({ version: 2, retiredAt: null });
    });

    it('keeps its id: no other flow takes it', async () => {
      await retire();
      expectProblem(await stage.ada.call('POST', '/flows', asking({ id, human: HUMAN })), 409, 'flow_exists');
    });

    it('is still shown where it asks', async () => {
      const request = `${await stage.product.run(stage.tim, id)}-ask`;
      await stage.product.reached(stage.tim, executionOf(request), 'waiting');
      await retire();
      expect((await stage.product.inbox(stage.grace)).map((each) => each.id)).to.include(request);
    });
  }),
);

/** `start > fail > end`: the expression fails whenever it is retried. */
const failsAtFirst = (id: string): FlowDefinition => ({
  id,
  name: `Flow ${id}`,
  nodes: [
    { id: 'start', type: 'start', config: {} },
    { id: 'fail', type: 'set', config: { values: { wrong: '$error("no")' } } },
    { id: 'end', type: 'end', config: {} },
  ],
  edges: [
    { from: 'start', to: 'fail' },
    { from: 'fail', to: 'end' },
  ],
});

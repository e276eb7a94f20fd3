import { expect } from 'chai';
import type { Chat } from '../../contract/chats.ts';
import type { SavedFlow } from '../../contract/flows.ts';
import type { Problem } from '../../contract/problem.ts';
import type { InboxView } from '../../contract/views.ts';
import { madeKeyRetention } from '../../server/foundation/madeKeyStore.ts';
import { asking, expectProblem, useStage } from '../scenarios/support.ts';
import { forEachDatabase } from '../support/databases.ts';
import type { Client } from '../support/product.ts';

const HOUR_MS = 60 * 60_000;
const ALAN = { users: ['alan@sandbox.test'] };

forEachDatabase((database, openUrl) =>
  describe(`creating things with an Idempotency-Key on ${database} (behaviour 4)`, () => {
    let at = 0;
    before(() => void (at = Date.now()));
    const stage = useStage({ openUrl, config: { key: '6'.repeat(64) }, now: () => at });

    const flowOf = (id: string, prompt = 'Well?') =>
      asking({ id, human: { inputType: 'text', prompt, assignees: ALAN } });
    const post = <Body>(by: Client, path: string, body: object, key: string) =>
      by.call<Body & Problem>('POST', path, body, { 'idempotency-key': key });
    const view = (name: string) => ({ name, filter: { q: 'rent' }, status: 'pending', sort: 'due', group: 'none' });

    it('creates a flow once, even in parallel and hours later, and never conflicts with its own name', async () => {
      const save = () => post<SavedFlow>(stage.ada, '/flows', flowOf('once'), 'one');
      const saved = await Promise.all(Array.from({ length: 5 }, save));
      at += 20 * HOUR_MS;
      saved.push(await save());
      for (const { status, body } of saved) expect([status, body]).to.deep.equal([201, saved[0]!.body]);
      const { reader } = stage.services.ground;
      expect(await reader('flow_versions').where({ flow_id: 'once' })).to.have.length(1);
      expect(await reader('audit').where({ action: 'flow.saved', subject: 'once' })).to.have.length(1);
      expectProblem(await stage.ada.call('POST', '/flows', flowOf('once')), 409, 'flow_exists');
      expectProblem(await post(stage.ada, '/flows', flowOf('once'), 'another'), 409, 'flow_exists');
      expectProblem(await post(stage.grace, '/flows', flowOf('once'), 'one'), 403, 'forbidden');
    });

    it('returns it as it was created, even if it has changed since', async () => {
      const first = await post<SavedFlow>(stage.ada, '/flows', flowOf('changed'), 'changed');
      const next = { ...flowOf('changed', 'Better?'), version: 1 };
      expect((await stage.ada.call('PUT', '/flows/changed', next)).status).to.equal(200);
      expect((await post(stage.ada, '/flows', flowOf('changed'), 'changed')).body).to.deep.equal(first.body);
    });

    it('creates a chat once, and a saved filter once', async () => {
      const chats = await Promise.all(
        Array.from({ length: 5 }, () => post<Chat>(stage.tim, '/chats', { name: 'Once' }, 'one')),
      );
      expect(new Set(chats.map(({ status, body }) => `${status} ${body.id}`)).size).to.equal(1);
      const views = await Promise.all(
        Array.from({ length: 5 }, () => post<InboxView>(stage.tim, '/user/views', view('Rents'), 'one')),
      );
      expect(new Set(views.map(({ status, body }) => `${status} ${body.id}`)).size).to.equal(1);
      expect((await stage.tim.call<InboxView[]>('GET', '/user/views')).body).to.deep.equal([views[0]!.body]);
      expectProblem(await post(stage.tim, '/user/views', view('Rents'), 'two'), 422, 'validation_failed');
      const other = await post<Chat>(stage.alan, '/chats', { name: 'Once' }, 'one');
      expect(other.body.id, 'of another person').to.not.equal(chats[0]!.body.id);
    });

    it('is refused with a key that belongs to something else, and keeps the key free if refused', async () => {
      expectProblem(await post(stage.ada, '/flows', flowOf('No Slug'), 'three'), 422, 'validation_failed');
      expect((await post(stage.ada, '/flows', flowOf('three'), 'three')).status).to.equal(201);
      for (const [path, body] of [
        ['/flows', flowOf('four')],
        ['/chats', { name: 'Another' }],
        ['/user/views', view('Another')],
      ] as const) {
        await post(stage.ada, path, path === '/flows' ? flowOf('three') : { ...body, name: 'First' }, 'three');
        const { checks } = expectProblem(await post(stage.ada, path, body, 'three'), 422, 'validation_failed');
        expect(checks).to.deep.equal({ 'idempotency-key': { id: 'keyReused', values: {} } });
        expectProblem(await post(stage.ada, path, body, 'a b'), 422, 'validation_failed');
      }
    });

    it('creates it again after a day, when its keys are purged', async () => {
      const first = (await post<Chat>(stage.tim, '/chats', { name: 'Daily' }, 'daily')).body.id;
      at += 25 * HOUR_MS;
      expect((await post<Chat>(stage.tim, '/chats', { name: 'Daily' }, 'daily')).body.id).to.not.equal(first);
      at += 25 * HOUR_MS;
      await post(stage.tim, '/chats', { name: 'Last' }, 'last');
      const { units, reader } = stage.services.ground;
      await units.run(({ trx }) => madeKeyRetention.purge(trx, at - madeKeyRetention.keepMs, 100));
      expect(await reader('made_keys').pluck('made_key')).to.deep.equal(['last']);
    });
  }),
);

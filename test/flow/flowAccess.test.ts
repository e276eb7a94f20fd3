import { expect } from 'chai';
import type { ExecutionSummary, ExecutionView } from '../../contract/executions.ts';
import type { FlowAccess } from '../../contract/flowAccess.ts';
import type { FlowSummary, SavedFlow } from '../../contract/flows.ts';
import type { RequestView } from '../../contract/requests.ts';
import { answered, asking, expectProblem, publish, useStage } from '../scenarios/support.ts';
import { forEachDatabase } from '../support/databases.ts';
import type { Client, TestProductOptions } from '../support/product.ts';

interface Page<Item> {
  items: Item[];
  nextCursor: string | null;
}

const HUMAN = { inputType: 'text', prompt: 'Well?', assignees: { users: ['grace@sandbox.test'] } };
const user = (id: string) => ({ kind: 'user', id: `${id}@sandbox.test` });
const group = (id: string) => ({ kind: 'group', id });

forEachDatabase((_, openUrl) =>
  describe('Access to flows', () => {
    const options: TestProductOptions = { config: { key: '5'.repeat(64) } };
    before(async () => {
      options.databaseUrl = await openUrl();
    });
    const stage = useStage(options);
    let joan: Client;
    let flows = 0;
    let id: string;
    before(async () => {
      joan = await stage.product.as('joan@fabrikam.test');
    });
    beforeEach(async () => {
      stage.advance(1); // ids from the same millisecond have no order
      id = await publish(stage.ada, asking({ id: `access-${++flows}`, human: HUMAN }));
    });

    const access = async (as: Client = stage.ada) => (await as.call<FlowAccess>('GET', `/flows/${id}/access`)).body;
    /** Replaces the given lists; others stay. */
    const give = async (change: object, as: Client = stage.ada) => {
      const { version, ...lists } = await access();
      return as.call<FlowAccess>('PUT', `/flows/${id}/access`, { ...lists, version, ...change });
    };
    const audit = async () =>
      (await stage.services.ground.reader('audit').where({ subject: id }).orderBy('seq')).map(
        ({ action, detail }: { action: string; detail: string }) => [action, JSON.parse(detail)],
      );
    const mayDo = async (as: Client) =>
      (await as.call<Page<FlowSummary>>('GET', '/flows?limit=200')).body.items.find((flow) => flow.id === id)?.may;
    const idOf = (name: string) => stage.product.sandbox.tenant.people.find(({ key }) => key === name)!.id;

    it('starts with the saver as owner, and everybody as starters', async () => {
      const { email, displayName } = { email: 'ada@sandbox.test', displayName: 'Ada Lovelace' };
      const owner = { kind: 'user', id: idOf('ada'), displayName, email };
      expect(await access()).to.deep.equal({ owners: [owner], readers: [], starters: 'everyone', version: 1 });
    });

    it('follows its lists', async () => {
      expect(await mayDo(stage.tim)).to.deep.equal({ start: true, read: false, change: false, share: false });
      expect((await give({ readers: [user('tim')], starters: [] })).status).to.equal(200);
      expect(await mayDo(stage.tim)).to.deep.equal({ start: false, read: true, change: false, share: false });
      expect(await mayDo(stage.radia)).to.equal(undefined);
      expectProblem(await stage.radia.call('GET', `/flows/${id}`), 404, 'not_found');
      expectProblem(await stage.radia.call('POST', `/flows/${id}/executions`, {}), 404, 'not_found');
      expectProblem(await stage.tim.call('POST', `/flows/${id}/executions`, {}), 403, 'forbidden');
      expect((await stage.tim.call<SavedFlow>('GET', `/flows/${id}`)).body).to.include({ id, version: 1 });
      expectProblem(await stage.tim.call('PUT', `/flows/${id}`, asking({ id, human: HUMAN })), 403, 'forbidden');
    });

    it('extends to members of a group, also through nested groups', async () => {
      await give({ readers: [group('Legal')], starters: [group('everyone@sandbox.test')] });
      expect((await access()).readers).to.deep.include({
        kind: 'group',
        id: '20000000-0000-4000-8000-000000000002',
        displayName: 'Legal',
        email: 'legal@sandbox.test',
      });
      expect(await mayDo(stage.radia)).to.deep.equal({ start: true, read: true, change: false, share: false });
      expect(await mayDo(stage.grace)).to.include({ start: true, read: false });
    });

    it('is changed by its owners and by administrators, and by nobody else', async () => {
      await give({ owners: [user('tim')], readers: [user('radia')] });
      expectProblem(await give({ readers: [] }, stage.radia), 403, 'forbidden');
      expectProblem(await give({ readers: [] }, stage.alan), 403, 'forbidden');
      expect((await give({ readers: [] }, stage.tim)).status).to.equal(200);
      expect((await access()).readers).to.deep.equal([]);
    });

    it('to definitions ends with the role, for an owner who is no longer an author', async () => {
      await give({ owners: [user('tim')] });
      expect(await mayDo(stage.tim)).to.deep.equal({ start: true, read: true, change: false, share: true });
      expectProblem(await stage.tim.call('PUT', `/flows/${id}`, asking({ id, human: HUMAN })), 403, 'forbidden');
    });

    it('keeps an owner, whom only an administrator can remove', async () => {
      await give({ owners: [user('tim')] });
      const refused = expectProblem(await give({ owners: [] }, stage.tim), 422, 'validation_failed');
      expect(refused.checks).to.deep.equal({ owners: { id: 'flowOwner', values: {} } });
      expect((await give({ owners: [] })).body.owners).to.deep.equal([]);
    });

    it('names people unknown to the directory, and changes nothing', async () => {
      const before = await access();
      const lists = { readers: [user('tim'), user('nobody')], starters: [group('No such group')] };
      expect(expectProblem(await give(lists), 422, 'validation_failed').checks).to.deep.equal({
        'readers.1': { id: 'personUnknown', values: { names: 'nobody@sandbox.test' } },
        'starters.0': { id: 'groupUnknown', values: { names: 'No such group' } },
      });
      expect(await access()).to.deep.equal(before);
    });

    it('keeps people on a list even if the directory has forgotten them', async () => {
      const gone = { flow_id: id, role: 'reader', principal: 'gone', kind: 'user', display_name: 'Gone', email: null };
      await stage.services.ground.units.run(({ trx }) => trx('flow_access').insert(gone));
      expect((await give({ starters: [] })).status).to.equal(200);
      expect((await access()).readers.map(({ id }) => id)).to.deep.equal(['gone']);
    });

    for (const list of ['owners', 'readers', 'starters', 'version'])
      it(`is not replaced by a body without ${list}`, async () => {
        const body: Record<string, unknown> = { ...(await access()) };
        delete body[list];
        const refused = expectProblem(
          await stage.ada.call('PUT', `/flows/${id}/access`, body),
          422,
          'validation_failed',
        );
        expect(Object.keys(refused.fields!)).to.deep.equal([list]);
      });

    it('is not changed if somebody else has changed the lists', async () => {
      const old = await access();
      await give({ readers: [user('tim')] });
      expectProblem(await give({ version: old.version, readers: [] }), 409, 'invalid_transition');
      for (const none of [0, 2 ** 31, Number.MAX_SAFE_INTEGER])
        expectProblem(await give({ version: none, readers: [] }), 422, 'validation_failed');
      const { version } = await access(); // for both, or the later would read what the earlier wrote
      const both = await Promise.all([give({ version, readers: [] }), give({ version, starters: [] })]);
      expect(both.map(({ status }) => status).sort()).to.deep.equal([200, 409]);
    });

    it('is audited: who gave what to whom', async () => {
      await give({ readers: [user('tim')], starters: [user('alan')] });
      await give({ readers: [], starters: 'everyone' });
      const nothing = { verifiedBy: 'session' };
      const detail = (role: string, name: string) => ({ role, kind: 'user', principal: idOf(name), ...nothing });
      expect(await audit()).to.deep.equal([
        ['flow.saved', { version: 1, ...nothing }],
        ['flow.granted', detail('reader', 'tim')],
        ['flow.granted', detail('starter', 'alan')],
        ['flow.restricted', nothing],
        ['flow.revoked', detail('reader', 'tim')],
        ['flow.revoked', detail('starter', 'alan')],
        ['flow.opened', nothing],
      ]);
    });

    describe('for guests', () => {
      it('is limited to starting flows that name them', async () => {
        const refused = expectProblem(
          await give({ readers: [{ kind: 'user', id: 'joan@fabrikam.test' }] }),
          422,
          'validation_failed',
        );
        expect(refused.checks!['readers.0']!.id).to.equal('flowOfGuest');
        expectProblem(await joan.call('POST', `/flows/${id}/executions`, {}), 404, 'not_found');
        await give({ starters: [{ kind: 'user', id: 'joan@fabrikam.test' }] });
        expect(await mayDo(joan)).to.deep.equal({ start: true, read: false, change: false, share: false });
        expectProblem(await joan.call('GET', `/flows/${id}`), 403, 'forbidden');
        const execution = await stage.product.run(joan, id);
        const { context } = await stage.product.reached(joan, execution, 'waiting');
        expect(context).to.equal(undefined);
        const { items } = (await joan.call<Page<FlowSummary>>('GET', '/flows')).body;
        expect(items.map((flow) => flow.id)).to.deep.equal([id]);
      });

      it('includes no directory and no chat that is open to everybody', async () => {
        for (const path of [
          'users?search=ada',
          'groups?search=legal',
          `users/${idOf('grace')}/manager`,
          'direct-reports',
        ])
          expectProblem(await joan.call('GET', `/directory/${path}`), 403, 'forbidden');
        expect((await joan.call('GET', '/me')).body).to.include({ isGuest: true });
        expect((await stage.tim.call('GET', '/me')).body).to.include({ isGuest: false });
        const open = (await stage.tim.call<{ id: string }>('POST', '/chats', { name: 'Open' })).body.id;
        const named = { name: 'Named', users: ['joan@fabrikam.test'] };
        const own = (await stage.tim.call<{ id: string }>('POST', '/chats', named)).body.id;
        expectProblem(await joan.call('GET', `/chats/${open}`), 404, 'not_found');
        expect((await joan.call('GET', `/chats/${own}`)).status).to.equal(200);
      });
    });

    describe('through a chat', () => {
      it('needs the same permission as starting the flow', async () => {
        await give({ starters: [user('tim'), user('alan')] });
        const refused = expectProblem(
          await stage.radia.call('POST', '/chats', { name: 'C', flowId: id }),
          422,
          'validation_failed',
        );
        expect(refused.checks).to.deep.equal({ flowId: { id: 'flowUnknown', values: { id } } });
        const chat = (await stage.tim.call<{ id: string }>('POST', '/chats', { name: 'C', flowId: id })).body.id;
        const write = (as: Client) =>
          as.call<{ executionId: string | null }>('POST', `/chats/${chat}/messages`, { content: 'Go' });
        expectProblem(await write(stage.radia), 403, 'forbidden');
        const { items } = (await stage.radia.call<Page<unknown>>('GET', `/chats/${chat}/messages`)).body;
        expect(items).to.deep.equal([]);
        expect((await write(stage.alan)).body.executionId).to.be.a('string');
      });
    });

    describe('to executions', () => {
      const listed = async (as: Client, query = '') =>
        (await as.call<Page<ExecutionSummary>>('GET', `/executions?limit=200${query}`)).body.items.map(({ id }) => id);

      it("is for their starter and the flow's readers; contexts are for its owners", async () => {
        await give({ owners: [user('radia')], readers: [user('tim')] });
        const execution = await stage.product.run(stage.alan, id);
        await stage.product.reached(stage.alan, execution, 'waiting');
        const request = `${execution}-ask`;
        const see = async (as: Client) => {
          const view = await as.call<ExecutionView>('GET', `/executions/${execution}`);
          const asked = await as.call<RequestView>('GET', `/requests/${request}`);
          return {
            status: view.status,
            isListed: (await listed(as)).includes(execution),
            context: view.body.context !== undefined,
            may: view.body.may,
            deliveries: (asked.body.deliveries?.length ?? 0) > 0,
          };
        };
        const all = {
          status: 200,
          isListed: true,
          context: true,
          deliveries: true,
          may: { cancel: true, retry: true, readFlow: true },
        };
        await stage.tick();
        expect(await see(stage.radia)).to.deep.equal(all);
        expect(await see(stage.ada)).to.deep.equal(all);
        expect(await see(stage.alan)).to.deep.equal({
          ...all,
          context: false,
          may: { cancel: true, retry: false, readFlow: false },
        });
        const reading = {
          ...all,
          context: false,
          deliveries: false,
          may: { cancel: false, retry: false, readFlow: true },
        };
        expect(await see(stage.tim)).to.deep.equal(reading);
        const nothing = { status: 404, isListed: false, context: false, deliveries: false, may: undefined };
        expect(await see(stage.frances)).to.deep.equal(nothing);
        expectProblem(await stage.tim.call('POST', `/executions/${execution}/cancel`), 403, 'forbidden');
        expectProblem(await stage.frances.call('POST', `/executions/${execution}/cancel`), 404, 'not_found');
        expectProblem(await stage.alan.call('POST', `/executions/${execution}/retry`), 403, 'forbidden');
        expect((await stage.radia.call('POST', `/executions/${execution}/cancel`)).status).to.equal(200);
      });

      it('lists them page by page, each once, newest first, for any caller', async () => {
        await give({ readers: [user('tim'), group('Finance')] });
        const started: string[] = [];
        for (let n = 0; n < 7; n++) started.push(await stage.product.run(n % 2 ? stage.alan : stage.tim, id));
        const wanted = [...started].sort().reverse();
        expect(await listed(stage.tim, `&flowId=${id}`)).to.deep.equal(wanted);
        expect((await listed(stage.tim)).slice(0, 7)).to.deep.equal(wanted);
        const own = wanted.filter((each) => started.indexOf(each) % 2 === 1);
        expect(await listed(stage.alan, `&flowId=${id}`)).to.deep.equal(own);
        const pages: string[] = [];
        for (let cursor: string | null = ''; cursor !== null;) {
          const query: string = `limit=3&flowId=${id}${cursor && `&cursor=${cursor}`}`;
          const { body } = await stage.tim.call<Page<ExecutionSummary>>('GET', `/executions?${query}`);
          pages.push(...body.items.map((each) => each.id));
          cursor = body.nextCursor;
        }
        expect(pages).to.deep.equal(wanted);
        expect(await listed(stage.tim, `&flowId=${id}&status=cancelled`)).to.deep.equal([]);
      });
    });

    it("to an answer's file is not for those who only read the flow", async () => {
      const variables = [{ name: 'proof', type: 'file' }];
      const human = { ...HUMAN, inputType: 'form', variables };
      id = await publish(stage.ada, asking({ id: `access-${++flows}`, human }));
      await give({ owners: [user('radia')], readers: [user('tim')] });
      const execution = await stage.product.run(stage.alan, id);
      await stage.product.reached(stage.alan, execution, 'waiting');
      const query = new URLSearchParams({ requestId: `${execution}-ask`, variable: 'proof', name: 'proof.txt' });
      const token = await stage.product.sandbox.tokenFor('grace@sandbox.test');
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'text/plain' };
      const sent = await fetch(`${stage.product.url}/api/files?${query}`, { method: 'POST', headers, body: 'proof' });
      const file = (await sent.json()) as { id: string };
      await answered(stage.grace, `${execution}-ask`, { values: { proof: [file] } });
      const statuses = async (...by: string[]) =>
        Promise.all(
          by.map(async (name) => {
            const authorization = `Bearer ${await stage.product.sandbox.tokenFor(`${name}@sandbox.test`)}`;
            const response = await fetch(`${stage.product.url}/api/files/${file.id}`, { headers: { authorization } });
            await response.body?.cancel();
            return response.status;
          }),
        );
      expect(await statuses('ada', 'radia', 'alan', 'grace')).to.deep.equal([200, 200, 200, 200]);
      expect(await statuses('tim', 'frances')).to.deep.equal([404, 404]);
    });
  }),
);

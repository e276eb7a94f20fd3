import { expect } from 'chai';
import type { AuditPage } from '../../contract/audit.ts';
import type { Me } from '../../contract/people.ts';
import type { Problem } from '../../contract/problem.ts';
import type { ProviderView, RoleHolderList, SettingList } from '../../contract/settings.ts';
import { startSandbox, type Sandbox } from '../../sandbox/sandbox.ts';
import { expectProblem } from '../scenarios/support.ts';
import { forEachDatabase } from '../support/databases.ts';
import { startProduct, type Answered, type Client, type TestProduct } from '../support/product.ts';

const KEY = 'cd'.repeat(32);
const GONE = '10000000-0000-4000-8000-00000000ffff';

describe('two administrators at once (behaviour 2.9)', () => {
  forEachDatabase((database, openUrl) => {
    let sandbox: Sandbox;
    const products: TestProduct[] = [];
    let ada: Client;
    /** An administrator at the other server, if there is one. */
    let there: Client;
    let tim: Client;
    let timsId: string;
    let groups: string[];

    before(async () => {
      sandbox = await startSandbox({ portBase: 0 });
      const databaseUrl = await openUrl();
      const servers = database === 'PostgreSQL' ? 2 : 1;
      for (let n = 0; n < servers; n++)
        products.push(
          await startProduct({
            sandbox,
            databaseUrl: products[0]?.config.databaseUrl ?? databaseUrl,
            config: { key: KEY, smtpUrl: null, mailFrom: null },
            withLoops: false,
          }),
        );
      ada = await products[0]!.as('ada@sandbox.test');
      there = await products.at(-1)!.as('ada@sandbox.test');
      tim = await products[0]!.as('tim@sandbox.test');
      const me = (await tim.call<Me>('GET', '/me')).body;
      timsId = me.id;
      groups = sandbox.tenant.groups.map(({ id }) => id);
    });
    after(async () => {
      for (const product of products) await product.close();
      await sandbox?.close();
    });
    beforeEach(async () => {
      const none = { adminGroupIds: null, authorGroupIds: null, auditorGroupIds: null, searchIndex: null };
      await set(ada, { ...none, adminIds: [timsId] });
      await ada.call('PATCH', '/settings/providers/email', { smtpUrl: null, from: null });
    });

    const set = (by: Client, body: object, etag?: string) =>
      by.call<SettingList & Problem>('PATCH', '/settings', body, etag === undefined ? {} : { 'if-match': etag });
    const provide = (by: Client, body: object, etag: string) =>
      by.call<ProviderView & Problem>('PATCH', '/settings/providers/email', body, { 'if-match': etag });
    const tagOf = ({ headers }: Answered<unknown>): string => headers.get('etag')!;
    const tagNow = async (by = ada) => tagOf(await by.call('GET', '/settings'));
    const stored = async (name: string) =>
      (await ada.call<SettingList>('GET', '/settings')).body.items.find((each) => each.name === name)!.value;
    const entries = async () => (await ada.call<AuditPage>('GET', '/audit?action=setting.')).body.items;

    it('get a tag for the stored values, which differs after each change', async () => {
      const list = await ada.call('GET', '/settings');
      const roles = await there.call<RoleHolderList>('GET', '/settings/roles');
      expect(tagOf(list)).to.match(/^"[\w-]+"$/);
      expect(tagOf(roles)).to.equal(tagOf(list));
      const changed = await set(ada, { searchIndex: 'files' });
      expect(tagOf(changed)).to.not.equal(tagOf(list));
      expect(await tagNow()).to.equal(tagOf(changed));
      const provided = await ada.call('PATCH', '/settings/providers/email', { from: 'a@sandbox.test' });
      const after = await tagNow();
      expect(tagOf(provided)).to.equal(after);
      expect(after).to.not.equal(tagOf(changed));
      expect(await tagNow(there)).to.equal(after);
    });

    it('do not undo each other: the second is refused, changes nothing, and leaves no row', async () => {
      const seen = tagOf(await there.call('GET', '/settings/roles'));
      expect((await set(ada, { adminGroupIds: [groups[0]] }, seen)).status).to.equal(200);
      const before = await entries();
      const refused = expectProblem(
        await set(there, { adminGroupIds: [groups[1]], searchIndex: 'other' }, seen),
        412,
        'changed_meanwhile',
      );
      expect(refused.detail).to.equal('Settings were changed meanwhile; read them again.');
      expectProblem(await provide(there, { from: 'b@sandbox.test' }, seen), 412, 'changed_meanwhile');
      expect(await stored('adminGroupIds')).to.deep.equal([groups[0]]);
      expect(await stored('searchIndex')).to.equal(null);
      expect(await entries()).to.deep.equal(before);
      expect((await set(there, { adminGroupIds: groups.slice(0, 2) }, await tagNow(there))).status).to.equal(200);
      expect(await stored('adminGroupIds')).to.deep.equal(groups.slice(0, 2));
    });

    it('are also told of removed values, of values without a row, and of a channel', async () => {
      for (const [first, second] of [
        [{ adminGroupIds: [groups[0]] }, { adminGroupIds: [groups[1]] }],
        [{ adminGroupIds: null }, { adminGroupIds: [groups[1]] }],
        [{ searchIndex: 'files' }, { searchIndex: null }],
      ]) {
        const seen = await tagNow();
        expect((await set(ada, first!, seen)).status, JSON.stringify(first)).to.equal(200);
        expectProblem(await set(there, second!, seen), 412, 'changed_meanwhile');
      }
      const seen = await tagNow();
      expect((await provide(ada, { from: 'a@sandbox.test' }, seen)).status).to.equal(200);
      expectProblem(await provide(there, { smtpUrl: 'smtp://mail.test' }, seen), 412, 'changed_meanwhile');
    });

    it('are served one after the other if they send at the same moment, whoever is first', async () => {
      for (const name of ['authorGroupIds', 'auditorGroupIds']) {
        for (let turn = 0; turn < 5; turn++) {
          const seen = await tagNow();
          const sent = await Promise.all(
            [0, 1, 2, 3].map((n) => set(n % 2 === 0 ? ada : there, { [name]: [groups[n]] }, seen)),
          );
          expect(sent.map(({ status }) => status).sort()).to.deep.equal([200, 412, 412, 412]);
          const winner = sent.findIndex(({ status }) => status === 200);
          expect(await stored(name)).to.deep.equal([groups[winner]]);
          await set(ada, { [name]: null });
        }
      }
    });

    it('cannot both succeed in removing each other: one administrator is left', async () => {
      const own = (await tim.call<Me>('GET', '/me')).body.groups.slice(0, 1);
      const radia = await products[0]!.as('radia@sandbox.test');
      const { id } = (await radia.call<Me>('GET', '/me')).body;
      const isIn = (await radia.call<Me>('GET', '/me')).body.groups.some((each) => own.includes(each));
      expect(isIn, 'Radia is in another group').to.equal(false);
      for (let turn = 0; turn < 10; turn++) {
        await set(ada, { adminIds: [id], adminGroupIds: own });
        await Promise.all([set(tim, { adminIds: null }), set(radia, { adminGroupIds: null })]);
        const left = [await stored('adminIds'), await stored('adminGroupIds')].flat();
        expect(left, 'somebody is left').to.have.length(1);
      }
    });

    it('neither replace nor revoke the script key that the other has just created', async () => {
      await ada.call('DELETE', '/admin/documents/api-key');
      const seen = { 'if-match': await tagNow() };
      const make = (by: Client) => by.call<{ key: string }>('PUT', '/admin/documents/api-key', {}, seen);
      const { status, body } = await make(ada);
      expect(status).to.equal(200);
      expectProblem(await make(there), 412, 'changed_meanwhile');
      const taken = await there.call('DELETE', '/admin/documents/api-key', undefined, seen);
      expectProblem(taken, 412, 'changed_meanwhile');
      const headers = { authorization: `ApiKey ${body.key}` };
      const list = await fetch(`${products[0]!.url}/api/admin/documents/grants`, { headers });
      expect(list.status, 'the first key is good').to.not.equal(401);
      await ada.call('DELETE', '/admin/documents/api-key');
    });

    it('may send a list of tags, a weak tag from a proxy, or a star; any other form is named', async () => {
      const tag = await tagNow();
      expect((await set(ada, { searchIndex: 'files' }, `"other", ${tag}`)).status).to.equal(200);
      expect((await set(ada, { searchIndex: 'more' }, `W/${await tagNow()}`)).status).to.equal(200);
      expect((await set(ada, { searchIndex: 'less' }, '*')).status).to.equal(200);
      for (const wrong of ['other', '"other', '"a" "b"', `${tag.slice(1)}`]) {
        const { checks } = expectProblem(await set(ada, { searchIndex: 'none' }, wrong), 422, 'validation_failed');
        expect(checks).to.deep.equal({ 'if-match': { id: 'tagForm', values: {} } });
      }
      expect(await stored('searchIndex')).to.equal('less');
    });

    it('get only validation errors if they send wrong values with a tag', async () => {
      const seen = await tagNow();
      expectProblem(await set(ada, { adminGroupIds: ['x'] }, seen), 422, 'validation_failed');
      expectProblem(await set(tim, { adminIds: [GONE] }, seen), 422, 'validation_failed');
      expect(await tagNow()).to.equal(seen);
    });
  });
});

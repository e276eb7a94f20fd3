import { expect } from 'chai';
import { startSandbox, type Sandbox } from '../../sandbox/sandbox.ts';
import { createAsker, EVENTUAL, GRAPH, type Answer } from './graphAsker.ts';

describe('sandbox: Graph', () => {
  let sandbox: Sandbox;
  let asker: Awaited<ReturnType<typeof createAsker>>;
  before(async () => {
    sandbox = await startSandbox({ portBase: 0 });
    asker = await createAsker(sandbox);
  });
  after(() => sandbox.close());

  describe('permissions', () => {
    it('/me is for people, not for applications', async () => {
      expect((await asker.ask('/me')).status).to.equal(400);
      const own = await sandbox.identity.issueFor('grace@sandbox.test', { scope: 'User.Read' });
      const { body } = await asker.ask('/me?$select=displayName,department', {}, own);
      expect(body).to.deep.equal({ displayName: 'Grace Hopper', department: 'Engineering' });
      expect((await asker.ask('/users/alan@sandbox.test', {}, own)).status).to.equal(403);
      expect((await asker.ask('/me/manager', {}, own)).status).to.equal(403);
    });

    it('show as much of a person as they allow, and null for the rest', async () => {
      const path = '/users/alan@sandbox.test?$select=id,displayName,mail,department,businessPhones';
      const basic = await asker.ask(path, {}, await asker.withRoles('User.ReadBasic.All'));
      expect(basic.body).to.include({ displayName: 'Alan Turing', mail: 'alan@sandbox.test', department: null });
      expect(basic.body['businessPhones']).to.deep.equal([]);
      expect((await asker.ask(path, {}, await asker.withRoles('User.Read.All'))).body['department']).to.equal(
        'Engineering',
      );
    });

    it('for membership alone show ids and nulls', async () => {
      const bearer = await asker.withRoles('GroupMember.Read.All');
      const path = '/transitiveMembers/microsoft.graph.user?$select=id,mail,userPrincipalName';
      const { body } = await asker.ask(asker.groupPath('legal') + path, {}, bearer);
      expect(body.value).to.have.deep.members(
        ['radia', 'frances'].map((key) => ({ id: asker.idOf(key), mail: null, userPrincipalName: null })),
      );
    });
  });

  describe('tokens', () => {
    const refused: Record<string, () => Promise<string>> = {
      'none at all': () => Promise.resolve(''),
      'a malformed one': () => Promise.resolve('not.a.token'),
      'one for the product': () => sandbox.tokenFor('ada@sandbox.test'),
      'an expired one': () =>
        sandbox.identity.signToken({
          iss: `https://sts.windows.net/${sandbox.tenant.id}/`,
          aud: GRAPH,
          oid: 'x',
          tid: 'x',
          exp: 1,
        }),
      'one from another issuer': () =>
        sandbox.identity.signToken({ iss: 'https://sts.windows.net/other/', aud: GRAPH, oid: 'x', tid: 'x' }),
      'one with a broken signature': () => Promise.resolve(`${asker.token.slice(0, -12)}AAAAAAAAAAAA`),
    };
    for (const [name, make] of Object.entries(refused))
      it(`refuses ${name}`, async () => {
        const { status, body } = await asker.ask('/users', {}, await make());
        expect([status, body.error!.code]).to.deep.equal([401, 'InvalidAuthenticationToken']);
      });

    it('are verified with the current keys', async () => {
      await sandbox.identity.rotateKeys();
      expect((await asker.ask('/users', {}, await asker.withRoles('User.Read.All'))).status).to.equal(200);
      expect((await asker.ask('/users')).status).to.equal(200);
    });
  });

  describe('pages', () => {
    it('follow each other to the end, and their links use the production address', async () => {
      const found: unknown[] = [];
      let path: string | undefined = '/users?$top=4&$select=id';
      while (path) {
        const { body }: Answer = await asker.ask(path);
        expect(body.value!.length).to.be.at.most(4);
        found.push(...body.value!.map(({ id }) => id));
        const next: string | undefined = body['@odata.nextLink'];
        if (next) expect(next).to.match(/^https:\/\/graph\.microsoft\.com\/v1\.0\/users\?.*\$skiptoken=/);
        path = next?.replace(`${GRAPH}/v1.0`, '');
      }
      expect(found).to.deep.equal(sandbox.tenant.people.map(({ id }) => id));
    });

    it('refuse sizes out of bounds, and forged tokens or tokens of another list', async () => {
      for (const top of ['0', '1000', '-1', 'many'])
        expect((await asker.ask(`/users?$top=${top}`)).status, top).to.equal(400);
      const next = (await asker.ask('/users?$top=4')).body['@odata.nextLink']!;
      const other = await asker.ask(next.replace(`${GRAPH}/v1.0/users`, '/groups'));
      expect([other.status, other.body.error!.code]).to.deep.equal([400, 'Directory_ExpiredPageToken']);
      expect((await asker.ask('/users?$skiptoken=NA')).status).to.equal(400);
    });

    it('count on request, if consistency is eventual', async () => {
      expect((await asker.ask('/users?$count=true&$top=1', EVENTUAL)).body['@odata.count']).to.equal(
        sandbox.tenant.people.length,
      );
      expect((await asker.ask('/users?$count=true&$top=1')).body).to.not.have.property('@odata.count');
    });
  });

  describe('failures', () => {
    it('come when a test orders them, and go', async () => {
      sandbox.graph.throttleNext(2, 7);
      sandbox.graph.failNext(1, 503);
      const answers = [
        await asker.ask('/users'),
        await asker.ask('/users'),
        await asker.ask('/users'),
        await asker.ask('/users'),
      ];
      expect(answers.map(({ status }) => status)).to.deep.equal([429, 429, 503, 200]);
      expect(answers[0]!.headers.get('retry-after')).to.equal('7');
    });

    it("are reported in Graph's envelope", async () => {
      const { body, headers } = await asker.ask('/nothing', { 'client-request-id': 'mine' });
      expect(body.error).to.include({ code: 'BadRequest', message: "Resource not found for the segment 'nothing'." });
      expect(headers.get('client-request-id')).to.equal('mine');
      expect(body.error!.innerError).to.include({
        'request-id': headers.get('request-id'),
        'client-request-id': 'mine',
      });
    });
  });

  it('keeps a log of calls, without tokens', async () => {
    sandbox.graph.requests.length = 0;
    await asker.ask('/users?$select=id&$top=5');
    expect(sandbox.graph.requests).to.deep.equal([{ method: 'GET', path: '/users', query: '$select=id&$top=5' }]);
  });
});

import { expect } from 'chai';
import type { AuditChainState, AuditEntry, AuditPage, AuditVerification } from '../../contract/audit.ts';
import { readTenant, type Tenant } from '../../sandbox/tenant.ts';
import { withAuditor } from '../api/callers.ts';
import { answered, expectProblem, HOUR_MS, mailedLink, useStage } from '../scenarios/support.ts';
import { forEachDatabase } from '../support/databases.ts';
import type { Client } from '../support/product.ts';

/** A person whose name a spreadsheet would read as a formula. */
function withFormula(tenant: Tenant): Tenant {
  tenant.people.find(({ key }) => key === 'radia')!.displayName = '=1+1, "Radia"';
  return tenant;
}

describe('the audit, for auditors', () => {
  forEachDatabase((name, openUrl) => {
    const stage = useStage({
      openUrl,
      config: { key: '7'.repeat(64) },
      sandboxOptions: { tenant: withFormula(withAuditor(readTenant())) },
    });
    let donald: Client;
    let from: string;

    const idOf = (key: string) => stage.product.sandbox.tenant.people.find((each) => each.key === key)!.id;
    const read = async (query: Record<string, string> = {}, by = donald): Promise<AuditPage> => {
      const { status, body } = await by.call<AuditPage>('GET', `/audit?${new URLSearchParams(query)}`);
      expect(status, JSON.stringify(body)).to.equal(200);
      return body;
    };
    const entries = async (query: Record<string, string>) => (await read({ from, ...query })).items;
    const said = ({ actor, action, channel, verifiedBy }: AuditEntry) => [
      actor.displayName ?? actor.id,
      action,
      channel,
      verifiedBy,
    ];

    before(async () => {
      donald = await stage.product.as('donald@sandbox.test');
    });
    beforeEach(() => {
      stage.advance(HOUR_MS);
      from = new Date(stage.now()).toISOString();
    });

    it('says who did what, and how they were verified', async () => {
      const assignees = { users: ['grace@sandbox.test', 'alan@sandbox.test'] };
      const request = await stage.ask({ inputType: 'text', prompt: 'Well?', assignees, strategy: 'all' }, stage.radia);
      await answered(stage.grace, request, 'Fine');
      await stage.tick();
      const token = new URL(await mailedLink(stage.product, 'alan@sandbox.test', request)).searchParams.get('token')!;
      const form = new URLSearchParams({ token, f_value: 'Good', step: 'answer' });
      await fetch(`${stage.product.url}/api/flow/external-response`, { method: 'POST', body: form });
      await stage.result(request);
      expect((await entries({ subject: request })).map(said)).to.deep.equal([
        ['Alan Turing', 'request.answered', 'email', 'token'],
        ['Grace Hopper', 'request.answered', 'web', 'session'],
        ['flow', 'request.raised', null, null],
      ]);
      const [started] = await entries({ action: 'execution.started' });
      expect(said(started!)).to.deep.equal(['=1+1, "Radia"', 'execution.started', null, 'session']);
      expect(started!.detail).to.have.keys('flow');
      expect(started!.hash).to.match(/^[0-9a-f]{64}$/);
    });

    it('can be searched by person, action, subject and time, and read in pages', async () => {
      const { id } = (await stage.tim.call<{ id: string }>('POST', '/chats', { name: 'A', users: ['x@y.test'] })).body;
      stage.advance(1000);
      const later = new Date(stage.now()).toISOString();
      await stage.tim.call('PUT', `/chats/${id}`, { name: 'A', users: [] });
      await stage.ada.call('PUT', '/secrets/audited', { value: 'long enough', flows: [] });
      const actions = async (query: Record<string, string>) => (await entries(query)).map(({ action }) => action);
      const changing = ['chat.opened', 'chat.revoked', 'chat.changed'];
      const ofChat = [...changing, 'chat.restricted', 'chat.granted', 'chat.made'];
      expect(await actions({ actor: idOf('tim') })).to.deep.equal(ofChat);
      expect(await actions({ actor: 'Tim@sandbox.test' })).to.deep.equal(ofChat);
      expect(await actions({ actor: 'nobody@sandbox.test' })).to.deep.equal([]);
      expect(await actions({ action: 'chat.' })).to.deep.equal(ofChat);
      expect(await actions({ action: 'chat.made' })).to.deep.equal(['chat.made']);
      expect(await actions({ subject: 'audited' })).to.deep.equal(['secret.made']);
      expect(await actions({ to: later })).to.deep.equal(ofChat.slice(changing.length));
      expect(await actions({ from: later, actor: idOf('tim') })).to.deep.equal(changing);
      const first = await read({ from, action: 'chat.', limit: '3' });
      expect(first.items.map(({ action }) => action)).to.deep.equal(ofChat.slice(0, 3));
      const second = await read({ from, action: 'chat.', limit: '3', cursor: first.nextCursor! });
      expect([second.items.map(({ action }) => action), second.nextCursor]).to.deep.equal([ofChat.slice(3), null]);
    });

    it('refuses meaningless filters', async () => {
      const wrong: [field: string, value: string][] = [
        ['actor', ''],
        ['action', 'chat'],
        ['action', 'Chat.made'],
        ['action', '%'],
        ['subject', 'x'.repeat(301)],
        ['from', 'yesterday'],
        ['to', '2026-01-01'],
        ['limit', '0'],
        ['limit', '201'],
        ['cursor', 'bm9uZQ'],
        ['colour', 'red'],
      ];
      for (const [field, value] of wrong) {
        const query = new URLSearchParams({ [field]: value });
        const problem = expectProblem(await donald.call('GET', `/audit?${query}`), 422, 'validation_failed');
        expect(problem.checks, `${field} ${value}`).to.have.keys(field);
      }
    });

    it('is exported with its filters and without formulas, and records who exported it', async () => {
      await stage.radia.call('POST', '/chats', { name: 'B', users: ['x@y.test'] });
      await stage.tim.call('POST', '/chats', { name: 'C' });
      const query = new URLSearchParams({ from, actor: idOf('radia') });
      const response = await fetch(`${stage.product.url}/api/audit.csv?${query}`, {
        headers: { authorization: `Bearer ${await stage.product.sandbox.tokenFor('donald@sandbox.test')}` },
      });
      expect(response.headers.get('content-type')).to.equal('text/csv; charset=utf-8');
      expect(response.headers.get('content-disposition')).to.equal('attachment; filename="audit.csv"');
      const [head, ...lines] = (await response.text()).trim().split('\r\n');
      expect(head).to.equal('seq,at,actor,actor_name,action,subject,channel,verified_by,detail,position,hash');
      expect(lines).to.have.length(3);
      expect(lines[1]).to.include(`,${idOf('radia')},"'=1+1, ""Radia""",chat.granted,`);
      expect(lines[1]).to.include(',session,"{""user"":""x@y.test""}",');
      const [exported] = await entries({ action: 'audit.exported' });
      expect([exported!.actor.id, exported!.detail]).to.deep.equal([idOf('donald'), { from, actor: idOf('radia') }]);
    });

    it('is not exported by HEAD, which receives no row', async () => {
      const before = await entries({ action: 'audit.exported' });
      const response = await fetch(`${stage.product.url}/api/audit.csv`, {
        method: 'HEAD',
        headers: { authorization: `Bearer ${await stage.product.sandbox.tokenFor('donald@sandbox.test')}` },
      });
      expect([response.status, response.headers.get('content-type')]).to.deep.equal([200, 'text/csv; charset=utf-8']);
      expect(await entries({ action: 'audit.exported' })).to.deep.equal(before);
    });

    it('reports the state of its chain, and checks the newest part on request', async () => {
      const state = async () => (await donald.call<AuditChainState>('GET', '/audit/state')).body;
      const verify = async () => (await donald.call<AuditVerification>('POST', '/audit/verify')).body;
      expect((await state()).lastVerified).to.equal(null);
      await stage.after(1000);
      const { head, unsealed, isSigned } = await state();
      expect([unsealed, isSigned]).to.deep.equal([0, true]);
      const found = await verify();
      expect(found).to.deep.equal({ ok: true, rows: head!.position, from: 0, to: head!.position, fault: null });
      const after = await state();
      expect(after).to.deep.include({ head, unsealed: 1 });
      expect(after.lastVerified).to.deep.equal({
        at: new Date(stage.now()).toISOString(),
        ok: true,
        rows: head!.position,
      });

      const { units } = stage.services.ground;
      await units.run(({ trx }) => trx('audit').where({ position: 2 }).update({ actor: 'eve' }));
      const broken = await verify();
      expect(broken).to.deep.include({ ok: false, rows: 1 });
      expect(broken.fault!.position).to.equal(2);
      expect((await state()).lastVerified).to.include({ ok: false });
      expect((await entries({ action: 'audit.verified' }))[0]!.detail).to.include({ ok: false, position: 2 });
      await units.run(({ trx }) => trx('audit_chain').update({ last_hash: 'a'.repeat(64) }));
      expect((await state()).isSigned).to.equal(false);
    });

    if (name === 'SQLite')
      it('is closed to everybody else', async () => {
        for (const path of ['/audit', '/audit.csv', '/audit/state'])
          expectProblem(await stage.frances.call('GET', path), 403, 'forbidden');
        expect((await read({}, stage.ada)).items.length).to.be.greaterThan(0);
      });
  });
});

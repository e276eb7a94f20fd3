import { expect } from 'chai';
import type { ExecutionView } from '../../contract/executions.ts';
import { startSandbox, type Sandbox } from '../../sandbox/sandbox.ts';
import { createCipher } from '../../server/foundation/settings/cipher.ts';
import { expectProblem, publish } from '../scenarios/support.ts';
import { assign, done, newestOf, user } from '../assignments/support.ts';
import { forEachDatabase } from '../support/databases.ts';
import { letTokensExpire, SWITCHES, tool } from './onBehalfSupport.ts';
import { startProduct, type Client, type TestProduct } from '../support/product.ts';

const KEY = 'ab'.repeat(32);
describe('tools that act as the starter of the flow (behaviour 5.3)', () => {
  forEachDatabase((name, openUrl) => {
    let sandbox: Sandbox;
    let product: TestProduct;
    let databaseUrl: string;
    let ada: Client;
    let grace: Client;
    const log: string[] = [];

    before(async () => {
      sandbox = await startSandbox({ portBase: 0 });
      databaseUrl = await openUrl();
      product = await startProduct({
        sandbox,
        databaseUrl,
        config: { key: KEY, logLevel: 'debug' },
        logTo: { write: (line: string) => void log.push(line) },
      });
      ada = await product.as('ada@sandbox.test');
      grace = await product.as('grace@sandbox.test');
      const { settings, live } = product.product.services;
      await settings.change(SWITCHES, { actor: 'test', verifiedBy: 'session' });
      await live.refresh();
    });
    after(async () => {
      await product?.close();
      await sandbox?.close();
    });

    let flows = 0;
    /** Saves a flow with one tool, runs it as a person, and returns the result. */
    async function act(client: Client, type: string, config: object, text = ''): Promise<ExecutionView> {
      const flow = tool(`tool-${++flows}`, type, config);
      await publish(ada, flow as never);
      const id = await product.run(client, flow.id, { text });
      await product.reached(client, id, 'completed', 'failed');
      return product.execution(ada, id);
    }
    const outputOf = ({ context, error }: ExecutionView) => {
      expect(error ?? null).to.equal(null);
      return context!['act'] as Record<string, unknown>;
    };
    const failureOf = ({ status, error }: ExecutionView) => {
      expect(status).to.equal('failed');
      return error!.code;
    };

    it('read mail, send it, and read what was sent', async () => {
      const [welcome] = outputOf(await act(grace, 'mail_read', {})) as unknown as Record<string, unknown>[];
      expect(welcome).to.include({
        subject: 'Welcome, Grace',
        isRead: false,
        preview: 'This mail is for Grace Hopper only.',
      });
      const config = {
        to: 'grace@sandbox.test, tim@sandbox.test',
        subject: 'Report {{ text }}',
        body: '{{ text }} is done',
      };
      const sent = outputOf(await act(ada, 'mail_send', config, 'May'));
      expect(sent).to.deep.include({ to: ['grace@sandbox.test', 'tim@sandbox.test'], subject: 'Report May' });
      const found = outputOf(await act(grace, 'mail_read', { search: 'Report "May"', unreadOnly: true }));
      expect(found).to.have.length(0); // a quotation mark cannot be searched for
      const [report] = outputOf(
        await act(grace, 'mail_read', { search: '{{ text }}' }, 'report may'),
      ) as unknown as object[];
      expect(report).to.deep.include({
        from: { name: 'Ada Lovelace', address: 'ada@sandbox.test' },
        preview: 'May is done',
      });
      expect(failureOf(await act(ada, 'mail_send', { to: 'Grace', subject: 's', body: 'b' }))).to.equal(
        'address_invalid',
      );
    });

    it('create calendar events, each once, and read them', async () => {
      const times = { start: '2030-05-04T09:00:00+02:00', end: '2030-05-04T10:00:00+02:00' };
      const made = outputOf(
        await act(ada, 'calendar_create_event', { subject: 'Review', ...times, attendees: 'grace@sandbox.test' }),
      );
      expect(made).to.include({ subject: 'Review', start: '2030-05-04T07:00:00.000Z' });
      const range = { from: '2030-05-01T00:00:00Z', until: '2030-06-01T00:00:00Z' };
      const mine = outputOf(await act(ada, 'calendar_read', range)) as unknown as object[];
      expect(mine.map((event) => (event as { id: string }).id)).to.deep.equal([made['id']]);
      expect(outputOf(await act(grace, 'calendar_read', range))).to.have.length(0);
      const faulty = ['tomorrow', '2030-05-04T09:00:00', '2030-13-04T09:00:00Z', '2030-02-30T09:00:00Z'];
      for (const start of [...faulty, '2030-05-04T12:00:00Z'])
        expect(failureOf(await act(ada, 'calendar_create_event', { subject: 'x', ...times, start }))).to.equal(
          'time_invalid',
        );
      const reversed = { start: times.end, end: times.start };
      const { error } = await act(ada, 'calendar_create_event', { subject: 'x', ...reversed });
      expect(error!.message).to.match(/^The event does not end after it begins/);
    });

    it('know who is away', async () => {
      expect(outputOf(await act(grace, 'mailbox_settings', {}))).to.include({ isAway: false });
      const margaret = await product.as('margaret@sandbox.test');
      expect(outputOf(await act(margaret, 'mailbox_settings', {}))).to.include({
        isAway: true,
        internalReply: 'I am at the launch.',
      });
    });

    it("read and write the person's own drive", async () => {
      expect(outputOf(await act(ada, 'drive_write', { action: 'create_folder', path: 'Reports' }))).to.include({
        name: 'Reports',
        isFolder: true,
      });
      const upload = { action: 'upload', path: 'Reports/{{ text }}.txt', content: 'All of {{ text }}' };
      expect(outputOf(await act(ada, 'drive_write', upload, 'May & June #1'))).to.include({
        name: 'May & June #1.txt',
      });
      const listed = outputOf(await act(ada, 'drive_read', { path: '/Reports/' })) as unknown as { name: string }[];
      expect(listed.map((item) => item.name)).to.deep.equal(['May & June #1.txt']);
      const read = outputOf(await act(ada, 'drive_read', { path: 'Reports/May & June #1.txt', content: true }));
      expect(read).to.deep.equal({ name: 'May & June #1.txt', size: 20, text: 'All of May & June #1' });
      const table = { action: 'upload', path: 'Reports/table.csv', content: '  a;b\n{{ text }};2\n' };
      await act(ada, 'drive_write', table, '1');
      const lines = outputOf(await act(ada, 'drive_read', { path: 'Reports/table.csv', content: true }));
      expect(lines['text'], 'as its author wrote it').to.equal('  a;b\n1;2\n');
      const shared = outputOf(await act(ada, 'drive_write', { action: 'share', path: 'Reports' }));
      expect(shared['link']).to.match(/^https:/);
      expect(failureOf(await act(ada, 'drive_write', { action: 'create_folder', path: 'Reports' }))).to.equal(
        'graph_name_taken',
      );
      expect(failureOf(await act(ada, 'drive_read', { path: 'Nowhere' }))).to.equal('graph_not_found');
      for (const path of ['../grace', 'a/../../b', 'Reports/..', 'a\\b', 'a:b'])
        expect(failureOf(await act(ada, 'drive_read', { path }))).to.equal('path_refused');
    });

    it('act for the writer in a chat, and for the starter of an assignment', async () => {
      await publish(ada, tool('in-chat', 'mail_read', {}) as never);
      const chat = (await ada.call<{ id: string }>('POST', '/chats', { name: 'Mail', users: [], flowId: 'in-chat' }))
        .body;
      const posted = await grace.call<{ executionId: string }>('POST', `/chats/${chat.id}/messages`, { content: 'Go' });
      await product.reached(grace, posted.body.executionId, 'completed', 'failed');
      expect(JSON.stringify(outputOf(await product.execution(ada, posted.body.executionId)))).to.contain(
        'for Grace Hopper only',
      );

      const tim = await product.as('tim@sandbox.test');
      await assign(ada, chat, { principals: [user('tim@sandbox.test')], criterion: 'flow_completed' });
      await done(tim, (await newestOf(tim)).id, 'start');
      const { items } = (await tim.call<{ items: { id: string }[] }>('GET', '/executions?flowId=in-chat')).body;
      const executionId = items[0]!.id;
      await product.reached(tim, executionId, 'completed', 'failed');
      expect(JSON.stringify(outputOf(await product.execution(ada, executionId)))).to.contain(
        'for Tim Berners-Lee only',
      );
    });

    it("never see anybody else's data, whatever they are told, and however many run at once", async () => {
      await publish(ada, tool('hostile', 'drive_read', { path: '{{ text }}', content: true }) as never);
      const people = [
        [ada, 'Ada Lovelace'],
        [grace, 'Grace Hopper'],
      ] as const;
      const foreign = [
        '/users/',
        '10000000-0000-4000-8000-000000000001',
        'mine-grace',
        '%2e%2e/users',
        'root:/x:',
        'Notes/../..',
        'Notes/Mine.txt',
      ];
      const seen = new Map<string, Set<string>>(people.map(([, who]) => [who, new Set()]));
      const batch = 50;
      for (let tries = 0; tries < 1000; tries += batch)
        await Promise.all(
          Array.from({ length: batch }, async (_, n) => {
            const [client, who] = people[(tries + n) % 2]!;
            const text = foreign[(tries + n * 7) % foreign.length]!;
            const id = await product.run(client, 'hostile', { text: text === 'Notes/Mine.txt' ? text : `${text}${n}` });
            await product.reached(client, id, 'completed', 'failed');
            const { context } = await product.execution(ada, id);
            const found = (context as { act?: { text: string } } | null)?.act?.text;
            if (found !== undefined) seen.get(who)!.add(found);
          }),
        );
      const found = Object.fromEntries([...seen].map(([who, texts]) => [who, [...texts]]));
      expect(found).to.deep.equal({
        'Ada Lovelace': ['Only for Ada Lovelace.'],
        'Grace Hopper': ['Only for Grace Hopper.'],
      });
      const asked = sandbox.graph.requests.filter(({ path }) => path.startsWith('/me/drive'));
      expect(asked.length).to.be.above(100);
      expect(
        sandbox.graph.requests.filter(({ path }) => /drive|message/.test(path) && !path.startsWith('/me/')),
      ).to.deep.equal([]);
    }).timeout(180_000);

    it('still work days later, on another server, and end with the sign-in', async () => {
      const flow = tool('later', 'mail_read', {});
      const question = {
        inputType: 'text',
        prompt: 'Now?',
        timeout: 'P30D',
        assignees: { users: ['grace@sandbox.test'] },
      };
      flow.nodes.push({ id: 'ask', type: 'human', config: question });
      flow.edges = [
        { from: 'go', to: 'ask' },
        { from: 'ask', to: 'act' },
        { from: 'act', to: 'done' },
      ];
      await publish(ada, flow as never);
      const [first, second] = [await product.run(grace, 'later'), await product.run(grace, 'later')];
      for (const id of [first, second]) await product.reached(grace, id, 'waiting');

      await letTokensExpire(product.product.services.ground, createCipher(Buffer.from(KEY, 'hex')));
      const other =
        name === 'PostgreSQL' ? await startProduct({ sandbox, databaseUrl, config: { key: KEY } }) : product;
      try {
        const there = await other.as('grace@sandbox.test');
        await there.call('POST', `/user/notifications/${first}-ask/respond`, 'Yes');
        await other.reached(there, first, 'completed', 'failed');
        expect(JSON.stringify(outputOf(await product.execution(ada, first)))).to.contain('for Grace Hopper only');

        expect((await there.call('POST', '/sign-out')).status).to.equal(204);
        await there.call('POST', `/user/notifications/${second}-ask/respond`, 'Yes');
        await other.reached(there, second, 'completed', 'failed');
        expect(failureOf(await product.execution(ada, second))).to.equal('sign_in_required');
      } finally {
        if (other !== product) await other.close();
      }
      expect(outputOf(await act(grace, 'mailbox_settings', {}))).to.include({ isAway: false }); // she is back
    });

    it('name what is missing: consent, the switch, a secret instead of a managed identity', async () => {
      const { delegated } = sandbox.tenant.registrations.server;
      const granted = delegated['graph']!;
      const ken = await product.as('ken@sandbox.test');
      delegated['graph'] = granted.filter((permission) => permission !== 'Mail.Read');
      try {
        expect(failureOf(await act(ken, 'mail_read', {}))).to.equal('consent_missing');
      } finally {
        delegated['graph'] = granted;
      }
      const { settings, live } = product.product.services;
      await publish(ada, tool('switched-off', 'mail_read', {}) as never);
      await settings.set('enableDelegatedDirectoryMailRead', false, 'test');
      await live.refresh();
      const id = await product.run(grace, 'switched-off');
      await product.reached(grace, id, 'failed');
      expect(failureOf(await product.execution(ada, id))).to.equal('delegation_off');
      const refused = await ada.call('POST', '/flows', tool('refused', 'mail_read', {}));
      const { checks } = expectProblem(refused, 422, 'validation_failed');
      expect(checks).to.deep.equal({
        'nodes.act.config': { id: 'delegationOff', values: { permission: 'Mail.Read' } },
      });
      await settings.set('enableDelegatedDirectoryMailRead', true, 'test');
      await live.refresh();
    });

    it('retry reads while Graph is busy, but no write whose outcome is unknown', async () => {
      sandbox.graph.throttleNext(2, 0);
      expect(outputOf(await act(grace, 'mail_read', {}))).to.be.an('array');
      const before = sandbox.graph.requests.length;
      await publish(ada, tool('unsure', 'mail_send', { to: 'tim@sandbox.test', subject: 's', body: 'b' }) as never);
      sandbox.graph.failNext(50, 504);
      const id = await product.run(ada, 'unsure');
      await product.reached(ada, id, 'failed');
      sandbox.graph.failNext(-50, 504);
      expect(failureOf(await product.execution(ada, id))).to.equal('graph_outcome_unknown');
      const sent = sandbox.graph.requests.slice(before).filter(({ path }) => path === '/me/sendMail');
      expect(sent).to.have.length(1);
    });

    it('store no token anywhere unsealed', async () => {
      const { reader } = product.product.services.ground;
      const rows = (await reader('delegations').select()) as { person: string; tokens: string }[];
      expect(rows.length).to.be.above(1);
      for (const { tokens } of rows) expect(tokens).to.match(/^v2\./);
      const [one, two] = rows;
      const cipher = createCipher(Buffer.from(KEY, 'hex'));
      expect(() => cipher.open(one!.tokens, ['delegation', two!.person])).to.throw(); // sealed for one person
      const shown = JSON.stringify([
        log,
        await reader('audit').select(),
        await reader('execution_steps').select(),
        await reader('executions').select(),
      ]);
      expect(shown).not.to.match(/eyJ[\w-]{10,}\.[\w-]{10,}/);
      expect(shown).not.to.contain('"refresh');
      const { items } = (
        await ada.call<{ items: { action: string; detail: { permissions?: string } | null }[] }>(
          'GET',
          '/audit?action=delegation.',
        )
      ).body;
      expect(new Set(items.map(({ action }) => action))).to.deep.equal(
        new Set(['delegation.taken', 'delegation.forgotten']),
      );
    });
  });
});

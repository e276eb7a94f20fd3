import { createCipheriv, randomBytes } from 'node:crypto';
import { expect } from 'chai';
import type { FlowDefinition } from '../../contract/flows.ts';
import { startSandbox, type Sandbox } from '../../sandbox/sandbox.ts';
import type { Database } from '../../server/foundation/database/connection.ts';
import { exchangeSetting } from '../../server/foundation/settings/settingsStore.ts';
import { flow } from '../flow/flows.ts';
import { answered, publish } from '../scenarios/support.ts';
import { forEachDatabase } from '../support/databases.ts';
import { openFreely, tableNames } from '../support/openStore.ts';
import { eventually, startProduct, type Client, type TestProduct } from '../support/product.ts';
import { startService, type Service } from './service.ts';

const KEY = '5c'.repeat(32);
const PASSWORD = 'open-sesame-"7"';
/** Anything that reveals a sealed password, or a reference to one. */
const TRACE = /answered:|v[12]\.[\w.-]{30,}|sealed/;

type Config = FlowDefinition['nodes'][number]['config'];

const askGrace = (prompt: string, more: Config = {}): [string, Config] => [
  'human',
  { inputType: 'text', prompt, assignees: { users: ['grace@sandbox.test'] }, ...more },
];
const askKey = askGrace('Your key?', {
  inputType: 'form',
  variables: [{ name: 'key', type: 'password', required: true }],
});

/** Sealed by the first version of the cipher, bound to no place. */
function sealAsBefore(plain: string): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(KEY, 'hex'), iv, { authTagLength: 16 });
  const sealed = Buffer.concat([iv, cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return `v1.${sealed.toString('base64url')}`;
}

describe("passwords that people answered in other people's flows", () => {
  let sandbox: Sandbox;
  let service: Service;
  before(async () => {
    sandbox = await startSandbox({ portBase: 0 });
    service = await startService();
  });
  after(async () => {
    service.close();
    await sandbox.close();
  });

  forEachDatabase((_, openUrl) => {
    let databaseUrl: string;
    let db: Database;
    let product: TestProduct;
    let ada: Client;
    let grace: Client;
    let radia: Client;
    let flows = 0;
    let time = 0; // of the loops

    const as = (name: string) => product.as(`${name}@sandbox.test`);
    const startServer = async () => {
      const config = { key: KEY, allowedPrivateHosts: [service.host] };
      product = await startProduct({
        databaseUrl,
        sandbox,
        config,
        withLoops: false,
        limits: { requestsPerMinute: 1e6 },
      });
      [ada, grace, radia] = await Promise.all([as('ada'), as('grace'), as('radia')]);
    };
    before(async () => {
      time = Date.now();
      databaseUrl = await openUrl();
      db = await openFreely(databaseUrl, 2);
      const { id: legal } = sandbox.tenant.groups.find(({ displayName }) => displayName === 'Legal')!;
      const value = JSON.stringify([legal]); // Radia is an author too
      const by = { updatedAt: 0, updatedBy: 'test' };
      await exchangeSetting(db.writer, null, { name: 'authorGroupIds', value, isSecret: false, ...by });
      await startServer();
    });
    after(async () => {
      await product?.close();
      await db?.close();
    });
    beforeEach(() => {
      service.asked = [];
    });

    const run = async (author: Client, shape: Parameters<typeof flow>[0], edges: Parameters<typeof flow>[1]) =>
      product.run(author, await publish(author, { ...flow(shape, edges), id: `passwords-${++flows}` }));

    /** Grace answers a password in a flow of Ada's, which then asks something else; returns the execution's id. */
    async function askedPassword(): Promise<string> {
      const id = await run(
        ada,
        {
          start: 'start',
          login: askKey,
          copy: ['set', { values: { token: 'login.values.key', whole: 'login.values' } }],
          more: askGrace('You gave {{ login }} and {{ token }} and {{ $string(whole) }}: more?'),
          look: [
            'http',
            {
              url: `http://${service.host}/`,
              method: 'POST',
              secretHeaders: { 'x-key': 'login.values.key', 'x-copy': 'token', 'x-whole': 'whole.key' },
              json: '{ "seen": $, "key": login.values.key.secret }',
              outputVariable: 'looked',
            },
          ],
          end: ['end', { output: '$' }],
        },
        ['start > login > copy > more > look > end'],
      );
      await product.reached(ada, id, 'waiting');
      await answered(grace, `${id}-login`, { values: { key: PASSWORD } });
      await eventually(async () => (await product.inbox(grace)).find((each) => each.id === `${id}-more`));
      return id;
    }

    const tick = () => product.product.services.background.loops.tick((time += 3_660_000));

    /** Grace answers the question after the password, and the password is sent. */
    async function goOn(id: string): Promise<void> {
      service.asked = [];
      await answered(grace, `${id}-more`, 'no');
      await tick(); // a restarted server does not wait for this answer
      await product.reached(ada, id, 'completed');
      const { headers } = service.asked.at(-1)!;
      expect([headers['x-key'], headers['x-copy'], headers['x-whole']]).to.deep.equal(Array(3).fill(PASSWORD));
    }

    const auditOf = async (executionId: string) =>
      (await db.reader('audit').where({ subject: executionId }).whereLike('action', 'secret.%').orderBy('seq')).map(
        ({ action, detail }: { action: string; detail: string }) => ({ action, ...JSON.parse(detail) }) as object,
      );

    async function wholeDatabase(): Promise<string> {
      const rows: object[] = [];
      for (const table of await tableNames(db)) rows.push({ [table]: await db.reader(table) });
      return JSON.stringify(rows);
    }

    /** The execution as an older version has left it: the sealed text itself is its reference. */
    async function ageTo(executionId: string): Promise<string> {
      const old = sealAsBefore(PASSWORD);
      const key = { request_id: `${executionId}-login`, person: (await db.reader('responses').first('person')).person };
      const payload = { value: null, values: { key: { secret: old } }, note: 'Submitted in the web client' };
      await db
        .writer('responses')
        .where(key)
        .update({ payload: JSON.stringify(payload) });
      const reference = new RegExp(`answered:${executionId}-login:key:[^"\\\\]+`, 'g');
      for (const { seq, output, assigned } of await db.reader('execution_steps').where({ execution_id: executionId }))
        await db
          .writer('execution_steps')
          .where({ execution_id: executionId, seq })
          .update({ output: output?.replace(reference, old), assigned: assigned?.replace(reference, old) });
      const request = db.writer('requests').where({ id: `${executionId}-more` });
      const { body } = await db
        .reader('requests')
        .where({ id: `${executionId}-more` })
        .first('body');
      const prompt = `You gave {"key":{"secret":"${old}"}}: more?`;
      await request.update({ body: JSON.stringify({ ...JSON.parse(body), prompt }) });
      await db.writer('unbound_answers').insert(key);
      return old;
    }

    it('open for their own flow, and each opening is in the audit', async () => {
      const id = await askedPassword();
      await answered(grace, `${id}-more`, 'no');
      await product.reached(ada, id, 'completed');
      const { headers, body } = service.asked.at(-1)!;
      expect([headers['x-key'], headers['x-copy'], headers['x-whole']]).to.deep.equal(Array(3).fill(PASSWORD));
      expect(body).to.not.match(TRACE).and.to.not.include('open-sesame');
      const opened = (field: string) => ({ action: 'secret.opened', node: 'look', field: `secretHeaders.${field}` });
      const audit = await auditOf(id);
      expect(audit).to.have.length(3);
      for (const [n, field] of ['x-key', 'x-copy', 'x-whole'].entries())
        expect(audit[n]).to.include({ ...opened(field), request: `${id}-login`, variable: 'key' });
      expect(JSON.stringify(await db.reader('audit'))).to.not.include('open-sesame');
    });

    it('appear in nothing that anybody reads', async () => {
      const id = await askedPassword();
      const requests = [`${id}-login`, `${id}-more`];
      await product.product.services.background.loops.tick(time);
      await product.product.services.background.idle();
      await answered(grace, requests[1]!, 'no');
      const done = await product.reached(ada, id, 'completed');
      expect(done.context).to.nested.include({
        'login.values.key': 'provided',
        token: 'provided',
        'whole.key': 'provided',
      });
      const views = [
        done,
        await product.inbox(grace),
        ...(await Promise.all(
          [...requests.map((each) => `/requests/${each}`), `/executions`, `/executions/${id}`].map(
            async (path) => (await ada.call('GET', path)).body,
          ),
        )),
        await (await fetch(`${sandbox.mail.url}/email`)).json(),
      ];
      for (const view of views) {
        expect(JSON.stringify(view)).to.not.match(TRACE);
        expect(JSON.stringify(view)).to.not.include('open-sesame');
      }
      const { prompt } = (await product.inbox(grace)).find(({ id: each }) => each === requests[1])!;
      expect(prompt).to.match(/^You gave .*"key":"provided".* and provided and \{"key":"provided"\}: more\?$/);
    });

    it('open in no other execution, however a reference was found', async () => {
      const victim = await askedPassword();
      const [row] = await db.reader('responses').where({ request_id: `${victim}-login` });
      const { sealed } = JSON.parse(row.payload).values.key as { sealed: string };
      expect(sealed).to.match(/^v2\./);
      const older = await askedPassword();
      const stolen = [`answered:${victim}-login:key:${row.person}`, sealed, await ageTo(older)];
      for (const reference of stolen) {
        const own = await run(
          radia,
          {
            start: 'start',
            take: ['set', { values: { stolen: `{ "secret": ${JSON.stringify(reference)} }` } }],
            send: ['http', { url: `http://${service.host}/`, secretHeaders: { 'x-stolen': 'stolen' } }],
            end: 'end',
          },
          ['start > take > send > end'],
        );
        const failed = await product.reached(radia, own, 'failed');
        expect(failed.error).to.include({ code: 'secret_unavailable' });
        expect(service.asked).to.deep.equal([]);
        expect(await auditOf(own)).to.deep.equal([
          { action: 'secret.refused', node: 'send', field: 'secretHeaders.x-stolen' },
        ]);
      }
    });

    it('do not open if a sealed text was moved to another answer', async () => {
      const [victim, own] = [await askedPassword(), await askedPassword()];
      const payloadOf = async (id: string) =>
        (
          await db
            .reader('responses')
            .where({ request_id: `${id}-login` })
            .first()
        ).payload;
      await db
        .writer('responses')
        .where({ request_id: `${own}-login` })
        .update({ payload: await payloadOf(victim) });
      await answered(grace, `${own}-more`, 'no');
      expect((await product.reached(ada, own, 'failed')).error).to.include({ code: 'node_failed' });
      expect(service.asked).to.deep.equal([]);
    });

    it('of older versions still open where they were answered, before and after they are sealed again', async () => {
      const [before, after] = [await askedPassword(), await askedPassword()];
      const olds = [await ageTo(before), await ageTo(after)];
      const listed = await db.reader('unbound_answers');
      await db.writer('unbound_answers').delete();
      await product.close();
      await startServer();
      await goOn(before);
      const shown = [await product.execution(ada, before), await product.execution(ada, after)];
      for (const old of olds) expect(JSON.stringify(shown)).to.not.include(old);

      await db.writer('unbound_answers').insert(listed);
      await tick();
      for (const old of olds) expect(await wholeDatabase()).to.not.include(old);
      expect(JSON.stringify(await product.inbox(grace))).to.include(
        'You gave {\\"key\\":{\\"secret\\":\\"provided\\"}}',
      );
      expect(await db.reader('unbound_answers')).to.deep.equal([]);
      await goOn(after);
    });

    it('of older versions open for an execution that started before they were sealed again', async () => {
      const id = await askedPassword();
      const old = await ageTo(id);
      await product.close();
      await startServer();
      await tick();
      for (const { seq, assigned } of await db.reader('execution_steps').where({ execution_id: id })) {
        const back = assigned?.replace(/answered:[^"\\]+/g, old) ?? null;
        await db.writer('execution_steps').where({ execution_id: id, seq }).update({ assigned: back });
      }
      await goOn(id);
    });
  });
});

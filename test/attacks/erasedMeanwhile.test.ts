import http from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import pTimeout from 'p-timeout';
import { erasePerson } from '../../server/composition/person/erasePerson.ts';
import { findKnown } from '../../server/composition/person/knownPerson.ts';
import { storageOf } from '../../server/composition/files.ts';
import { NO_DRIVES } from '../support/noDrives.ts';
import { createChainSeal } from '../../server/foundation/audit/chainSeal.ts';
import type { Database } from '../../server/foundation/database/connection.ts';
import { createUnitOfWork } from '../../server/foundation/database/unitOfWork.ts';
import { flow } from '../flow/flows.ts';
import { GRACE } from '../people/personStory.ts';
import { answered, publish } from '../scenarios/support.ts';
import { forEachDatabase } from '../support/databases.ts';
import { openFreely, tableNames } from '../support/openStore.ts';
import { eventually, startProduct, type Client, type TestProduct } from '../support/product.ts';

const KEY = 'cd'.repeat(32);
type Nodes = Parameters<typeof flow>[0];

const ALAN = 'alan@sandbox.test';

/** A third-party server that answers on command. */
async function startSlowService() {
  let answer!: () => void;
  const isTold = new Promise<void>((resolve) => (answer = resolve));
  let asked = 0;
  const server = http.createServer((_, response) => {
    asked++;
    void isTold.then(() => response.writeHead(200, { 'content-type': 'application/json' }).end('{}'));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { host, answer, wasAsked: () => (asked > 0 ? true : undefined), close: () => server.close() };
}

describe('attack: erasing a person while executions that know them run', () => {
  forEachDatabase((_, openUrl) => {
    let product: TestProduct;
    let db: Database;
    let service: Awaited<ReturnType<typeof startSlowService>>;
    let [ada, grace, alan]: Client[] = [];
    let erasing: Promise<string>;
    let chatId: string;
    let inChat: string;

    before(async () => {
      const databaseUrl = await openUrl();
      service = await startSlowService();
      product = await startProduct({ databaseUrl, config: { key: KEY, allowedPrivateHosts: [service.host] } });
      db = await openFreely(databaseUrl, 1);
      [ada, grace, alan] = await Promise.all([
        product.as('ada@sandbox.test'),
        product.as(GRACE.email),
        product.as(ALAN),
      ]);
    });
    after(async () => {
      service?.close();
      await db?.close();
      await product?.close();
    });

    /** All stored data, except what an author wrote into a flow version. */
    const everything = async () => {
      const tables = (await tableNames(db)).filter((name) => name !== 'flow_versions');
      return JSON.stringify(await Promise.all(tables.map((name) => db.reader(name)))).toLowerCase();
    };
    const ask = (who: string): Nodes[string] => [
      'human',
      { inputType: 'text', prompt: 'Well?', assignees: { users: [who] } },
    ];

    /** Alan starts it in a chat of Grace's, which is then hers alone. */
    async function startInChat(): Promise<void> {
      const nodes = { start: 'start', ask: ask(ALAN), end: 'end' } as const;
      await publish(ada!, { ...flow(nodes, ['start > ask > end']), id: 'in-chat' });
      const made = await grace!.call<{ id: string }>('POST', '/chats', { name: 'Ours', users: [GRACE.email, ALAN] });
      chatId = made.body.id;
      const started = await alan!.call<{ executionId: string }>('POST', '/flows/in-chat/executions', { chatId });
      expect(started.status, JSON.stringify(started.body)).to.equal(201);
      inChat = started.body.executionId;
      await product.reached(alan!, inChat, 'waiting');
      const closed = await grace!.call('PUT', `/chats/${chatId}`, { name: 'Ours', users: [GRACE.email], version: 1 });
      expect(closed.status, JSON.stringify(closed.body)).to.equal(200);
    }

    /** Grace is asked, and then the flow calls a slow service; its next version asks Alan. */
    async function callAfterAnswer(): Promise<string> {
      const calls = (who: string) => {
        const nodes: Nodes = {
          start: 'start',
          ask: ask(who),
          call: ['http', { url: `http://${service.host}/` }],
          tell: ['set', { values: { told: "ask.respondedBy.displayName & ' said ' & ask.value" } }],
          end: 'end',
        };
        return { ...flow(nodes, ['start > ask > call > tell > end']), id: 'calls' };
      };
      await publish(ada!, calls(GRACE.email));
      const execution = await product.run(alan!, 'calls');
      await product.reached(alan!, execution, 'waiting');
      expect((await ada!.call('PUT', '/flows/calls', calls(ALAN))).status).to.equal(200);
      await answered(grace!, `${execution}-ask`, 'Yes');
      await eventually(async () => service.wasAsked());
      return execution;
    }

    it('waits for running executions, whose memory does not bring the person back', async () => {
      await startInChat();
      const execution = await callAfterAnswer();
      const known = (await findKnown(db.reader, GRACE.email))!;
      erasing = erasePerson(
        {
          units: createUnitOfWork(db.writer),
          reader: db.reader,
          seal: createChainSeal(Buffer.from(KEY, 'hex')),
          storage: storageOf(product.config, NO_DRIVES, () => 'local'),
        },
        known,
      );
      const held = await eventually(async () => db.reader('erasures').where({ person: known.id }).first());
      expect(held).to.be.an('object');
      expect(await pTimeout(erasing, { milliseconds: 400, fallback: () => 'waits' })).to.equal('waits');
      service.answer();
      const pseudonym = await erasing;
      await product.reached(alan!, execution, 'completed');
      const all = await everything();
      for (const theirs of [known.id, GRACE.email, GRACE.name]) expect(all).to.not.include(theirs.toLowerCase());
      expect(all).to.include(`${pseudonym} said yes`);
    });

    it('closes a chat that an execution still uses, and keeps it until then', async () => {
      const pseudonym = await erasing;
      const chat = (await db.reader('chats').where({ id: chatId }).first()) as { users: string; created_by: string };
      expect([JSON.parse(chat.users), chat.created_by]).to.deep.equal([[`${pseudonym}@erased.invalid`], pseudonym]);
      await answered(alan!, `${inChat}-ask`, 'Still here');
      await product.reached(alan!, inChat, 'completed');
    });
  });
});

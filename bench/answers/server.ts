// The server of an answers benchmark, in its own process: it prepares the requests, listens, and says so.
import { randomBytes } from 'node:crypto';
import fastify from 'fastify';
import type { Person } from '../../contract/people.ts';
import { insertRows } from '../../server/foundation/database/rows.ts';
import type { Services } from '../../server/composition/services.ts';
import { startProduct } from '../../test/support/product.ts';
import type { Ready, ServerOrder } from './orders.ts';
import { raiseRequests } from './raiseRequests.ts';

const RESPONDERS = ['ada', 'grace', 'alan', 'katherine', 'linus', 'margaret', 'tim', 'barbara', 'donald', 'radia'];

const order = JSON.parse(process.argv[2]!) as ServerOrder;
const { databaseUrl, kind } = order;
const { url, product, sandbox } = await startProduct({
  databaseUrl,
  withLoops: false,
  config: { key: randomBytes(32).toString('hex') },
});
const emails = RESPONDERS.map((name) => `${name}@sandbox.test`);
const tokens = await Promise.all(emails.map((email) => sandbox.tokenFor(email)));
const people = await Promise.all(emails.map((email) => product.services.people.directory.personByAddress(email)));
const raised = await raiseRequests(product.services.ground.units, people as Person[], order.requests);
const questions = raised.map(({ requestId, responder }) => ({ requestId, token: tokens[responder]! }));
const address = kind === 'product' ? url : await listenBare(product.services);
process.send!({ url: address, questions } satisfies Ready);
process.once('disconnect', () => process.exit());

/** The same path behind the same bearer check; an answer is one row in its own unit. */
async function listenBare({ ground: { units }, people: { authenticate } }: Services): Promise<string> {
  await units.run(({ trx }) =>
    trx.raw(
      `create table bare_answers (request_id varchar(110) primary key, person varchar(300) not null, value text not null, at bigint not null)`,
    ),
  );
  const columns = { request_id: 'text', person: 'text', value: 'text', at: 'integer' } as const;
  const app = fastify();
  app.post<{ Params: { id: string }; Body: string }>(
    '/api/user/notifications/:id/respond',
    { onRequest: authenticate },
    async ({ params, body, caller }) => {
      const row = { request_id: params.id, person: caller.person.id, value: body, at: Date.now() };
      await units.run(({ trx }) => insertRows(trx, 'bare_answers', columns, [row]));
      return { requestId: params.id, status: 'completed' };
    },
  );
  return app.listen({ host: '127.0.0.1', port: 0 });
}

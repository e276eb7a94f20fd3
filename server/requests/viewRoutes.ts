import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Knex } from 'knex';
import { z } from 'zod';
import { KeyHeaders } from '../../contract/flows.ts';
import { Ulid } from '../../contract/ids.ts';
import { InboxView, MOST_VIEWS, ViewBody } from '../../contract/views.ts';
import type { UnitOfWork } from '../foundation/database/unitOfWork.ts';
import { check, failed, notFound } from '../foundation/errors.ts';
import type { Authenticate } from '../foundation/http/authenticate.ts';
import { makeOnce } from '../foundation/madeKeyStore.ts';
import { newId } from '../foundation/newId.ts';
import { keyOf } from '../foundation/requestKey.ts';
import { countViews, deleteView, findViews, insertView, isTaken, updateView } from './viewStore.ts';

interface Parts {
  authenticate: Authenticate;
  reader: Knex;
  units: UnitOfWork;
  now(): number;
}

const exists = () => failed({ name: check('viewExists') });

/** Named inbox filters of the caller, shared by all devices. */
export const viewRoutes =
  ({ authenticate, reader, units, now }: Parts): FastifyPluginAsyncZod =>
  async (app) => {
    app.addHook('onRequest', authenticate);
    const tags = ['notifications'];
    const byId = { tags, params: z.object({ id: Ulid }) };

    async function make(body: ViewBody, person: string, take: (trx: Knex, id: string) => Promise<void>) {
      const [id, at] = [newId(now()), now()];
      await units.run(async ({ trx }) => {
        await take(trx, id);
        if ((await countViews(trx, person)) >= MOST_VIEWS)
          throw failed({ name: check('tooManyViews', { count: MOST_VIEWS }) });
        if (!(await insertView(trx, id, person, body, at))) throw exists();
      });
      return { ...body, id };
    }

    async function readView(id: string, person: string): Promise<InboxView> {
      const found = (await findViews(reader, person)).find((each) => each.id === id);
      if (!found) throw notFound('view');
      return found;
    }

    app.get('/user/views', { schema: { tags, response: { 200: z.array(InboxView) } } }, ({ caller }) =>
      findViews(reader, caller.person.id),
    );

    app.post(
      '/user/views',
      { schema: { tags, headers: KeyHeaders, body: ViewBody, response: { 201: InboxView } } },
      async ({ caller, headers, body }, reply) => {
        const making = { person: caller.person.id, kind: 'view', key: keyOf(headers, body) } as const;
        const made = await makeOnce({ reader, now }, making, {
          make: (take) => make(body, making.person, take),
          read: (id) => readView(id, making.person),
        });
        return reply.code(201).send(made);
      },
    );

    app.put(
      '/user/views/:id',
      { schema: { ...byId, body: ViewBody, response: { 200: InboxView } } },
      async ({ caller, params: { id }, body }) => {
        const person = caller.person.id;
        await units.run(async ({ trx }) => {
          if (await isTaken(trx, person, body.name, id)) throw exists();
          if (!(await updateView(trx, id, person, body))) throw notFound('view');
        });
        return { ...body, id };
      },
    );

    app.delete(
      '/user/views/:id',
      { schema: { ...byId, response: { 204: z.null() } } },
      async ({ caller, params }, reply) => {
        const isGone = await units.run(({ trx }) => deleteView(trx, params.id, caller.person.id));
        if (!isGone) throw notFound('view');
        return reply.code(204).send(null);
      },
    );
  };

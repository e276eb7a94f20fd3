import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Knex } from 'knex';
import { pageOf } from '../../contract/flows.ts';
import { Ulid } from '../../contract/ids.ts';
import { nameFromId } from '../../contract/people.ts';
import { DeliveryEntry, DeliveryQuery } from '../../contract/settings.ts';
import { toIso, toIsoOrNull } from '../foundation/database/rows.ts';
import { requireAdministrator, type Authenticate } from '../foundation/http/authenticate.ts';
import { decodeCursor, encodeCursor } from '../foundation/http/cursor.ts';
import type { Directory } from '../people/directory/directory.ts';
import { createPersonNames } from '../people/directory/personNames.ts';
import { listDeliveries } from './deliveryLogStore.ts';

interface Parts {
  authenticate: Authenticate;
  reader: Knex;
  directory: Pick<Directory, 'personById'>;
}

/** The delivery log, for administrators. It does not contain the questions. */
export const deliveryLogRoutes =
  ({ authenticate, reader, directory }: Parts): FastifyPluginAsyncZod =>
  async (app) => {
    app.addHook('onRequest', authenticate);

    app.get(
      '/deliveries',
      {
        preHandler: requireAdministrator,
        schema: { tags: ['administration'], querystring: DeliveryQuery, response: { 200: pageOf(DeliveryEntry) } },
      },
      async ({ query: { limit, cursor, ...filter } }) => {
        const before = cursor === undefined ? undefined : decodeCursor(Ulid, cursor);
        const { items, next } = await listDeliveries(reader, { ...filter, before, limit });
        const names = await createPersonNames(directory)(items.map(({ person }) => person));
        return {
          items: items.map(({ person, createdAt, sentAt, nextAttemptAt, ...entry }) => ({
            ...entry,
            at: toIso(createdAt),
            person: { id: person, displayName: names.get(person) ?? nameFromId(person) },
            sentAt: toIsoOrNull(sentAt),
            nextAttemptAt: toIsoOrNull(nextAttemptAt),
          })),
          nextCursor: next && encodeCursor(next),
        };
      },
    );
  };

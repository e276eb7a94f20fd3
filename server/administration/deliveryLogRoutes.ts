import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Knex } from 'knex';
import { pageOf } from '../../contract/flows.ts';
import { Ulid } from '../../contract/ids.ts';
import { DeliveryEntry, DeliveryQuery } from '../../contract/settings.ts';
import { toIso, toIsoOrNull } from '../foundation/database/rows.ts';
import { requireAdministrator, type Authenticate } from '../foundation/http/authenticate.ts';
import { decodeCursor, encodeCursor } from '../foundation/http/cursor.ts';
import type { Directory } from '../people/directory/directory.ts';
import { listDeliveries } from './deliveryLogStore.ts';

interface Parts {
  authenticate: Authenticate;
  reader: Knex;
  directory: Pick<Directory, 'personById'>;
}

/** How messages to people fare, for administrators. What was asked stays out of it. */
export const deliveryLogRoutes =
  ({ authenticate, reader, directory }: Parts): FastifyPluginAsyncZod =>
  async (app) => {
    app.addHook('onRequest', authenticate);

    /** An id does where the directory does not say a name. */
    const nameOf = (id: string): Promise<string> =>
      directory.personById(id).then(
        (person) => person?.displayName ?? id,
        () => id,
      );

    app.get(
      '/deliveries',
      {
        preHandler: requireAdministrator,
        schema: { tags: ['administration'], querystring: DeliveryQuery, response: { 200: pageOf(DeliveryEntry) } },
      },
      async ({ query: { limit, cursor, ...filter } }) => {
        const before = cursor === undefined ? undefined : decodeCursor(Ulid, cursor);
        const { items, next } = await listDeliveries(reader, { ...filter, before, limit });
        const ids = [...new Set(items.map(({ person }) => person))];
        const names = new Map(await Promise.all(ids.map(async (id) => [id, await nameOf(id)] as const)));
        return {
          items: items.map(({ person, createdAt, sentAt, nextAttemptAt, ...entry }) => ({
            ...entry,
            at: toIso(createdAt),
            person: { id: person, displayName: names.get(person)! },
            sentAt: toIsoOrNull(sentAt),
            nextAttemptAt: toIsoOrNull(nextAttemptAt),
          })),
          nextCursor: next && encodeCursor(next),
        };
      },
    );
  };

import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Knex } from 'knex';
import { withoutTurns } from '../../contract/cleanText.ts';
import { ListedChat, ListedChatQuery } from '../../contract/chats.ts';
import { pageOf } from '../../contract/flows.ts';
import { Ulid } from '../../contract/ids.ts';
import { toIso, toIsoOrNull } from '../foundation/database/rows.ts';
import { requireAdministrator, type Authenticate } from '../foundation/http/authenticate.ts';
import { decodeCursor, encodeCursor } from '../foundation/http/cursor.ts';
import { findWithWords, wordsOf } from '../foundation/wordSearch.ts';
import { isObjectId, type Directory } from '../people/directory/directory.ts';
import { createPersonNames } from '../people/directory/personNames.ts';
import { listEveryChat, type StoredListedChat } from './everyChatStore.ts';

interface Parts {
  authenticate: Authenticate;
  reader: Knex;
  directory: Pick<Directory, 'personById'>;
}

/** The list of all chats, for administrators. It tells nothing of the conversations in them. */
export const everyChatRoutes =
  ({ authenticate, reader, directory }: Parts): FastifyPluginAsyncZod =>
  async (app) => {
    app.addHook('onRequest', authenticate);

    app.get(
      '/admin/chats',
      {
        preHandler: requireAdministrator,
        schema: { tags: ['administration'], querystring: ListedChatQuery, response: { 200: pageOf(ListedChat) } },
      },
      async ({ query: { retired, q = '', limit, cursor } }) => {
        const { items, next } = await findWithWords(
          (before, most) => listEveryChat(reader, { retired, before, limit: most }),
          {
            words: wordsOf(q),
            textOf: ({ name }) => name,
            before: cursor === undefined ? undefined : decodeCursor(Ulid, cursor),
            limit,
          },
        );
        return { items: await withMakers(directory, items), nextCursor: next && encodeCursor(next) };
      },
    );
  };

async function withMakers(directory: Parts['directory'], chats: StoredListedChat[]): Promise<ListedChat[]> {
  const gone = new Set<string>();
  const personById = async (id: string) => {
    const person = await directory.personById(id);
    if (!person) gone.add(id);
    return person;
  };
  const names = await createPersonNames({ personById })(chats.map(({ createdBy }) => createdBy));
  return chats.map(({ createdBy: id, name, updatedAt, retiredAt, ...chat }) => ({
    ...chat,
    name: withoutTurns(name),
    updatedAt: toIso(updatedAt),
    retiredAt: toIsoOrNull(retiredAt),
    // whoever was erased has a stand-in, which no directory knows
    maker: { id, displayName: names.get(id) ?? null, isGone: gone.has(id) || !isObjectId(id) },
  }));
}

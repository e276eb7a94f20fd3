import type { FastifyPluginAsync } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { pageLimit } from '../../../contract/ids.ts';
import { DirectoryUser, Group, Me } from '../../../contract/people.ts';
import { notFound, ProblemError } from '../../foundation/errors.ts';
import { requireMember, type Authenticate } from '../../foundation/http/authenticate.ts';
import { isObjectId, throwAsProblem, type Directory } from './directory.ts';

export interface DirectoryRoutesParts {
  directory: Directory;
  authenticate: Authenticate;
}

const Search = z.strictObject({
  search: z.string().min(1).max(200),
  limit: pageLimit(50, 20),
});

/** The directory's lists are short and returned whole: there is no next page. */
const listOf = <T extends z.ZodType>(item: T) => z.object({ items: z.array(item), nextCursor: z.null() });
const toList = <T>(items: T[]) => ({ items, nextCursor: null });

/**
 * The caller, and what pickers read from the directory (mounted under `/api`). For everybody who is signed in; guests
 * see only themselves.
 */
export function directoryRoutes({ directory, authenticate }: DirectoryRoutesParts): FastifyPluginAsync {
  return async (scope) => {
    const app = scope.withTypeProvider<ZodTypeProvider>();
    app.addHook('onRequest', authenticate);
    app.setErrorHandler(throwAsProblem);

    app.get('/me', { schema: { response: { 200: Me } } }, async ({ caller }) => {
      const { person, roles, groups, isGuest } = caller;
      return { ...person, roles, groups, isGuest };
    });

    app.get(
      '/directory/users',
      { onRequest: requireMember, schema: { querystring: Search, response: { 200: listOf(DirectoryUser) } } },
      async ({ query }) => toList(await directory.searchUsers(query.search, query.limit)),
    );

    app.get(
      '/directory/groups',
      { onRequest: requireMember, schema: { querystring: Search, response: { 200: listOf(Group) } } },
      async ({ query }) => toList(await directory.searchGroups(query.search, query.limit)),
    );

    app.get(
      '/directory/users/:id/manager',
      {
        onRequest: requireMember,
        schema: { params: z.object({ id: z.string().max(100) }), response: { 200: DirectoryUser } },
      },
      async ({ params }) => {
        if (!isObjectId(params.id) || !(await directory.personById(params.id))) throw notFound('person');
        const manager = await directory.manager(params.id);
        if (!manager) throw new ProblemError('not_found', 'The directory names no manager of this person.');
        return manager;
      },
    );

    app.get(
      '/directory/direct-reports',
      { onRequest: requireMember, schema: { response: { 200: listOf(DirectoryUser) } } },
      async ({ caller }) => toList(await directory.directReports(caller.person.id)),
    );
  };
}

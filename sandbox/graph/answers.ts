import type { FastifyRequest } from 'fastify';
import type { Tenant, TenantGroup, TenantPerson } from '../tenant.ts';
import { resourceNotFound } from './graphError.ts';
import { page, type Collection } from './paging.ts';
import { profileAccess, requirePermission, seesGroups, type Endpoint, type GraphCaller } from './permissions.ts';
import { parseFilter, parseSearch } from './query.ts';
import { GROUP, groupProperties, present, selectedNames, USER, userProperties, type Properties } from './resources.ts';

type Shown = Record<string, unknown>;

/** A request to Graph, with what its handlers need. */
export interface Question {
  caller: GraphCaller;
  /** @throws GraphError 403 */
  require(endpoint: Endpoint): void;
  showUser(person: TenantPerson): Shown;
  pageOfUsers(people: TenantPerson[]): Collection<Shown>;
  showGroup(group: TenantGroup): Shown;
  pageOfGroups(groups: TenantGroup[]): Collection<Shown>;
  pageOf<T>(items: T[], show: (item: T) => Shown): Collection<Shown>;
}

/** Applies `$search` and `$filter`. */
function narrow<T>(items: T[], url: URL, consistencyLevel: unknown, toProperties: (item: T) => Properties): T[] {
  const search = url.searchParams.get('$search');
  const filter = url.searchParams.get('$filter');
  if (search === null && filter === null) return items;
  const isFound = search === null ? () => true : parseSearch(search, consistencyLevel);
  const isLeft = filter === null ? () => true : parseFilter(filter);
  return items.filter((item) => {
    const properties = toProperties(item);
    return isFound(properties) && isLeft(properties);
  });
}

/** @param secret seals page tokens */
export function readQuestion(request: FastifyRequest, caller: GraphCaller, secret: Buffer): Question {
  const url = new URL(request.url, 'http://graph');
  const select = url.searchParams.get('$select');
  const level = request.headers.consistencylevel;
  const isCounted = url.searchParams.get('$count') === 'true' && String(level).toLowerCase() === 'eventual';

  const showUser = (person: TenantPerson) =>
    present(userProperties(person), selectedNames(USER, select), profileAccess(caller, person.id));
  const showGroup = (group: TenantGroup) =>
    present(groupProperties(group), selectedNames(GROUP, select), seesGroups(caller) ? 'full' : 'none');
  const pageOf = <T>(items: T[], show: (item: T) => Shown) => page(items, url, { secret, isCounted, show });

  return {
    caller,
    require: (endpoint) => requirePermission(caller, endpoint),
    showUser,
    showGroup,
    pageOf,
    pageOfUsers: (people) => pageOf(narrow(people, url, level, userProperties), showUser),
    pageOfGroups: (groups) => pageOf(narrow(groups, url, level, groupProperties), showGroup),
  };
}

/** By object id or user principal name; like Graph, not by mail address. @throws GraphError 404 */
export function findUser(tenant: Tenant, id: string): TenantPerson {
  const wanted = id.toLowerCase();
  const person = tenant.people.find((each) => each.id === wanted || each.userPrincipalName.toLowerCase() === wanted);
  if (!person) throw resourceNotFound(id);
  return person;
}

/** @throws GraphError 404 */
export function findGroup(tenant: Tenant, id: string): TenantGroup {
  const group = tenant.groups.find((each) => each.id === id.toLowerCase());
  if (!group) throw resourceNotFound(id);
  return group;
}

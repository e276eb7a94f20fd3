import type { FastifyInstance } from 'fastify';
import type { FlowAccess, FlowAccessBody } from '../../../contract/flowAccess.ts';
import { photoOf } from '../../../sandbox/graph/photos.ts';
import type { Sandbox } from '../../../sandbox/sandbox.ts';
import type { TenantPerson } from '../../../sandbox/tenant.ts';
import { refuse } from './refuse.ts';

/** The access list of every flow, like the server's. */
export function accessRoutes(api: FastifyInstance, state: { access: FlowAccess }, { tenant }: Sandbox): void {
  const nameOf = (id: string) => [...tenant.people, ...tenant.groups].find((each) => each.id === id)?.displayName;
  api.get('/flows/:id/access', () => state.access);
  api.put<{ Body: FlowAccessBody }>('/flows/:id/access', ({ body }, reply) => {
    if (body.version !== state.access.version) return refuse(reply, { code: 'invalid_transition', status: 409 });
    const named = (list: FlowAccessBody['owners']) =>
      list.map(({ kind, id }) => ({ kind, id, displayName: nameOf(id) ?? id, email: null }));
    const { owners, readers, starters, version } = body;
    return (state.access = {
      owners: named(owners),
      readers: named(readers),
      starters: starters === 'everyone' ? starters : named(starters),
      version: version + 1,
    });
  });
}

/** Profiles: everybody's job, and some pictures. */
export function profileRoutes(api: FastifyInstance, { tenant }: Sandbox): void {
  const shown = (person: TenantPerson) => ({
    jobTitle: person.jobTitle,
    department: person.department,
    photo: photoOf(person) && `data:image/png;base64,${photoOf(person)!.toString('base64')}`,
  });
  const own = { language: null, timeZone: 'Europe/Berlin', syncedAt: '2026-03-02T04:30:00.000Z' };
  api.get<{ Querystring: { ids: string } }>('/directory/profiles', ({ query: { ids } }) => ({
    items: tenant.people.filter(({ id }) => ids.includes(id)).map((person) => ({ id: person.id, ...shown(person) })),
    nextCursor: null,
  }));
  for (const method of ['GET', 'POST'])
    api.route({ method, url: '/me/profile', handler: () => ({ ...shown(tenant.people[0]!), ...own }) });
}

/** People and groups whose name starts with the query. */
export function directoryRoutes(api: FastifyInstance, { tenant }: Sandbox): void {
  for (const [path, principals] of [
    ['/directory/users', tenant.people],
    ['/directory/groups', tenant.groups],
  ] as const)
    api.get<{ Querystring: { search: string } }>(path, ({ query: { search } }) => ({
      items: [...principals]
        .filter(({ displayName }) => displayName.toLowerCase().startsWith(search.toLowerCase()))
        .map(({ id, displayName, mail }) => ({ id, displayName, email: mail })),
      nextCursor: null,
    }));
}

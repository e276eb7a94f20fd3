import { expect } from 'chai';
import { startSandbox, type Sandbox } from '../../sandbox/sandbox.ts';
import { ALL_PERMISSIONS, DRIVE_TABLE, GRAPH_TABLE, SITE_TABLE } from './graphTable.ts';

/** Nothing, everything, each alone, and everything except one. */
const SETS: readonly (readonly string[])[] = [
  [],
  ALL_PERMISSIONS,
  ...ALL_PERMISSIONS.map((permission) => [permission]),
  ...ALL_PERMISSIONS.map((permission) => ALL_PERMISSIONS.filter((each) => each !== permission)),
];

describe('sandbox: Graph, every endpoint and every set of permissions', () => {
  let sandbox: Sandbox;
  /** One token for each set, of the server registration and of Alan's client. */
  const tokens: Record<'application' | 'delegated', string[]> = { application: [], delegated: [] };
  let addressOf: (pattern: string) => string;
  let catalogueId: string;

  before(async () => {
    sandbox = await startSandbox({ portBase: 0 });
    const { tenant, identity } = sandbox;
    const claims = { iss: `https://sts.windows.net/${tenant.id}/`, aud: 'https://graph.microsoft.com', tid: tenant.id };
    const alan = tenant.people.find(({ key }) => key === 'alan')!.id;
    const oid = tenant.registrations.server.servicePrincipalId;
    for (const set of SETS) {
      tokens.application.push(await identity.signToken({ ...claims, oid, roles: [...set] }));
      tokens.delegated.push(await identity.signToken({ ...claims, oid: alan, scp: set.join(' ') }));
    }
    const finance = tenant.groups.find(({ key }) => key === 'finance')!.id;
    const everything = tokens.application[SETS.indexOf(ALL_PERMISSIONS)]!;
    const listed = async (path: string) =>
      ((await (await ask('GET', path, everything)).json()) as { value: { id: string }[] }).value[0]!.id;
    catalogueId = await listed('/appCatalogs/teamsApps');
    await ask('POST', `/users/${alan}/teamwork/installedApps`, everything);
    const installation = await listed(`/users/${alan}/teamwork/installedApps`);
    addressOf = (pattern) =>
      pattern
        .replace(':id', pattern.startsWith('/groups') ? finance : alan)
        .replace('/drive/special/*', '/drive/special/approot:/a.txt:/content')
        .replace('/drive/*', '/drive/root/children')
        .replace('/calendarView', '/calendarView?startDateTime=2026-01-01T00:00:00Z&endDateTime=2026-02-01T00:00:00Z')
        .replace(':installation', encodeURIComponent(installation));
  });
  after(() => sandbox.close());

  function ask(method: string, path: string, token: string): Promise<Response> {
    const bound = `https://graph.microsoft.com/v1.0/appCatalogs/teamsApps/${catalogueId}`;
    return fetch(sandbox.graph.url + path, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(method !== 'GET' && { 'content-type': 'application/json' }) },
      ...(method !== 'GET' && { body: JSON.stringify({ 'teamsApp@odata.bind': bound }) }),
    });
  }

  it('are all in the table, and nothing else is', () => {
    const tables = [GRAPH_TABLE, SITE_TABLE, DRIVE_TABLE];
    expect([...sandbox.graph.endpoints].sort()).to.deep.equal(tables.flatMap(Object.keys).sort());
  });

  for (const [endpoint, opens] of Object.entries(GRAPH_TABLE))
    it(`${endpoint} is open to callers that the table names, and to nobody else`, async () => {
      const [method, pattern] = endpoint.split(' ') as [string, string];
      /** The status behind the access check: Alan already has the app. */
      const behind = method === 'POST' ? 409 : 200;
      /** A person's input is checked after access. */
      const isOwn = pattern.startsWith('/me/') && method !== 'GET';
      const found: string[] = [];
      const wanted: string[] = [];
      for (const kind of ['application', 'delegated'] as const)
        for (const [index, set] of SETS.entries()) {
          const { status } = await ask(method, addressOf(pattern), tokens[kind][index]!);
          const isOpen = set.some((permission) => opens[kind].includes(permission));
          const isNobody = kind === 'application' && /^\/me\b/.test(pattern);
          const name = `${kind} ${set.length > 1 ? `without ${ALL_PERMISSIONS.filter((each) => !set.includes(each))}` : set}`;
          const isBehind = isOwn && kind === 'delegated' && status !== 403;
          found.push(`${name}: ${isBehind ? behind : status}`);
          wanted.push(`${name}: ${isNobody ? 400 : isOpen ? behind : 403}`);
        }
      expect(found).to.deep.equal(wanted);
    });
});

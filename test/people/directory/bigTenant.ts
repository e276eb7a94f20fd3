import { addBigGroups } from '../../../sandbox/bigGroups.ts';
import { startSandbox, type Sandbox } from '../../../sandbox/sandbox.ts';
import { readTenant, type Tenant } from '../../../sandbox/tenant.ts';
import { connect, idOf, type ConnectOptions, type World } from '../tenant.ts';

/** Groups of 5,000, 2,500 and 100 people, the largest in a ring with another group that contains everyone. */
export function withBigRing(): Tenant {
  const tenant = readTenant();
  const [largest] = addBigGroups(tenant, [5_000, 2_500, 100]);
  largest!.memberGroups.push('everyone', 'loop');
  const ring = tenant.groups.find(({ key }) => key === 'ring-b')!;
  const loop = { key: 'loop', displayName: 'Loop', mail: null, id: ring.id.replace(/^2/, '7') };
  tenant.groups.push({ ...ring, ...loop, memberGroups: [largest!.key] });
  return tenant;
}

/**
 * A sandbox for the tests of one `describe`, with these groups.
 */
export function useBigTenant() {
  let sandbox: Sandbox;
  let granted: string[];
  before(async () => {
    const tenant = withBigRing();
    granted = tenant.registrations.server.application['graph']!;
    sandbox = await startSandbox({ tenant, portBase: 0 });
  });
  afterEach(() => {
    sandbox.tenant.registrations.server.application['graph'] = granted;
    sandbox.graph.requests.length = 0;
  });
  after(() => sandbox.close());

  const start = (options: ConnectOptions = {}): World => connect(sandbox, options);
  return {
    start,
    /** @param permissions the server registration's application permissions, until the test ends */
    startWith(permissions: string[], options?: ConnectOptions): World {
      sandbox.tenant.registrations.server.application['graph'] = permissions;
      return start(options);
    },
    graph: () => sandbox.graph,
    tenant: () => sandbox.tenant,
    id: (key: string): string => idOf(sandbox.tenant, key),
    big: (size: number): string => idOf(sandbox.tenant, `big-${size}`),
    groundTruth: (key: string): string[] => groundTruth(sandbox.tenant, key),
  };
}

/** The sorted ids of everybody reachable from a group, computed from the data file alone. */
export function groundTruth(tenant: Tenant, key: string): string[] {
  const people = new Set<string>();
  const seen = new Set<string>();
  const visit = (groupKey: string): void => {
    if (seen.has(groupKey)) return;
    seen.add(groupKey);
    const group = tenant.groups.find((each) => each.key === groupKey)!;
    group.members.forEach((member) => people.add(idOf(tenant, member)));
    group.memberGroups.forEach(visit);
  };
  visit(key);
  return [...people].sort();
}

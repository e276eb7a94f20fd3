import { startSandbox, type Sandbox } from '../../sandbox/sandbox.ts';
import { readTenant, type Tenant } from '../../sandbox/tenant.ts';
import { createPlatformFetch, type Fetch } from '../../server/foundation/http/outbound.ts';
import { createGraphClient, type GraphClient } from '../../server/people/directory/graphClient.ts';
import { createGraphDirectory } from '../../server/people/directory/graphDirectory.ts';
import type { Directory } from '../../server/people/directory/directory.ts';
import { createServerRegistration, type ServerRegistration } from '../../server/people/identity/registrations.ts';

/** A real server registration and Graph client against the sandbox, on a clock that only sleeping moves. */
export interface World {
  sandbox: Sandbox;
  registration: ServerRegistration;
  graph: GraphClient;
  directory: Directory;
  clock: Clock;
}

export interface Clock {
  now(): number;
  /** Milliseconds of every sleep so far. */
  slept: number[];
}

export interface ConnectOptions {
  /** Wraps calls from the product to the sandbox. */
  meddle?: (platformFetch: Fetch) => Fetch;
}

/** Starts a sandbox, with changes if given, and connects to it. */
export async function startWorld(change?: (tenant: Tenant) => void, options: ConnectOptions = {}): Promise<World> {
  const tenant = readTenant();
  change?.(tenant);
  return connect(await startSandbox({ tenant, portBase: 0 }), options);
}

export function connect(sandbox: Sandbox, { meddle = (fetch) => fetch }: ConnectOptions = {}): World {
  const { originMap, tenantId, directoryClientId, directoryClientSecret } = sandbox.config;
  const platformFetch = meddle(createPlatformFetch(originMap));
  const registration = createServerRegistration({
    tenantId: tenantId!,
    directoryClientId: directoryClientId!,
    directoryClientSecret,
    directoryAuthType: 'clientCredentials',
    platformFetch,
  });
  const clock = createClock();
  const { graphToken } = registration;
  const graph = createGraphClient({ graphToken, platformFetch, now: clock.now, sleep: clock.sleep, random: () => 0.5 });
  return { sandbox, registration, graph, directory: createGraphDirectory(graph), clock };
}

function createClock() {
  let time = Date.parse('2026-01-01T00:00:00Z');
  const slept: number[] = [];
  const sleep = async (ms: number) => {
    slept.push(ms);
    time += ms;
  };
  return { now: () => time, slept, sleep };
}

/** The error of a rejected promise. */
export async function rejection<E extends Error>(
  promise: Promise<unknown>,
  kind: abstract new (...args: never[]) => E,
): Promise<E> {
  const error = await promise.then(
    (value) => new Error(`not refused, but answered ${JSON.stringify(value)}`),
    (reason: unknown) => reason,
  );
  if (error instanceof kind) return error;
  throw error;
}

/** Object ids and addresses of the sandbox's people and groups, by their keys. */
export const idOf = ({ people, groups }: Tenant, key: string): string =>
  [...people, ...groups].find((each) => each.key === key)!.id;

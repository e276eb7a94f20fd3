import { expect } from 'chai';
import fc from 'fast-check';
import type { Sandbox } from '../../../sandbox/sandbox.ts';
import { ProblemError } from '../../../server/foundation/errors.ts';
import { createPlatformFetch } from '../../../server/foundation/http/outbound.ts';
import { createCachedDirectory, LIFETIMES } from '../../../server/people/directory/cachedDirectory.ts';
import { DirectoryError, type Directory } from '../../../server/people/directory/directory.ts';
import { createGraphClient } from '../../../server/people/directory/graphClient.ts';
import { createGraphDirectory } from '../../../server/people/directory/graphDirectory.ts';
import { AssigneeError, resolveAssignees } from '../../../server/people/directory/resolveAssignees.ts';
import { createCallerResolver } from '../../../server/people/identity/caller.ts';
import { createServerRegistration } from '../../../server/people/identity/registrations.ts';
import {
  addressOf,
  ACTION,
  groupsCalled,
  holdersOf,
  idsOfGroups,
  idsOfMembers,
  isClear,
  nameOfGroup,
  recordOf,
  type ChangingTenant,
  type Moment,
} from './changingTenant.ts';
import { CALM, createDisturbed, DISTURBANCE, type Disturbance } from './disturbance.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const MISSING_MS = LIFETIMES.people.missingTimeToLiveMs;
const GROUPS_MS = LIFETIMES.groups.timeToLiveMs;
const PEOPLE_MS = LIFETIMES.people.timeToLiveMs;
/** Of one step: a few short lists with all their retries. */
const MOST_CALLS = 500;

const server = fc.nat(1);
const NAMED = fc.record({ as: fc.constantFrom('id', 'address', 'group', 'name'), n: fc.nat(5) });
const CHANGE = fc.record({ kind: fc.constant('change' as const), action: ACTION });
const WAIT = fc.record({
  kind: fc.constant('wait' as const),
  ms: fc.constantFrom(1, 20_000, MINUTE_MS, 2 * MINUTE_MS, HOUR_MS),
});
const SET_BACK = fc.record({ kind: fc.constant('set back' as const) });
const CALL = fc.record({
  kind: fc.constant('call' as const),
  server,
  who: fc.nat(3),
  disturbance: DISTURBANCE,
  meanwhile: fc.option(ACTION),
});
const ASK = fc.record({
  kind: fc.constant('ask' as const),
  server,
  named: fc.array(NAMED, { minLength: 1, maxLength: 3 }),
  disturbance: DISTURBANCE,
});
export const STEP = fc.oneof(
  { weight: 4, arbitrary: CHANGE },
  { weight: 1, arbitrary: WAIT },
  { weight: 1, arbitrary: SET_BACK },
  { weight: 3, arbitrary: CALL },
  { weight: 4, arbitrary: ASK },
);

type Made<A> = A extends fc.Arbitrary<infer T> ? T : never;
type Step = Made<typeof STEP>;

export interface Clock {
  wall: number;
  steady: number;
}

/** What came of an attempt, and what it may reflect. */
interface Observed<T> {
  result: T | Error;
  isTroubled: boolean;
  /** Whether Graph denied lately that somebody exists. */
  mayBeDenied: boolean;
  /** What the directory was since so many ms before the attempt. */
  since(ms: number): Moment[];
}

/** Two servers that read one tenant, with the clocks of both. */
export function createLife(sandbox: Sandbox, tenant: ChangingTenant, clock: Clock) {
  const { servers, disturbed, sleep } = openServers(sandbox, clock);
  let deniedAt = -Infinity;

  async function observe<T>(
    work: () => Promise<T>,
    disturbance: Disturbance,
    meanwhile: (() => void) | null = null,
  ): Promise<Observed<T>> {
    const began = clock.steady;
    const { calls, troubled, denied } = disturbed.counts;
    disturbed.disturb(disturbance, meanwhile);
    const result = await work().catch((error: unknown) => error as Error);
    await disturbed.settled();
    disturbed.disturb(CALM);
    if (disturbed.counts.denied > denied) deniedAt = clock.steady;
    expect(disturbed.counts.calls - calls).to.be.at.most(MOST_CALLS);
    const isTroubled = disturbed.counts.troubled > troubled;
    const mayBeDenied = deniedAt >= began - MISSING_MS;
    return { result, isTroubled, mayBeDenied, since: (ms) => tenant.since(began - ms) };
  }

  async function callAs({ who, server, disturbance, meanwhile }: Made<typeof CALL>): Promise<void> {
    const oid = tenant.personAt(who)?.id ?? tenant.since(-Infinity)[0]!.people[who]!.id;
    const administrators = tenant.groupAt(0)?.id ?? '';
    const resolve = createCallerResolver({
      verifyBearer: async () => ({ kind: 'user', oid, tid: '', appRoles: [], clientId: '', expiresAt: 0 }),
      directory: servers[server]!,
      roleHolders: () => ({ adminIds: [], adminGroupIds: [administrators], authorGroupIds: [], auditorGroupIds: [] }),
    });
    const change = meanwhile && disturbance.pages === 'whole' ? () => tenant.change(meanwhile) : null;
    const { result, ...observed } = await observe(() => resolve(''), disturbance, change);
    if (result instanceof Error) return expectRefusal(result, oid, observed);
    expectRights(result, oid, observed);
    expect(result.roles.includes('administrator')).to.equal(result.groups.includes(administrators));
  }

  function referenceOf({ as, n }: Made<typeof NAMED>): string {
    if (as === 'address') return addressOf(n);
    if (as === 'name') return nameOfGroup(n);
    return (as === 'id' ? tenant.personAt(n)?.id : tenant.groupAt(n)?.id) ?? addressOf(n);
  }

  async function ask({ named, server, disturbance }: Made<typeof ASK>): Promise<void> {
    const references = named.map(referenceOf);
    const resolve = () => resolveAssignees({ variable: references }, servers[server]!);
    const began = clock.steady;
    const { result, ...observed } = await observe(resolve, disturbance);
    if (result instanceof Error) return expectNobody(result, references, observed);
    const ids = result.map(({ id }) => id);
    expect(new Set(ids).size).to.equal(ids.length);
    expect(mayBeAsked(references, observed)).to.include.members(ids);
    const moments = observed.since(PEOPLE_MS);
    if (moments.length > 1 || observed.mayBeDenied) return;
    expect(ids).to.have.members(mustBeAsked(references, moments[0]!));
    if (clock.steady - began > MISSING_MS) return; // what was read at the beginning has expired
    const { calls } = disturbed.counts;
    await resolve();
    expect(disturbed.counts.calls, 'asked again at once').to.equal(calls);
  }

  return async (step: Step): Promise<void> => {
    if (step.kind === 'change') return tenant.change(step.action);
    if (step.kind === 'wait') return sleep(step.ms);
    if (step.kind === 'set back') return void (clock.wall -= HOUR_MS);
    return step.kind === 'call' ? callAs(step) : ask(step);
  };
}

function openServers(sandbox: Sandbox, clock: Clock) {
  const { originMap, tenantId, directoryClientId, directoryClientSecret } = sandbox.config;
  const [now, steady] = [() => clock.wall, () => clock.steady];
  const disturbed = createDisturbed(createPlatformFetch(originMap), now);
  const platformFetch = disturbed.fetch;
  const { graphToken } = createServerRegistration({
    tenantId: tenantId!,
    directoryClientId: directoryClientId!,
    directoryClientSecret,
    directoryAuthType: 'clientCredentials',
    platformFetch,
  });
  async function sleep(ms: number): Promise<void> {
    clock.wall += ms;
    clock.steady += ms;
  }
  const graph = createGraphClient({ graphToken, platformFetch, now, steady, sleep, random: () => 0.5 });
  const servers: Directory[] = [0, 1].map(() => createCachedDirectory(createGraphDirectory(graph), steady));
  return { servers, disturbed, sleep };
}

type Seen = Omit<Observed<unknown>, 'result'>;

/** Nobody is told that they are unknown while the directory knows them. */
function expectRefusal(error: Error, oid: string, { isTroubled, mayBeDenied, since }: Seen): void {
  expect(error).to.be.instanceOf(ProblemError);
  const { code } = error as ProblemError;
  if (code !== 'forbidden') return void expect([code, isTroubled]).to.deep.equal(['unavailable', true]);
  const wasAbsent = since(MISSING_MS).some((each) => !recordOf(each, oid));
  expect(mayBeDenied || wasAbsent).to.equal(true);
}

type Rights = Awaited<ReturnType<ReturnType<typeof createCallerResolver>>>;

/** Groups are at most two minutes old, people at most five; who was removed has no groups for longer than two. */
function expectRights({ person, isGuest, groups }: Rights, oid: string, { since }: Seen): void {
  const records = since(GROUPS_MS).map((moment) => ({ moment, record: recordOf(moment, oid) }));
  expect(records.some(({ record }) => record !== undefined)).to.equal(true);
  const lists = records.map(({ moment, record }) => (record ? idsOfGroups(moment, record) : []));
  expect(lists.flat()).to.include.members(groups);
  expect(groups).to.include.members(lists[0]!.filter((id) => lists.every((list) => list.includes(id))));
  const known = since(PEOPLE_MS).flatMap((each) => recordOf(each, oid) ?? []);
  const looks = known.map(({ mail, guestOf }) => [mail, guestOf !== null]);
  expect(looks).to.deep.include([person.email, isGuest]);
}

/** There is a reason why nobody is asked. */
function expectNobody(error: Error, references: string[], { isTroubled, mayBeDenied, since }: Seen): void {
  const isUnclear = since(PEOPLE_MS).some((each) => !references.every((reference) => isClear(each, reference)));
  if (error instanceof AssigneeError)
    return void expect(mayBeDenied || isUnclear || error.code === 'assignees_empty').to.equal(true);
  expect(error, error.stack).to.be.instanceOf(DirectoryError);
  expect(isTroubled || isUnclear, error.message).to.equal(true);
}

const only = <T>(found: T[]): T[] => (found.length === 1 ? found : []);

function mayBeAsked(references: string[], { since }: Seen): string[] {
  const membersOf = (id: string): string[] =>
    since(GROUPS_MS).flatMap((each) =>
      each.groups.filter((group) => group.id === id).flatMap((group) => idsOfMembers(each, group)),
    );
  return references.flatMap((reference) => [
    ...since(PEOPLE_MS).flatMap((each) => only(holdersOf(each, reference)).map(({ id }) => id)),
    ...since(GROUPS_MS).flatMap((each) => only(groupsCalled(each, reference)).flatMap(({ id }) => membersOf(id))),
  ]);
}

function mustBeAsked(references: string[], moment: Moment): string[] {
  const ids = references.flatMap((reference) => {
    const people = holdersOf(moment, reference).map(({ id }) => id);
    const members = groupsCalled(moment, reference).flatMap((group) => idsOfMembers(moment, group));
    return people.length > 0 ? people : members;
  });
  return [...new Set(ids)];
}

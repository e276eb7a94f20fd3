import type { DirectoryUser, Group, Person } from '../../../contract/people.ts';
import { isObjectId, type Directory } from './directory.ts';
import { createTimedCache, type TimedCache, type TimedCacheOptions } from './timedCache.ts';

type Lifetime = Omit<TimedCacheOptions, 'now'>;

const MINUTE = 60_000;

/** How stale an answer may be, and how many are kept. Missing entries are looked up again soon. */
export const LIFETIMES = {
  people: { timeToLiveMs: 5 * MINUTE, missingTimeToLiveMs: MINUTE / 2, maxEntries: 20_000 },
  groups: { timeToLiveMs: 2 * MINUTE, missingTimeToLiveMs: MINUTE / 2, maxEntries: 5_000 },
  memberships: { timeToLiveMs: 2 * MINUTE, missingTimeToLiveMs: MINUTE / 2, maxEntries: 20_000 },
  members: { timeToLiveMs: 2 * MINUTE, missingTimeToLiveMs: MINUTE / 2, maxEntries: 100 },
} as const satisfies Record<string, Lifetime>;

/**
 * A directory with a cache; concurrent readers of the same key share one call. Rights through groups therefore end at
 * most two minutes after the membership does. Searches and profiles are not cached.
 *
 * @param now a clock that never steps, in ms
 */
export function createCachedDirectory(directory: Directory, now: () => number): Directory {
  const cache = <T>(lifetime: Lifetime): TimedCache<T> => createTimedCache<T>({ ...lifetime, now });
  const people = cache<Person | null>(LIFETIMES.people);
  const users = cache<DirectoryUser | null>(LIFETIMES.people);
  const managers = cache<DirectoryUser | null>(LIFETIMES.people);
  const reports = cache<DirectoryUser[]>(LIFETIMES.members);
  const groups = cache<Group | null>(LIFETIMES.groups);
  const memberships = cache<string[]>(LIFETIMES.memberships);
  const members = cache<Person[]>(LIFETIMES.members);
  const organization = cache<string | null>({ ...LIFETIMES.people, maxEntries: 1 });

  return {
    personById: async (id) => (isObjectId(id) ? people(id, () => directory.personById(id)) : null),
    personByAddress: (address) => people(address.toLowerCase(), () => directory.personByAddress(address)),
    groupsOf: async (id) => [...(await memberships(id, () => directory.groupsOf(id)))],
    groupById: async (id) => (isObjectId(id) ? groups(id, () => directory.groupById(id)) : null),
    groupByReference: (reference) => groups(reference, () => directory.groupByReference(reference)),
    membersOf: async (id) => [...(await members(id, () => directory.membersOf(id)))],
    user: (id) => users(id, () => directory.user(id)),
    manager: (id) => managers(id, () => directory.manager(id)),
    directReports: async (id) => [...(await reports(id, () => directory.directReports(id)))],
    searchUsers: (text, limit) => directory.searchUsers(text, limit),
    profile: (id) => directory.profile(id),
    searchGroups: (text, limit) => directory.searchGroups(text, limit),
    organizationName: () => organization('', () => directory.organizationName()),
  };
}

import type { Knex } from 'knex';
import pMap from 'p-map';
import type { FlowPrincipal, FlowRole } from '../../contract/flowAccess.ts';
import type { Person } from '../../contract/people.ts';
import type { Caller } from '../foundation/http/authenticate.ts';
import type { Directory } from '../people/directory/directory.ts';
import { isGuest } from '../people/identity/guests.ts';
import { UnknownEntry } from '../people/identity/directoryError.ts';
import { mayStartFlow } from './flowAccessRules.ts';
import { readAccess } from './flowAccessStore.ts';

/** The known administrators, who may start every flow. Administrators by directory role are not known here. */
export type Administrators = () => readonly Pick<FlowPrincipal, 'kind' | 'id'>[];

interface Parts {
  reader: Knex;
  directory: Pick<Directory, 'groupById' | 'membersOf'>;
  administrators: Administrators;
}

/** Groups of a list that are read in parallel. */
const AT_ONCE = 8;

/**
 * Those of these people who may not start a flow, as far as its access lists tell: the people are not signed in here.
 * Reads each group once, however many people are checked.
 * @param caller who asks; their own access is known exactly
 */
export async function whoMayNotStart(
  { reader, directory, administrators }: Parts,
  flowId: string,
  people: readonly Person[],
  caller: Pick<Caller, 'person' | 'roles'> | null,
): Promise<Person[]> {
  const access = await readAccess(reader, flowId);
  if (!access) return [...people];
  const { owners, starters } = access;
  const isOpen = starters === 'everyone';
  const may = (person: Person, roles: FlowRole[]): boolean => {
    const asking = { roles: person.id === caller?.person.id ? caller.roles : [], isGuest: isGuest(person) };
    return mayStartFlow(asking, { roles, isOpen });
  };
  const others = people.filter((person) => !may(person, []));
  if (others.length === 0) return []; // no list needs reading
  const [owning, starting] = await Promise.all([
    peopleIn(directory, [...owners, ...administrators()]),
    peopleIn(directory, isOpen ? [] : starters),
  ]);
  const rolesOf = ({ id }: Person): FlowRole[] => [
    ...(owning.has(id) ? (['owner'] as const) : []),
    ...(starting.has(id) ? (['starter'] as const) : []),
  ];
  return others.filter((person) => !may(person, rolesOf(person)));
}

/** The ids of everybody that a list names, directly or through groups; a deleted group names nobody. */
async function peopleIn(
  directory: Parts['directory'],
  principals: readonly Pick<FlowPrincipal, 'kind' | 'id'>[],
): Promise<Set<string>> {
  const membersOf = async (id: string) => ((await directory.groupById(id)) ? knownMembers(directory, id) : []);
  const found = await pMap(
    principals,
    async ({ kind, id }) => (kind === 'user' ? [id] : (await membersOf(id)).map((member) => member.id)),
    { concurrency: AT_ONCE },
  );
  return new Set(found.flat());
}

/** The group itself may still be in the cache after it was deleted. */
const knownMembers = (directory: Parts['directory'], groupId: string): Promise<Person[]> =>
  directory.membersOf(groupId).catch((error: unknown) => {
    if (error instanceof UnknownEntry) return [];
    throw error;
  });

import pMap from 'p-map';
import { z } from 'zod';
import type { Group } from '../../../contract/people.ts';
import { DirectoryError, isAddress, isObjectId, type Directory } from './directory.ts';
import type { GraphClient } from './graphClient.ts';
import { asMuchAsAllowed, GraphPerson, isUser, ownWords, peopleWhere, PERSON, toPerson } from './graphPeople.ts';
import { gone, MAX_PAGE, pathId, quoted, searchFor, single, unique } from './odata.ts';

const GraphGroup = z.object({ id: z.string(), displayName: ownWords, mail: z.string().nullish() });

const GROUP = 'id,displayName,mail';

/** Properties of groups: what Group.Read.All allows. */
export function graphGroups(graph: GraphClient): Pick<Directory, 'groupById' | 'groupByReference' | 'searchGroups'> {
  const permission = 'Group.Read.All';
  const groupById = async (id: string): Promise<Group | null> => {
    if (!isObjectId(id)) return null;
    const group = await graph.one(GraphGroup, { path: `/groups/${id}`, query: { $select: GROUP }, permission });
    return group && toGroup(group);
  };

  return {
    groupById,

    async groupByReference(reference) {
      if (isObjectId(reference)) return groupById(reference);
      const $filter = `${isAddress(reference) ? 'mail' : 'displayName'} eq ${quoted(reference)}`;
      const found = await graph.all(GraphGroup, { path: '/groups', query: { $filter, $select: GROUP }, permission });
      return single((found ?? []).map(toGroup), reference);
    },

    async searchGroups(wanted, limit) {
      const $search = searchFor(wanted, ['displayName', 'mail']);
      if (!$search) return [];
      const query = { $search, $select: GROUP, $top: String(limit) };
      const found = await graph.all(GraphGroup, { path: '/groups', query, isAdvanced: true, permission }, limit);
      return unique(found ?? []).map(toGroup);
    },
  };
}

/** Who is in which group: what GroupMember.Read.All allows. */
export function graphMemberships(graph: GraphClient): Pick<Directory, 'groupsOf' | 'membersOf'> {
  const permission = 'GroupMember.Read.All';
  return {
    async groupsOf(personId) {
      const path = `/users/${pathId(personId)}/transitiveMemberOf/microsoft.graph.group`;
      const query = { $select: 'id', $top: MAX_PAGE };
      const groups = await graph.all(GraphGroup, { path, query, isAdvanced: true, permission });
      if (!groups) throw gone('person', personId);
      return unique(groups).map(({ id }) => id);
    },

    async membersOf(groupId) {
      const path = `/groups/${pathId(groupId)}/transitiveMembers/microsoft.graph.user`;
      const found = await asMuchAsAllowed(PERSON, ($select) =>
        graph.all(GraphPerson, { path, query: { $select, $top: MAX_PAGE }, isAdvanced: true, permission }),
      );
      if (!found) throw gone('group', groupId);
      const people = await withNames(graph, unique(found.filter(isUser)));
      return people
        .map(toPerson)
        .filter(({ isDisabled }) => !isDisabled)
        .sort((a, b) => (a.id < b.id ? -1 : 1));
    },
  };
}

/** How many conditions Graph accepts in one filter. */
const MAX_CONDITIONS = 15;
const CONCURRENT_READS = 8;

/**
 * With GroupMember.Read.All alone, members come as bare ids, because it does not allow reading people: these are looked
 * up in a second step, and all must be found.
 */
async function withNames(graph: GraphClient, members: GraphPerson[]): Promise<GraphPerson[]> {
  const bare = members.filter(isBare);
  const chunks = Array.from({ length: Math.ceil(bare.length / MAX_CONDITIONS) }, (_, index) =>
    bare.slice(index * MAX_CONDITIONS, (index + 1) * MAX_CONDITIONS),
  );
  const found = await pMap(
    chunks,
    (chunk) => peopleWhere(graph, chunk.map(({ id }) => `id eq ${quoted(id)}`).join(' or ')),
    { concurrency: CONCURRENT_READS },
  );
  const named = new Map(found.flat().map((person) => [person.id, person]));
  return members.map((member) => {
    const person = isBare(member) ? named.get(member.id) : member;
    if (person) return person;
    throw new DirectoryError('directory_failed', 'The directory lists a member of a group that it cannot show.');
  });
}

const isBare = ({ displayName, mail, userPrincipalName }: GraphPerson): boolean =>
  !displayName && !mail && !userPrincipalName;

const toGroup = ({ id, displayName, mail }: z.infer<typeof GraphGroup>): Group => ({
  id,
  displayName: displayName ?? mail ?? id,
  email: mail ?? null,
});

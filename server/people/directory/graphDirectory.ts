import { z } from 'zod';
import type { DirectoryUser, Group, Person } from '../../../contract/people.ts';
import { mapConcurrently } from './concurrently.ts';
import { DirectoryError, isAddress, isObjectId, type Directory } from './directory.ts';
import type { GraphClient } from './graphClient.ts';

const text = z.string().nullish();

const GraphPerson = z.object({
  '@odata.type': z.string().optional(),
  id: z.string(),
  displayName: text,
  mail: text,
  userPrincipalName: text,
});
type GraphPerson = z.infer<typeof GraphPerson>;

const GraphUser = GraphPerson.extend({
  jobTitle: text,
  department: text,
  officeLocation: text,
  companyName: text,
  employeeId: text,
  mobilePhone: text,
  businessPhones: z.array(z.string()).nullish(),
});
type GraphUser = z.infer<typeof GraphUser>;

const GraphGroup = z.object({ id: z.string(), displayName: text, mail: text });
type GraphGroup = z.infer<typeof GraphGroup>;

const PERSON = 'id,displayName,mail,userPrincipalName';
const USER = `${PERSON},jobTitle,department,officeLocation,companyName,employeeId,mobilePhone,businessPhones`;
const GROUP = 'id,displayName,mail';
const MAX_PAGE = '999';
/** As many conditions as Graph takes in one filter. */
const MAX_CONDITIONS = 15;
const CONCURRENT_READS = 8;

/** The directory as Microsoft Graph tells it. Needs the permissions of spec part 5.3 B, each read its own. */
export function createGraphDirectory(graph: GraphClient): Directory {
  const personAt = async (path: string): Promise<Person | null> => {
    const person = await graph.one(GraphPerson, { path, query: { $select: PERSON }, permission: 'User.ReadBasic.All' });
    return person && toPerson(person);
  };

  const peopleWhere = ($filter: string): Promise<GraphPerson[] | null> =>
    graph.all(GraphPerson, { path: '/users', query: { $filter, $select: PERSON }, permission: 'User.ReadBasic.All' });

  const directory: Directory = {
    personById: async (id) => (isObjectId(id) ? personAt(`/users/${id}`) : null),

    async personByAddress(address) {
      if (!isAddress(address)) return null;
      const byName = await personAt(`/users/${encodeURIComponent(address)}`);
      if (byName) return byName;
      const byMail = (await peopleWhere(`mail eq ${quoted(address)}`)) ?? [];
      return single(byMail.map(toPerson), address);
    },

    async groupsOf(personId) {
      const path = `/users/${ownId(personId)}/transitiveMemberOf/microsoft.graph.group`;
      const query = { $select: 'id', $top: MAX_PAGE };
      const groups = await graph.all(GraphGroup, { path, query, isAdvanced: true, permission: 'GroupMember.Read.All' });
      if (!groups) throw gone('person', personId);
      return unique(groups).map(({ id }) => id);
    },

    async groupById(id) {
      if (!isObjectId(id)) return null;
      const reading = { path: `/groups/${id}`, query: { $select: GROUP }, permission: 'Group.Read.All' };
      const group = await graph.one(GraphGroup, reading);
      return group && toGroup(group);
    },

    async groupByReference(reference) {
      if (isObjectId(reference)) return directory.groupById(reference);
      const $filter = `${isAddress(reference) ? 'mail' : 'displayName'} eq ${quoted(reference)}`;
      const reading = { path: '/groups', query: { $filter, $select: GROUP }, permission: 'Group.Read.All' };
      const groups = (await graph.all(GraphGroup, reading)) ?? [];
      return single(groups.map(toGroup), reference);
    },

    async membersOf(groupId) {
      const path = `/groups/${ownId(groupId)}/transitiveMembers/microsoft.graph.user`;
      const query = { $select: PERSON, $top: MAX_PAGE };
      const found = await graph.all(GraphPerson, { path, query, isAdvanced: true, permission: 'GroupMember.Read.All' });
      if (!found) throw gone('group', groupId);
      const people = await withNames(unique(found.filter(isUser)), peopleWhere);
      return people.map(toPerson).sort((a, b) => (a.id < b.id ? -1 : 1));
    },

    async user(id) {
      const objectId = isObjectId(id) ? id : (await directory.personByAddress(id))?.id;
      if (!objectId) return null;
      const reading = { path: `/users/${objectId}`, query: { $select: USER }, permission: 'User.Read.All' };
      const user = await graph.one(GraphUser, reading);
      return user && toUser(user);
    },

    async manager(personId) {
      const path = `/users/${ownId(personId)}/manager`;
      const manager = await graph.one(GraphUser, { path, query: { $select: USER }, permission: 'User.Read.All' });
      return manager && isUser(manager) ? toUser(manager) : null;
    },

    async directReports(personId) {
      const path = `/users/${ownId(personId)}/directReports`;
      const query = { $select: USER, $top: MAX_PAGE };
      const reports = await graph.all(GraphUser, { path, query, permission: 'User.Read.All' });
      if (!reports) throw gone('person', personId);
      return unique(reports.filter(isUser)).map(toUser);
    },

    async searchUsers(wanted, limit) {
      const $search = searchFor(wanted, ['displayName', 'mail', 'userPrincipalName']);
      if (!$search) return [];
      const query = { $search, $select: PERSON, $top: String(limit) };
      const reading = { path: '/users', query, isAdvanced: true, permission: 'User.ReadBasic.All' };
      return ((await graph.all(GraphPerson, reading, limit)) ?? []).map(toPerson);
    },

    async searchGroups(wanted, limit) {
      const $search = searchFor(wanted, ['displayName', 'mail']);
      if (!$search) return [];
      const query = { $search, $select: GROUP, $top: String(limit) };
      const reading = { path: '/groups', query, isAdvanced: true, permission: 'Group.Read.All' };
      return ((await graph.all(GraphGroup, reading, limit)) ?? []).map(toGroup);
    },

    async organizationName() {
      const reading = { path: '/organization', query: { $select: 'displayName' }, permission: 'Organization.Read.All' };
      const organizations = await graph.all(z.object({ displayName: text }), reading).catch(() => null);
      return organizations?.[0]?.displayName ?? null;
    },
  };
  return directory;
}

/**
 * Members come as bare ids where the registration may read memberships but not, in the same breath, people
 * (GroupMember.Read.All alone): those are looked up in a second step, and all must be found.
 */
async function withNames(
  members: GraphPerson[],
  peopleWhere: (filter: string) => Promise<GraphPerson[] | null>,
): Promise<GraphPerson[]> {
  const isBare = ({ displayName, mail, userPrincipalName }: GraphPerson) => !displayName && !mail && !userPrincipalName;
  const bare = members.filter(isBare);
  if (bare.length === 0) return members;
  const chunks = Array.from({ length: Math.ceil(bare.length / MAX_CONDITIONS) }, (_, index) =>
    bare.slice(index * MAX_CONDITIONS, (index + 1) * MAX_CONDITIONS),
  );
  const found = await mapConcurrently(chunks, CONCURRENT_READS, (chunk) =>
    peopleWhere(chunk.map(({ id }) => `id eq ${quoted(id)}`).join(' or ')),
  );
  const named = new Map(found.flatMap((people) => people ?? []).map((person) => [person.id, person]));
  return members.map((member) => {
    if (!isBare(member)) return member;
    const person = named.get(member.id);
    if (!person)
      throw new DirectoryError('directory_failed', 'The directory lists a member of a group that it cannot show.');
    return person;
  });
}

const toPerson = ({ id, displayName, mail, userPrincipalName }: GraphPerson): Person => ({
  id,
  displayName: displayName ?? userPrincipalName ?? mail ?? id,
  email: mail ?? null,
  userPrincipalName: userPrincipalName ?? null,
});

const toUser = (user: GraphUser): DirectoryUser => ({
  ...toPerson(user),
  jobTitle: user.jobTitle ?? null,
  department: user.department ?? null,
  officeLocation: user.officeLocation ?? null,
  companyName: user.companyName ?? null,
  employeeId: user.employeeId ?? null,
  mobilePhone: user.mobilePhone ?? null,
  businessPhones: user.businessPhones ?? [],
});

const toGroup = ({ id, displayName, mail }: GraphGroup): Group => ({
  id,
  displayName: displayName ?? mail ?? id,
  email: mail ?? null,
});

/** Managers and members may also be contacts, devices or groups; nobody can be asked there. */
const isUser = (object: { '@odata.type'?: string | undefined }): boolean =>
  (object['@odata.type'] ?? '#microsoft.graph.user') === '#microsoft.graph.user';

const unique = <T extends { id: string }>(items: T[]): T[] => [
  ...new Map(items.map((item) => [item.id, item])).values(),
];

function single<T>(items: T[], reference: string): T | null {
  if (items.length > 1)
    throw new DirectoryError(
      'directory_failed',
      `More than one entry of the directory is called ${JSON.stringify(reference)}.`,
    );
  return items[0] ?? null;
}

/** Ids become part of a path; what is no id must not. */
function ownId(id: string): string {
  if (isObjectId(id)) return id;
  throw new DirectoryError('directory_failed', `${JSON.stringify(id)} is not the id of an entry of the directory.`);
}

const gone = (kind: 'person' | 'group', id: string): DirectoryError =>
  new DirectoryError('directory_failed', `The directory knows no ${kind} with the id ${id}.`);

/** A text within an OData filter. */
const quoted = (value: string): string => `'${value.replaceAll("'", "''")}'`;

/** A `$search` over several properties; null when there is nothing to look for in it. */
function searchFor(wanted: string, properties: string[]): string | null {
  if (!/[\p{L}\p{N}]/u.test(wanted)) return null;
  const escaped = wanted.trim().replaceAll('\\', '\\\\').replaceAll('"', '\\"');
  return properties.map((property) => `"${property}:${escaped}"`).join(' OR ');
}

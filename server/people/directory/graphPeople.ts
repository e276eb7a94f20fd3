import { z } from 'zod';
import { withoutTurns } from '../../../contract/cleanText.ts';
import type { DirectoryUser, Person } from '../../../contract/people.ts';
import { DirectoryError, isAddress, isObjectId, type Directory } from './directory.ts';
import type { GraphClient } from './graphClient.ts';
import { gone, MAX_PAGE, pathId, quoted, searchFor, single, unique } from './odata.ts';

const address = z.string().nullish();
/** Text from the organisation, without characters that change the direction of the surrounding text. */
export const ownWords = z.string().transform(withoutTurns).nullish();

export const GraphPerson = z.object({
  '@odata.type': z.string().optional(),
  id: z.string(),
  displayName: ownWords,
  mail: address,
  userPrincipalName: address,
  preferredLanguage: z.string().nullish(),
  /** Null to callers that may not read it. */
  userType: z.string().nullish(),
  /** The same. */
  accountEnabled: z.boolean().nullish(),
});
export type GraphPerson = z.infer<typeof GraphPerson>;

const GraphUser = GraphPerson.extend({
  jobTitle: ownWords,
  department: ownWords,
  officeLocation: ownWords,
  companyName: ownWords,
  employeeId: ownWords,
  mobilePhone: ownWords,
  businessPhones: z.array(z.string().transform(withoutTurns)).nullish(),
});
type GraphUser = z.infer<typeof GraphUser>;

/** The properties that no permission to read people lacks. */
const BASIC = 'id,displayName,mail,userPrincipalName';
export const PERSON = `${BASIC},preferredLanguage,userType,accountEnabled`;
/** The properties Graph searches people by. */
const NAMES = ['displayName', 'mail', 'userPrincipalName'];
/** The largest size the client shows, on high-density screens. */
const PHOTO_SIZE = '96x96';
const USER = `${PERSON},jobTitle,department,officeLocation,companyName,employeeId,mobilePhone,businessPhones`;

type GraphPeople = Pick<Directory, 'personById' | 'personByAddress' | 'searchUsers'>;

/**
 * Names and addresses: what User.ReadBasic.All allows. With that alone, Graph leaves all other properties null, or
 * refuses to read people with them.
 */
export function graphPeople(graph: GraphClient): GraphPeople {
  const permission = 'User.ReadBasic.All';
  const personAt = async (path: string): Promise<Person | null> => {
    const read = ($select: string) => graph.one(GraphPerson, { path, query: { $select }, permission });
    const person = await asMuchAsAllowed(PERSON, read);
    return person && toPerson(person);
  };

  return {
    personById: async (id) => (isObjectId(id) ? personAt(`/users/${id}`) : null),

    async personByAddress(address) {
      if (!isAddress(address)) return null;
      // one filter for both: the name of one person may be the mail address of another
      const found = await peopleWhere(graph, `userPrincipalName eq ${quoted(address)} or mail eq ${quoted(address)}`);
      return single(found.map(toPerson), address);
    },

    async searchUsers(wanted, limit) {
      const $search = searchFor(wanted, NAMES);
      if (!$search) return [];
      const found = await asMuchAsAllowed(USER, ($select) => {
        const query = { $search, $select, $top: String(limit) };
        return graph.all(GraphUser, { path: '/users', query, isAdvanced: true, permission }, limit);
      });
      return unique(found ?? []).map(toUser);
    },
  };
}

export async function peopleWhere(graph: GraphClient, $filter: string): Promise<GraphPerson[]> {
  const permission = 'User.ReadBasic.All';
  const read = ($select: string) => graph.all(GraphPerson, { path: '/users', query: { $filter, $select }, permission });
  return (await asMuchAsAllowed(PERSON, read)) ?? [];
}

/** Reads people with all these properties; if Graph refuses that, with their names and addresses alone. */
export async function asMuchAsAllowed<T>(properties: string, read: ($select: string) => Promise<T>): Promise<T> {
  try {
    return await read(properties);
  } catch (error) {
    const isRefused = error instanceof DirectoryError && error.lacking !== null;
    if (!isRefused) throw error;
    return read(BASIC);
  }
}

/** Jobs, phones and reporting lines: what User.Read.All allows. */
export function graphProfiles(
  graph: GraphClient,
  personByAddress: Directory['personByAddress'],
): Pick<Directory, 'user' | 'manager' | 'directReports' | 'profile'> {
  const permission = 'User.Read.All';
  const userAt = async (path: string): Promise<DirectoryUser | null> => {
    const user = await graph.one(GraphUser, { path, query: { $select: USER }, permission });
    return user && isUser(user) ? toUser(user) : null;
  };

  return {
    async user(id) {
      const objectId = isObjectId(id) ? id : (await personByAddress(id))?.id;
      return objectId ? userAt(`/users/${objectId}`) : null;
    },

    async profile(personId) {
      const user = await graph.one(GraphUser, {
        path: `/users/${pathId(personId)}`,
        query: { $select: USER },
        permission,
      });
      if (!user) return null;
      const { jobTitle = null, department = null, preferredLanguage } = user;
      const photo = await graph.bytes({ path: `/users/${pathId(personId)}/photos/${PHOTO_SIZE}/$value`, permission });
      return { jobTitle, department, language: preferredLanguage ?? null, photo };
    },

    manager: async (personId) => userAt(`/users/${pathId(personId)}/manager`),

    async directReports(personId) {
      const path = `/users/${pathId(personId)}/directReports`;
      const reports = await graph.all(GraphUser, { path, query: { $select: USER, $top: MAX_PAGE }, permission });
      if (!reports) throw gone('person', personId);
      return unique(reports.filter(isUser)).map(toUser);
    },
  };
}

/** Managers, reports and members may also be contacts, devices or groups, which cannot be asked. */
export const isUser = (object: { '@odata.type'?: string | undefined }): boolean =>
  (object['@odata.type'] ?? '#microsoft.graph.user') === '#microsoft.graph.user';

export const toPerson = ({
  id,
  displayName,
  mail,
  userPrincipalName,
  preferredLanguage,
  userType,
  accountEnabled,
}: GraphPerson): Person => ({
  id,
  displayName: displayName ?? userPrincipalName ?? mail ?? id,
  email: mail ?? null,
  userPrincipalName: userPrincipalName ?? null,
  ...(preferredLanguage && { language: preferredLanguage }),
  ...(userType && { isGuest: userType.toLowerCase() === 'guest' }),
  ...(accountEnabled === false && { isDisabled: true }),
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

import type { DirectoryUser, Group, Person } from '../../../contract/people.ts';

export { isObjectId } from '../../../contract/objectId.ts';
export { DirectoryError, throwAsProblem } from '../identity/directoryError.ts';

/** A person, and whether they are of another organisation and were invited into this one. */
export interface Account {
  person: Person;
  isGuest: boolean;
}

/** What the directory tells of a person beside who they are; null: nothing, or nothing that we may read. */
export interface DirectoryProfile {
  jobTitle: string | null;
  department: string | null;
  /** As a BCP 47 tag. */
  language: string | null;
  /** As it came: whoever keeps it looks at it first. */
  photo: Buffer | null;
}

/**
 * Who is in the organisation. Every function throws DirectoryError when the directory cannot be read in full: there is
 * no partial answer. Somebody who is not in it is null; lists are complete and without repetition.
 */
export interface Directory {
  /** @param id object id */
  personById(id: string): Promise<Person | null>;
  /** @param id object id */
  accountById(id: string): Promise<Account | null>;
  /** @param address e-mail address or user principal name, in any letter case */
  personByAddress(address: string): Promise<Person | null>;
  /** Object ids of the groups that a person is in, directly or through other groups. */
  groupsOf(personId: string): Promise<string[]>;
  /** @param id object id */
  groupById(id: string): Promise<Group | null>;
  /** @param reference object id, e-mail address or exact display name, which must then belong to one group only */
  groupByReference(reference: string): Promise<Group | null>;
  /** The people in a group, directly or through other groups, in the order of their ids. */
  membersOf(groupId: string): Promise<Person[]>;
  /** @param id object id, e-mail address or user principal name */
  user(id: string): Promise<DirectoryUser | null>;
  /** Null: there is no such person, or nobody above them. @param personId object id */
  manager(personId: string): Promise<DirectoryUser | null>;
  /** @param personId object id */
  directReports(personId: string): Promise<DirectoryUser[]>;
  /** People whose name or address has words that begin with the text. */
  searchUsers(text: string, limit: number): Promise<DirectoryUser[]>;
  /** Null: there is no such person. @param personId object id */
  profile(personId: string): Promise<DirectoryProfile | null>;
  searchGroups(text: string, limit: number): Promise<Group[]>;
  /** Nice to have: null when it cannot be read, for whatever reason (behaviour 5.3 B). */
  organizationName(): Promise<string | null>;
}

/** Whether the name of an account says that it was invited; where the directory tells the type of the account, that counts. */
export const isNamedAsGuest = ({ userPrincipalName }: Pick<Person, 'userPrincipalName'>): boolean =>
  (userPrincipalName ?? '').includes('#EXT#');

/** Whether a text has the form of an e-mail address or user principal name. */
export const isAddress = (text: string): boolean =>
  /^[^\s@<>"(),;:\\[\]]+@[^\s@<>"(),;:\\[\]]+$/.test(text) && text.length <= 320;

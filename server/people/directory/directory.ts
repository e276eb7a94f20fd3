import type { DirectoryUser, Group, Person } from '../../../contract/people.ts';

export { isObjectId } from '../../../contract/objectId.ts';
export { DirectoryError, throwAsProblem } from '../identity/directoryError.ts';

/** Further data about a person; null: none, or none that we may read. */
export interface DirectoryProfile {
  jobTitle: string | null;
  department: string | null;
  /** As a BCP 47 tag. */
  language: string | null;
  /** Unchecked: callers must validate it before they store it. */
  photo: Buffer | null;
}

/**
 * Who is in the organisation. Every function throws DirectoryError if the directory cannot be read completely: there
 * are no partial answers. Unknown people are null; lists are complete and without duplicates.
 */
export interface Directory {
  /** @param id object id */
  personById(id: string): Promise<Person | null>;
  /** @param address e-mail address or user principal name, in any letter case */
  personByAddress(address: string): Promise<Person | null>;
  /** Object ids of all the person's groups, including nested ones. */
  groupsOf(personId: string): Promise<string[]>;
  /** @param id object id */
  groupById(id: string): Promise<Group | null>;
  /** @param reference object id, e-mail address or exact display name, which must be unique */
  groupByReference(reference: string): Promise<Group | null>;
  /** The people in a group, nested groups included, sorted by id, without those whose account is disabled. */
  membersOf(groupId: string): Promise<Person[]>;
  /** @param id object id, e-mail address or user principal name */
  user(id: string): Promise<DirectoryUser | null>;
  /** Null: no such person, or they have no manager. @param personId object id */
  manager(personId: string): Promise<DirectoryUser | null>;
  /** @param personId object id */
  directReports(personId: string): Promise<DirectoryUser[]>;
  /** People whose name or address contains a word that starts with the text. */
  searchUsers(text: string, limit: number): Promise<DirectoryUser[]>;
  /** Null: no such person. @param personId object id */
  profile(personId: string): Promise<DirectoryProfile | null>;
  searchGroups(text: string, limit: number): Promise<Group[]>;
  /** Optional: null if it cannot be read, for whatever reason (behaviour 5.3 B). */
  organizationName(): Promise<string | null>;
}

/** Whether a text has the form of an e-mail address or user principal name. */
export const isAddress = (text: string): boolean =>
  /^[^\s@<>"(),;:\\[\]]+@[^\s@<>"(),;:\\[\]]+$/.test(text) && text.length <= 320;

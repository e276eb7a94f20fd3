import pMap from 'p-map';
import type { Values } from '../../../contract/answers/words.ts';
import { failure } from '../../../contract/failures.ts';
import type { Person } from '../../../contract/people.ts';
import { isAddress, isObjectId, type Directory } from './directory.ts';

/** Why a question has nobody to be put to. Becomes the error of the node. */
export class AssigneeError extends Error {
  constructor(
    readonly code: 'assignee_unknown' | 'assignees_empty',
    readonly values: Values = {},
  ) {
    super(failure(code, values).message);
    this.name = 'AssigneeError';
  }
}

export interface AssigneeSources {
  /** Object ids, e-mail addresses or user principal names. */
  users?: readonly string[];
  /** Object ids, e-mail addresses or exact display names. */
  groups?: readonly string[];
  /** The value of a flow variable; `principalsIn` says what it may look like. */
  variable?: unknown;
}

/** A user or group as configured. `either`: an object id that does not say which of the two it is. */
export interface Principal {
  kind: 'user' | 'group' | 'either';
  reference: string;
}

export type AssigneeDirectory = Pick<Directory, 'personById' | 'personByAddress' | 'groupByReference' | 'membersOf'>;

const CONCURRENT_READS = 8;

/**
 * The people that a question is put to (behaviour 1, step 2): static and dynamic ones, groups expanded, each person
 * once, in the order in which they were first named.
 *
 * @param allowExternalEmail an address that the directory does not know becomes the person `mailto:<address>`
 * @throws AssigneeError when somebody is unknown or nobody is left; DirectoryError when the directory cannot be read.
 * Never a part of the list.
 */
export async function resolveAssignees(
  { users = [], groups = [], variable }: AssigneeSources,
  directory: AssigneeDirectory,
  { allowExternalEmail = false }: { allowExternalEmail?: boolean } = {},
): Promise<Person[]> {
  const principals: Principal[] = [...named('user', users), ...named('group', groups), ...principalsIn(variable)];
  const resolve = (principal: Principal) => peopleBehind(principal, directory, allowExternalEmail);
  const people = (await pMap(principals, resolve, { concurrency: CONCURRENT_READS })).flat();
  if (people.length === 0) throw new AssigneeError('assignees_empty');
  return firstOfEach(people);
}

function firstOfEach(people: Person[]): Person[] {
  const seen = new Set<string>();
  return people.filter(({ id }) => !seen.has(id) && seen.add(id));
}

const named = (kind: Principal['kind'], references: readonly string[]): Principal[] =>
  references
    .map((reference) => reference.trim())
    .filter(Boolean)
    .map((reference) => ({ kind, reference }));

/**
 * The principals in the value of a flow variable: a text with one or several references separated by commas,
 * semicolons or line ends; an object with `groupId` or `group`, or with `id`, `email`, `mail` or `userPrincipalName`
 * (what directory tools and pickers give); or a list of these. Null and absent are nobody.
 *
 * @throws AssigneeError `assignee_unknown` for anything else
 */
export function principalsIn(value: unknown): Principal[] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) return value.flatMap(principalsIn);
  if (typeof value === 'string') return named('user', value.split(/[,;\n]/)).map(openToGroups);
  if (typeof value === 'object') {
    const { groupId, group, id, email, mail, userPrincipalName } = value as Record<string, unknown>;
    const asGroup = firstText(groupId, group);
    if (asGroup) return [{ kind: 'group', reference: asGroup }];
    const asUser = firstText(id, email, mail, userPrincipalName);
    if (asUser) return [openToGroups({ kind: 'user', reference: asUser })];
  }
  throw unknown('value', JSON.stringify(value) ?? String(value));
}

const openToGroups = ({ kind, reference }: Principal): Principal => ({
  kind: isObjectId(reference) ? 'either' : kind,
  reference,
});

const firstText = (...values: unknown[]): string | undefined =>
  values.map((value) => (typeof value === 'string' ? value.trim() : '')).find(Boolean);

async function peopleBehind({ kind, reference }: Principal, directory: AssigneeDirectory, allowExternalEmail: boolean) {
  if (kind !== 'group') {
    const person = await personNamed(reference, directory, allowExternalEmail);
    if (person) return [person];
    if (kind === 'user') throw unknown('person', reference);
  }
  const group = await directory.groupByReference(reference);
  if (!group) throw unknown(kind === 'group' ? 'group' : 'principal', reference);
  return directory.membersOf(group.id);
}

const LONGEST_EXCERPT = 100;

const unknown = (kind: 'person' | 'group' | 'principal' | 'value', reference: string): AssigneeError =>
  new AssigneeError('assignee_unknown', { kind, reference: reference.slice(0, LONGEST_EXCERPT) });

const EXTERNAL = 'mailto:';

async function personNamed(reference: string, directory: AssigneeDirectory, allowExternalEmail: boolean) {
  if (isObjectId(reference)) return directory.personById(reference);
  const address = reference.toLowerCase().startsWith(EXTERNAL) ? reference.slice(EXTERNAL.length) : reference;
  if (!isAddress(address)) return null;
  return (await directory.personByAddress(address)) ?? (allowExternalEmail ? externalPerson(address) : null);
}

/** Somebody outside the directory: reachable by e-mail only, and never a signed-in caller. */
function externalPerson(address: string): Person {
  return { id: EXTERNAL + address.toLowerCase(), displayName: address, email: address, userPrincipalName: null };
}

import pMap from 'p-map';
import type { Values } from '../../../contract/answers/words.ts';
import { failure } from '../../../contract/failures.ts';
import type { AskedAs } from '../../../contract/askedAs.ts';
import type { Person } from '../../../contract/people.ts';
import { isAddress, isObjectId, type Directory } from './directory.ts';

/** A question has no one to be sent to. Becomes the error of the node. */
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

/** A user or group as configured. `either`: named by a variable; it is resolved as a person first, then as a group. */
export interface Principal {
  kind: 'user' | 'group' | 'either';
  reference: string;
}

export type AssigneeDirectory = Pick<Directory, 'personById' | 'personByAddress' | 'groupByReference' | 'membersOf'>;

/** A person to ask and why; of several reasons, the first. */
export type Assignee = Person & { askedAs: AskedAs };

const CONCURRENT_READS = 8;

/**
 * The people to ask (behaviour 1, step 2): static and dynamic ones, groups expanded, each person once, in the order
 * they were first named.
 *
 * Nobody can sign in with a disabled account, such as that of a shared mailbox. If it is named, its mailbox is asked: the
 * person `mailto:<address>`, who keeps `isDisabled`.
 *
 * @param allowExternalEmail an address that the directory does not know becomes the person `mailto:<address>`
 * @throws AssigneeError if somebody is unknown, or disabled without a mailbox, or nobody is left; DirectoryError if the
 * directory cannot be read. It never returns a partial list.
 */
export async function resolveAssignees(
  { users = [], groups = [], variable }: AssigneeSources,
  directory: AssigneeDirectory,
  { allowExternalEmail = false }: { allowExternalEmail?: boolean } = {},
): Promise<Assignee[]> {
  const principals: Principal[] = [...named('user', users), ...named('group', groups), ...principalsIn(variable)];
  const resolve = (principal: Principal) => peopleBehind(principal, directory, allowExternalEmail);
  const people = (await pMap(principals, resolve, { concurrency: CONCURRENT_READS })).flat();
  if (people.length === 0) throw new AssigneeError('assignees_empty');
  return firstOfEach(people);
}

function firstOfEach(people: Assignee[]): Assignee[] {
  const seen = new Set<string>();
  return people.filter(({ id }) => !seen.has(id) && seen.add(id));
}

const named = (kind: Principal['kind'], references: readonly string[]): Principal[] =>
  references
    .map((reference) => reference.trim())
    .filter(Boolean)
    .map((reference) => ({ kind, reference }));

/**
 * The principals in the value of a flow variable: a text with references separated by commas, semicolons or line ends;
 * an object with `groupId` or `group`, or with `id`, `email`, `mail` or `userPrincipalName` (as directory tools and
 * pickers return it); or a list of these. Null and undefined are nobody.
 *
 * @throws AssigneeError `assignee_unknown` for anything else
 */
export function principalsIn(value: unknown): Principal[] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) return value.flatMap(principalsIn);
  if (typeof value === 'string') return named('either', value.split(/[,;\n]/));
  if (typeof value === 'object') {
    const { groupId, group, id, email, mail, userPrincipalName } = value as Record<string, unknown>;
    const asGroup = firstText(groupId, group);
    if (asGroup) return [{ kind: 'group', reference: asGroup }];
    const asEither = firstText(id, email, mail, userPrincipalName);
    if (asEither) return [{ kind: 'either', reference: asEither }];
  }
  throw unknown('value', JSON.stringify(value) ?? String(value));
}

const firstText = (...values: unknown[]): string | undefined =>
  values.map((value) => (typeof value === 'string' ? value.trim() : '')).find(Boolean);

/** No address and no group name is longer. */
const LONGEST_REFERENCE = 320;
const CALLED = { user: 'person', group: 'group', either: 'principal' } as const;

/** Directory entries are tried first, so that a group's address never becomes an external person. */
async function peopleBehind(
  { kind, reference }: Principal,
  directory: AssigneeDirectory,
  allowExternalEmail: boolean,
): Promise<Assignee[]> {
  if (reference.length > LONGEST_REFERENCE) throw unknown(CALLED[kind], reference);
  const person = kind === 'group' ? null : await personNamed(reference, directory);
  if (person?.isDisabled) return [askedAs({ kind: 'person' }, mailboxOf(person, reference))];
  if (person) return [askedAs({ kind: 'person' }, person)];
  const group = kind === 'user' ? null : await directory.groupByReference(reference);
  if (group) {
    const name = group.displayName.slice(0, LONGEST_NAME);
    return (await directory.membersOf(group.id)).map((member) => askedAs({ kind: 'group', name }, member));
  }
  const address = addressIn(reference);
  if (kind !== 'group' && allowExternalEmail && address !== null)
    return [askedAs({ kind: 'person' }, externalPerson(address))];
  throw unknown(CALLED[kind], reference);
}

const askedAs = (reason: AskedAs, person: Person): Assignee => ({ ...person, askedAs: reason });

/** The longest group name to keep, in characters. */
const LONGEST_NAME = 256;
const LONGEST_EXCERPT = 100;

const unknown = (kind: 'person' | 'group' | 'principal' | 'value' | 'disabled', reference: string): AssigneeError =>
  new AssigneeError('assignee_unknown', { kind, reference: reference.slice(0, LONGEST_EXCERPT) });

const EXTERNAL = 'mailto:';

function addressIn(reference: string): string | null {
  const address = reference.toLowerCase().startsWith(EXTERNAL) ? reference.slice(EXTERNAL.length) : reference;
  return isAddress(address) ? address : null;
}

async function personNamed(reference: string, directory: AssigneeDirectory): Promise<Person | null> {
  if (isObjectId(reference)) return directory.personById(reference);
  const address = addressIn(reference);
  return address === null ? null : directory.personByAddress(address);
}

/** Whether a person is outside the directory: reachable by e-mail only, and never a signed-in caller. */
export const isExternal = ({ id }: Person): boolean => id.startsWith(EXTERNAL);

function externalPerson(address: string, displayName = address): Person {
  return { id: EXTERNAL + address.toLowerCase(), displayName, email: address, userPrincipalName: null };
}

/** The mailbox of a disabled account. @throws AssigneeError if it has none */
function mailboxOf({ email, displayName }: Person, reference: string): Person {
  if (email === null) throw unknown('disabled', reference);
  return { ...externalPerson(email, displayName), isDisabled: true };
}

import pMap from 'p-map';
import { check, failed } from '../foundation/errors.ts';
import type { FieldChecks } from '../../contract/problem.ts';
import type { Person } from '../../contract/people.ts';
import type { Directory } from '../people/directory/directory.ts';
import { isAddress, isObjectId } from '../people/directory/directory.ts';
import type { StoredPrincipal } from './sendingStore.ts';

export type PrincipalDirectory = Pick<
  Directory,
  'personById' | 'personByAddress' | 'groupById' | 'groupByReference' | 'membersOf'
>;

export interface Resolved extends StoredPrincipal {
  people: Person[];
}

/** A person to assign to, and the group that named them. */
export interface Recipient {
  person: Person;
  group: { id: string; displayName: string } | null;
}

const AT_ONCE = 8;

/**
 * The people behind references, as the directory knows them now; nobody stands behind a disabled account.
 * @param references object ids, addresses or group names
 * @param missing whether to refuse references to nobody or leave them out
 * @param most once there are more people than this, no further group is read
 * @throws ProblemError validation_failed on `principals`; DirectoryError
 */
export async function resolvePrincipals(
  directory: PrincipalDirectory,
  references: readonly { kind: 'user' | 'group'; id: string }[],
  missing: 'refuse' | 'leave_out',
  most = Infinity,
): Promise<Resolved[]> {
  const reached = new Set<string>();
  const read = async (each: (typeof references)[number]): Promise<Resolved | null> => {
    const principal = await resolve(directory, each);
    for (const { id } of most < Infinity ? (principal?.people ?? []) : [])
      if (reached.add(id).size > most) throw failed({ principals: check('tooManyPeople', { count: most }) });
    return principal;
  };
  const found = await pMap(references, read, { concurrency: AT_ONCE });
  const unknown = references.filter((_, n) => found[n] === null);
  if (unknown.length > 0 && missing === 'refuse') throw failed(unknownCheck(unknown));
  const known = found.filter((each) => each !== null);
  const empty = known.filter(({ people }) => people.length === 0);
  if (empty.length > 0 && missing === 'refuse') throw failed(emptyCheck(empty));
  return known;
}

/** One person of the directory, whose account is not disabled. @throws ProblemError validation_failed on `to` */
export async function resolvePerson(directory: PrincipalDirectory, reference: string): Promise<Person> {
  const person = await personNamed(directory, reference);
  if (!person) throw failed({ to: check('personUnknown', { names: reference }) });
  if (person.isDisabled) throw failed({ to: check('personDisabled', { names: person.displayName }) });
  return person;
}

/** Each person once; a direct reference takes precedence over a group. */
export function recipientsOf(principals: Resolved[]): Recipient[] {
  const recipients = new Map<string, Recipient>();
  const inOrder = [...principals].sort((a, b) => Number(a.kind === 'group') - Number(b.kind === 'group'));
  for (const { kind, id, displayName, people } of inOrder)
    for (const person of people)
      if (!recipients.has(person.id))
        recipients.set(person.id, { person, group: kind === 'group' ? { id, displayName } : null });
  return [...recipients.values()];
}

async function resolve(
  directory: PrincipalDirectory,
  { kind, id: reference }: { kind: 'user' | 'group'; id: string },
): Promise<Resolved | null> {
  if (kind === 'user') {
    const person = await personNamed(directory, reference);
    return (
      person && { kind, id: person.id, displayName: person.displayName, people: person.isDisabled ? [] : [person] }
    );
  }
  const group = await directory.groupByReference(reference);
  return group && { kind, id: group.id, displayName: group.displayName, people: await directory.membersOf(group.id) };
}

async function personNamed(directory: PrincipalDirectory, reference: string): Promise<Person | null> {
  if (isObjectId(reference)) return directory.personById(reference);
  return isAddress(reference) ? directory.personByAddress(reference) : null;
}

function unknownCheck(unknown: { kind: 'user' | 'group'; id: string }[]): FieldChecks {
  const { kind } = unknown[0]!;
  const names = unknown
    .filter((each) => each.kind === kind)
    .map(({ id }) => id)
    .join(', ');
  return { principals: check(kind === 'user' ? 'personUnknown' : 'groupUnknown', { names }) };
}

/** Groups without members, and people whose account is disabled. */
function emptyCheck(empty: StoredPrincipal[]): FieldChecks {
  const { kind } = empty[0]!;
  const names = namesOf(empty.filter((each) => each.kind === kind));
  return { principals: check(kind === 'user' ? 'personDisabled' : 'groupEmpty', { names }) };
}

const namesOf = (principals: StoredPrincipal[]): string => principals.map(({ displayName }) => displayName).join(', ');

import type { Person } from '../../../contract/people.ts';
import { UnknownEntry } from '../identity/directoryError.ts';
import type { Directory } from './directory.ts';

/**
 * A person as the directory has named them; null if their account is disabled, or if they were removed since. Their
 * groups, which are kept for less time than the person, tell the latter as early as for callers of the API (behaviour
 * 5.1). @throws DirectoryError
 */
export async function unlessGone(
  directory: Pick<Directory, 'groupsOf'>,
  person: Person | null,
): Promise<Person | null> {
  if (!person || person.isDisabled) return null;
  try {
    await directory.groupsOf(person.id);
    return person;
  } catch (error) {
    if (error instanceof UnknownEntry) return null;
    throw error;
  }
}

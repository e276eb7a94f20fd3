import pTimeout from 'p-timeout';
import type { Person } from '../../../contract/people.ts';
import { UnknownEntry } from '../identity/directoryError.ts';
import { DirectoryError, isObjectId, type Directory } from './directory.ts';

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

/** How long the holder of a link waits for the directory. */
const PATIENCE_MS = 3000;

/**
 * The holder of a link with a token; null if the directory says that they have left it or are disabled there. The token
 * is what proves them, so a directory that does not answer keeps nobody out. People outside it, such as the mailbox of
 * a disabled account, stay as they are.
 */
export async function unlessLeft(
  directory: Pick<Directory, 'personById'>,
  holder: Person,
  patienceMs = PATIENCE_MS,
): Promise<Person | null> {
  if (!isObjectId(holder.id)) return holder;
  const reading = directory.personById(holder.id).catch((error: unknown) => {
    if (error instanceof DirectoryError) return holder;
    throw error;
  });
  const found = await pTimeout(reading, { milliseconds: patienceMs, fallback: () => holder });
  return found && !found.isDisabled ? holder : null;
}

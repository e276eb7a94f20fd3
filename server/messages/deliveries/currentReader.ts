import { PostFailed } from '../../../contract/channel.ts';
import type { Person } from '../../../contract/people.ts';
import { postFailure } from '../../../contract/postFailures.ts';
import { DirectoryError, isObjectId, type Directory } from '../../people/directory/directory.ts';

/** Addresses read this recently are used as they are, as the directory's own cache does. */
const FRESH_MS = 5 * 60_000;
const RETRY_MS = 60_000;

/**
 * A reader with the addresses that the directory has now: what was stored when they were asked may belong to somebody
 * else by the time a message goes out. People outside the directory stay as they are.
 *
 * @param ageMs of the stored addresses; negative if the clock was set back
 * @throws PostFailed if they have left the directory, are disabled there, or if it cannot be read
 */
export async function currentReader(
  reader: Person,
  ageMs: number,
  directory: Pick<Directory, 'personById'>,
): Promise<Person> {
  const isFresh = ageMs >= 0 && ageMs < FRESH_MS;
  if (isFresh || !isObjectId(reader.id)) return reader;
  const { displayName: name } = reader;
  const found = await directory.personById(reader.id).catch((error: unknown) => {
    if (!(error instanceof DirectoryError)) throw error;
    const { detail: reason, retryAfterMs } = error;
    throw new PostFailed(postFailure('directoryFails', { name, reason }), retryAfterMs ?? RETRY_MS);
  });
  if (!found) throw new PostFailed(postFailure('personGone', { name }), null);
  if (found.isDisabled) throw new PostFailed(postFailure('personDisabled', { name }), null);
  const { displayName, email, userPrincipalName } = found;
  return { ...reader, displayName, email, userPrincipalName };
}

import type { ServerEvent } from '../../../contract/events.ts';
import type { Person } from '../../../contract/people.ts';
import { DirectoryError, type Directory } from '../../people/directory/directory.ts';
import { unlessGone } from '../../people/directory/unlessGone.ts';

interface Parts {
  person: Person;
  directory: Pick<Directory, 'personById' | 'groupsOf'>;
  /** A clock that never steps, in ms. */
  steady(): number;
  send(event: ServerEvent): void;
  /** The person was removed or disabled, or too much waits for the directory. */
  end(): void;
}

/** As long as a caller of the API is trusted without asking the directory again (behaviour 5.1). */
const KNOWN_MS = 2 * 60_000;
const MOST_WAITING = 1000;

/** These tell nothing but that the server is there, and the version of an inbox that must be read with a call. */
const ALWAYS_SENT: readonly ServerEvent['event'][] = ['heartbeat', 'bye'];

/**
 * Sends events to somebody whose call has lasted for a while: only while the directory knows them. It is asked only if
 * there is something to tell, and events wait, in their order, while it does not answer.
 */
export function createKnownListener({ person, directory, steady, send, end }: Parts): (event: ServerEvent) => void {
  let knownAt = steady();
  const waiting: ServerEvent[] = [];
  let isAsking = false;

  async function ask(): Promise<void> {
    if (isAsking) return;
    isAsking = true;
    try {
      if (!(await unlessGone(directory, await directory.personById(person.id)))) return end();
      knownAt = steady();
      for (const event of waiting.splice(0)) send(event);
    } catch (error) {
      if (!(error instanceof DirectoryError)) throw error;
    } finally {
      isAsking = false;
    }
  }

  return (event) => {
    const isFree = ALWAYS_SENT.includes(event.event);
    const isKnown = waiting.length === 0 && steady() - knownAt < KNOWN_MS;
    if (isFree || isKnown) send(event);
    else waiting.push(event);
    if (waiting.length > MOST_WAITING) end();
    else if (waiting.length > 0) void ask().catch(end);
  };
}

import net from 'node:net';

const ATTEMPT_MS = 2000;

/**
 * Of a host with several addresses Node tries one after another and leaves each 250 ms, also while the process itself was
 * too busy to see that one had answered: a busy moment then looks like a host that is out of reach. For the whole process.
 */
export function giveAddressesTime(): void {
  net.setDefaultAutoSelectFamilyAttemptTimeout(ATTEMPT_MS);
}

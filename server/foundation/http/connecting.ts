import net from 'node:net';

const ATTEMPT_MS = 2000;

/**
 * If a host has several addresses, Node tries each for 250 ms, even while the process is too busy to notice a response.
 * A busy moment then looks like an unreachable host. Applies to the whole process.
 */
export function raiseConnectTimeout(): void {
  net.setDefaultAutoSelectFamilyAttemptTimeout(ATTEMPT_MS);
}

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { DEFAULT_LIMITS } from '../../server/foundation/limits.ts';
import { timesOf } from '../attacks/slowClients.ts';
import type { Finding } from './finding.ts';
import { setStage } from './stage.ts';

const ENTRY = fileURLToPath(new URL('./slowProcess.ts', import.meta.url));
/** A process may open about 20,000 files. */
const PROCESSES = 2;
const ADDRESSES = 40;
const WITHIN_MS = 1000;
const LOOKS = 20;
const PAUSE_MS = 20;

/** Connections from many addresses that never send a complete request, and a well-behaved client. */
export async function holdConnections(databaseUrl: string, count: number): Promise<Finding> {
  const { connections, waitingConnections } = DEFAULT_LIMITS;
  const stage = await setStage({ databaseUrl, seed: 1, limits: { connections, waitingConnections } });
  const url = `${stage.server.url}/api/client-config`;
  const attackers = Array.from({ length: PROCESSES }, (_, n) =>
    fork(ENTRY, [String(stage.config.port), String(Math.ceil(count / PROCESSES)), ...addresses(n)], {
      execArgv: ['--import', 'tsx'],
    }),
  );
  try {
    let isOpen = false;
    const opened = Promise.all(attackers.map((attacker) => once(attacker, 'message'))).then(() => (isOpen = true));
    const times: number[] = [];
    while (!isOpen) times.push(...(await timesOf(url, LOOKS, PAUSE_MS)));
    await opened;
    times.push(...(await timesOf(url, LOOKS, PAUSE_MS)));
    const slowest = Math.round(Math.max(...times));
    return {
      fault: `${count} connections that bring no whole request`,
      bound: `a well-behaved client is answered within ${WITHIN_MS} ms`,
      measured: `slowest of ${times.length}: ${slowest} ms`,
      isKept: slowest <= WITHIN_MS,
    };
  } finally {
    for (const attacker of attackers) attacker.disconnect();
    await stage.close();
  }
}

const addresses = (process: number): string[] =>
  Array.from({ length: ADDRESSES / PROCESSES }, (_, n) => `127.0.${process + 1}.${n + 1}`);

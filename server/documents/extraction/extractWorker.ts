// A separate process: whatever a file does to its reader, it does here.
import { Worker } from 'node:worker_threads';

// these signals are for the server, which ends this process itself; ending in mid-file would be reported as too large a
// file
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});

await import('./answerOrders.ts');
// while it computes, this process cannot notice that its parent is gone
new Worker(new URL('../../foundation/parentWatchdog.mjs', import.meta.url), {
  workerData: { parentPid: process.ppid },
  execArgv: [],
  resourceLimits: { maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 1 },
}).unref();

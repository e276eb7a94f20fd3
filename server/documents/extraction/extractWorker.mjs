// A process of its own: what a file does to whoever reads it, it does here.
import { Worker } from 'node:worker_threads';
import { register } from 'tsx/esm/api';

// meant for the server, which ends this process itself: one that ended in the middle of a file would say that it is too large
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => {});

register();
await import('./answerOrders.ts');
// one that computes does not hear that its parent has gone
new Worker(new URL('../../foundation/parentWatchdog.mjs', import.meta.url), {
  workerData: { parentPid: process.ppid },
  execArgv: [],
  resourceLimits: { maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 1 },
}).unref();

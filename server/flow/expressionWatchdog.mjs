// Runs as a thread inside an expression process. The main thread does not look at its limits in the middle of a single
// step, such as a picture of 100 million digits; this thread does, and kills the process.
import { workerData } from 'node:worker_threads';
import '../foundation/parentWatchdog.mjs';

const LOOK_EVERY_MS = 100;

/**
 * - `current`: the number of the current expression, 0 if there is none, -1 if the process is being killed
 * - `mostMs`: the processor time that an expression may take
 */
const { current, mostMs } = workerData;
let watched = 0;
let before = process.cpuUsage();

setInterval(() => {
  const number = Atomics.load(current, 0);
  if (number !== watched) {
    watched = number;
    before = process.cpuUsage();
    return;
  }
  if (watched === 0) return;
  const { user, system } = process.cpuUsage(before);
  const isTooMuch = (user + system) / 1000 >= mostMs;
  if (isTooMuch && Atomics.compareExchange(current, 0, watched, -1) === watched) process.kill(process.pid, 'SIGKILL');
}, LOOK_EVERY_MS);

// Runs as a thread inside a child process. The main thread cannot notice that the server is gone while it computes or
// reads; this thread can, and kills the process.
import { workerData } from 'node:worker_threads';

const LOOK_EVERY_MS = 500;

function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}

setInterval(() => {
  const { parentPid } = workerData;
  if (process.ppid !== parentPid || !isAlive(parentPid)) process.kill(process.pid, 'SIGKILL');
}, LOOK_EVERY_MS);

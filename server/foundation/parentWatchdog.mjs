// A thread beside the one that works in a process of its own: that one hears nothing while it computes or reads, not even
// that the server has ended.
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

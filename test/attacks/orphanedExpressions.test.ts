// cspell:ignore cmdline
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { skipBecause } from '../support/skip.ts';
import { until } from '../support/until.ts';

const ENTRY = fileURLToPath(new URL('./computingServer.ts', import.meta.url));

/** The expression processes started by this one. */
const workersOf = (pid: number): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((each) => new RegExp(`^PPid:\\s*${pid}$`, 'm').test(read(each, 'status')) && isWorker(each));

const isWorker = (pid: number): boolean => read(pid, 'cmdline').includes('expressionWorker');

function read(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return ''; // it has ended
  }
}

describe('The child processes of a killed server', function () {
  this.timeout(60_000);
  let server: ChildProcess | undefined;
  let processes: number[] = [];
  afterEach(() => {
    server?.kill('SIGKILL');
    for (const pid of processes.filter(isWorker)) process.kill(pid, 'SIGKILL');
  });

  it('end too, even if their expressions never would', async function () {
    if (process.platform !== 'linux') return skipBecause(this, 'it reads /proc');
    server = fork(ENTRY, { execArgv: ['--import', 'tsx'] });
    const [ready] = (await once(server, 'message')) as [string];
    expect(ready).to.equal('computing');
    await until(() => workersOf(server!.pid!).length === 2);
    processes = workersOf(server.pid!);
    await new Promise((resolve) => setTimeout(resolve, 1000));
    expect(processes.map(isWorker), 'they compute until then').to.deep.equal([true, true]);

    server.kill('SIGKILL');
    await once(server, 'exit');
    await until(() => !processes.some(isWorker));
  });
});

import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { childProcesses, isRunning } from '../support/childProcesses.ts';
import { skipBecause } from '../support/skip.ts';
import { until } from '../support/until.ts';

const ENTRY = fileURLToPath(new URL('./computingServer.ts', import.meta.url));

const isWorker = (pid: number): boolean => isRunning('expressionWorker', pid);

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
    await until(() => childProcesses('expressionWorker', server!.pid).length === 2);
    processes = childProcesses('expressionWorker', server.pid);
    await new Promise((resolve) => setTimeout(resolve, 1000));
    expect(processes.map(isWorker), 'they compute until then').to.deep.equal([true, true]);

    server.kill('SIGKILL');
    await once(server, 'exit');
    await until(() => !processes.some(isWorker));
  });
});

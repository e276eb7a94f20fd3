import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Person } from '../../contract/people.ts';
import type { Config } from '../../server/foundation/config.ts';
import { bundledServer } from './bundledServer.ts';
import type { Brought, Order, Reply, ServerOptions, Told } from './server.ts';

/** A server in its own process. */
export interface ServerProcess {
  url: string;
  /** All at once, through the function that every channel calls; resolves with each result. */
  answer(answers: Brought[]): Promise<Told[]>;
  /** Starts so many executions of a flow without HTTP. Resolves when all are stored. */
  begin(order: { flowId: string; count: number; startedBy: Person }): Promise<void>;
  /** Bytes in use after garbage collection. */
  memory(): Promise<number>;
  /** How far its clock is ahead of ours, in ms. */
  setClock(offsetMs: number): Promise<void>;
  /** SIGKILL. Resolves when the process is gone. */
  kill(): Promise<void>;
  /** Whether it reports readiness; false if it is gone. */
  isReady(): Promise<boolean>;
  /** Lets it finish running work. */
  stop(): Promise<void>;
  /** Its reported errors: log lines at level `error` and above. */
  faults: string[];
}

/**
 * A process that has loaded the product and waits, because loading takes seconds that are not part of the product's
 * start.
 */
export interface PreparedServer {
  start(config: Config, options?: ServerOptions): Promise<ServerProcess>;
  kill(): Promise<void>;
}

/** @param other `server.ts` of another version */
export function prepareServer(other?: string): PreparedServer {
  const launching = launch(other);
  launching.catch(() => {}); // `start` rejects with it

  return {
    kill: async () => (await launching).kill(),
    async start(config, options = {}) {
      const { child, order, gone, kill, faults } = await launching;
      await order.ready;
      const { url } = await order.give({ kind: 'start', config, options });
      return {
        url: url!,
        faults,
        kill,
        answer: async (answers) => (await order.give({ kind: 'answer', answers })).told!,
        begin: async (which) => void (await order.give({ kind: 'begin', ...which })),
        setClock: async (offsetMs) => void (await order.give({ kind: 'clock', offsetMs })),
        memory: async () => (await order.give({ kind: 'memory' })).bytes!,
        async isReady() {
          if (!child.connected) return false;
          const { isReady } = await order.give({ kind: 'ready' }).catch(() => ({ isReady: false }));
          return isReady ?? false;
        },
        async stop() {
          if (!child.connected) return;
          await order.give({ kind: 'stop' });
          child.disconnect();
          await gone;
        },
      };
    },
  };
}

async function launch(other: string | undefined) {
  const loader = other ? ['--import', 'tsx'] : [];
  const child = fork(other ?? (await bundledServer()), {
    execArgv: ['--expose-gc', ...loader],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const faults: string[] = [];
  for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (data) => faults.push(String(data)));
  const gone = once(child, 'exit');
  const kill = async () => {
    child.kill('SIGKILL');
    await gone;
  };
  return { child, order: createOrders(child), gone, kill, faults };
}

/** Commands and replies over the channel between parent and child. */
function createOrders(child: ChildProcess) {
  const open = new Map<number, { resolve(reply: Reply): void; reject(error: Error): void }>();
  const wait = (id: number) => new Promise<Reply>((resolve, reject) => open.set(id, { resolve, reject }));
  const ready = wait(0);
  ready.catch(() => {}); // a process that was killed before it was used
  let count = 0;
  child.on('message', ({ id, ...reply }: Reply & { id: number }) => {
    const { resolve, reject } = open.get(id)!;
    open.delete(id);
    if (reply.fault === undefined) resolve(reply);
    else reject(new Error(reply.fault));
  });
  child.once('exit', () => open.forEach(({ reject }) => reject(new Error('the server process is gone'))));
  return {
    ready,
    give(order: Order): Promise<Reply> {
      const id = ++count;
      const reply = wait(id);
      child.send({ id, order });
      return reply;
    },
  };
}

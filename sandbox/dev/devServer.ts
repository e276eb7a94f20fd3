// The server of npm run dev, in a process of its own: a newer one takes its place when a source changes.
import { readConfig } from '../../server/foundation/config.ts';
import { stopOnSignals } from '../../server/foundation/stopOnSignals.ts';
import { start } from '../../server/main.ts';
import { loadSamples } from '../samples.ts';
import type { SandboxConfig } from '../sandbox.ts';
import { readTenant } from '../tenant.ts';

/** What the process that watches says first, and only once. */
export interface DevSettings {
  sandbox: SandboxConfig;
  /** Where people reach the client, and the server behind it. */
  publicUrl: string;
  /** 0: any; the answer says which. */
  port: number;
}

/** What it is told as soon as requests can come. */
export interface Ready {
  port: number;
}

async function serve({ sandbox, publicUrl, port }: DevSettings): Promise<void> {
  const product = await start({ ...readConfig(process.env, 'sandbox'), ...sandbox, publicUrl, port });
  stopOnSignals(() => product.close());
  await loadSamples(product.services, readTenant().people[0]!);
  process.send!({ port: (product.app.server.address() as { port: number }).port } satisfies Ready);
}

// whoever could restart it is gone
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
process.once('message', (settings: DevSettings) => {
  void serve(settings).catch((error: unknown) => {
    process.stderr.write(`${(error as Error).stack}\n`);
    process.exit(1);
  });
});

// The server of npm run dev, in its own process, which is replaced when a source changes.
import { readConfig } from '../../server/foundation/config.ts';
import { stopOnSignals } from '../../server/foundation/stopOnSignals.ts';
import { start } from '../../server/main.ts';
import { loadSamples } from '../samples.ts';
import type { SandboxConfig } from '../sandbox.ts';
import { readTenant } from '../tenant.ts';

/** The first and only message from the watching process. */
export interface DevSettings {
  sandbox: SandboxConfig;
  /** The public URL of client and server. */
  publicUrl: string;
  /** 0: any free port; `Ready` names it. */
  port: number;
}

/** The reply once the server accepts requests. */
export interface Ready {
  port: number;
}

async function serve({ sandbox, publicUrl, port }: DevSettings): Promise<void> {
  const product = await start({ ...readConfig(process.env, 'sandbox'), ...sandbox, publicUrl, port });
  stopOnSignals(() => product.close());
  await loadSamples(product.services, readTenant().people[0]!);
  process.send!({ port: (product.app.server.address() as { port: number }).port } satisfies Ready);
}

// stops when the watching process is gone
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
process.once('message', (settings: DevSettings) => {
  void serve(settings).catch((error: unknown) => {
    process.stderr.write(`${(error as Error).stack}\n`);
    process.exit(1);
  });
});

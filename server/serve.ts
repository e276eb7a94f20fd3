import { CLIENT_ROOT } from './app.ts';
import { isBuilt } from './channels/web/staticClient.ts';
import { ConfigError } from './foundation/config.ts';
import { outliveReader } from './foundation/outliveReader.ts';
import { ownConfig } from './foundation/ownConfig.ts';
import { explained } from './foundation/refusedStart.ts';
import { UnsealableError } from './foundation/settings/cipher.ts';
import { stopOnSignals } from './foundation/stopOnSignals.ts';
import { startOrSetUp } from './startOrSetUp.ts';

/** `npm run serve`: the product on a real tenant. It builds nothing: the build tools are not installed in production. */
async function serve(): Promise<void> {
  if (!(await isBuilt(CLIENT_ROOT))) return refuse('The web client is not built yet: call npm ci && npm run build.');
  outliveReader(process.stdout);
  let close = () => Promise.resolve(); // until the start is complete, nobody relies on this process
  stopOnSignals(() => close());
  const running = await startOrSetUp(ownConfig(), (line) => process.stdout.write(`${line}\n`));
  close = running.close;
  await running.product;
}

function refuse(reason: string | undefined): void {
  process.stderr.write(`${reason}\n`);
  process.exitCode = 1;
}

function giveUp(error: unknown): void {
  const told: Error & { code?: string } = explained(error);
  // such as a busy port or the wrong key
  const isEnvironmental = told instanceof ConfigError || told instanceof UnsealableError || told.code !== undefined;
  refuse(isEnvironmental ? told.message : told.stack);
}

await serve().catch(giveUp);

// npm start: the whole product against a tenant on this machine. The product's code is the production code.
import { readConfig } from '../server/foundation/config.ts';
import { start } from '../server/main.ts';
import { stopOnSignals } from '../server/foundation/stopOnSignals.ts';
import { explainBusyPort } from './ports.ts';
import { loadSamples } from './samples.ts';
import { startSandbox } from './sandbox.ts';
import { banner, refusalToStart } from './startUp.ts';
import { readTenant } from './tenant.ts';

async function main(env: NodeJS.ProcessEnv): Promise<void> {
  const refusal = refusalToStart(env);
  if (refusal) throw new Error(refusal);

  const surroundings = readConfig(env, 'sandbox');
  const tenant = readTenant();
  tenant.registrations.client.redirectUris.push({ platform: 'spa', uri: `${surroundings.publicUrl}/` });
  const sandbox = await startSandbox({ tenant, portBase: env['SANDBOX_PORT_BASE'] });
  const product = await start({ ...surroundings, ...sandbox.config }).catch(async (error: unknown) => {
    await sandbox.close();
    throw explainBusyPort(error, 'Handback', surroundings.port, 'PORT');
  });

  const stop = async () => {
    await product.close();
    await sandbox.close();
  };
  stopOnSignals(stop);
  await loadSamples(product.services, tenant.people[0]!);
  console.log(banner(sandbox, product.url));
}

await main(process.env).catch((error: unknown) => {
  console.error((error as Error).message);
  process.exitCode = 1;
});

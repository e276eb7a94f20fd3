// npm start: the whole product against a tenant on this machine. The product's code is the production code.
import { start } from '../server/main.ts';
import { stopOnSignals } from '../server/foundation/stopOnSignals.ts';
import { explainBusyPort } from './ports.ts';
import { loadSamples } from './samples.ts';
import { banner, startForEnvironment } from './startUp.ts';

async function main(env: NodeJS.ProcessEnv): Promise<void> {
  const { surroundings, sandbox } = await startForEnvironment(env);
  const product = await start({ ...surroundings, ...sandbox.config }).catch(async (error: unknown) => {
    await sandbox.close();
    throw explainBusyPort(error, 'Handback', surroundings.port, 'PORT');
  });

  const stop = async () => {
    await product.close();
    await sandbox.close();
  };
  stopOnSignals(stop);
  await loadSamples(product.services, sandbox.tenant.people[0]!);
  console.log(banner(sandbox, product.url));
}

await main(process.env).catch((error: unknown) => {
  console.error((error as Error).message);
  process.exitCode = 1;
});

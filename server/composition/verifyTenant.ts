/**
 * `npm run verify:tenant`: checks the registrations at Microsoft Entra ID, as stored or as given by a server's
 * environment variables. Prints a line per check; exit code 1 if something Handback needs is missing or wrong.
 */
import { readOptions } from '../foundation/commandOptions.ts';
import { ownConfig } from '../foundation/ownConfig.ts';
import { createPlatformFetch } from '../foundation/http/outbound.ts';
import { reportOnDrives } from './driveReport.ts';
import { reportOnSites } from './siteReport.ts';
import { settingsAtRest } from './settingsAtRest.ts';
import { reportOnTenant } from './tenantReport.ts';

const USAGE = `npm run verify:tenant
Checks the registrations at Microsoft Entra ID, as stored or as given by the variables of a server. Exit code 1: something
that Handback needs is missing or wrong.`;

async function main(): Promise<number> {
  readOptions(USAGE, {}); // rejects all arguments
  const config = ownConfig();
  const values = await settingsAtRest(config);
  const platformFetch = createPlatformFetch(config.originMap);
  const tenant = await reportOnTenant({ ...config, ...values }, platformFetch);
  const sites = await reportOnSites(values, platformFetch);
  const drives = await reportOnDrives(values, platformFetch);
  process.stdout.write(`${[...tenant.lines, ...drives.lines, ...sites.lines].join('\n')}\n`);
  return tenant.isOk && drives.isOk && sites.isOk ? 0 : 1;
}

process.exitCode = await main().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`);
  return 1;
});

/** `npm run grant-site -- <address or id of a site> [--show|--revoke]`: see `siteGrantCommand.ts`. */
import { createPlatformFetch } from '../foundation/http/outbound.ts';
import { grantSite } from './siteGrantCommand.ts';

/** The server may wait for up to a minute when Microsoft throttles it. */
const TIMEOUT_MS = 90_000;

const { code, text } = await grantSite({
  args: process.argv.slice(2),
  env: process.env,
  fetch: createPlatformFetch({}, TIMEOUT_MS),
});
(code === 0 ? process.stdout : process.stderr).write(`${text}\n`);
process.exitCode = code;

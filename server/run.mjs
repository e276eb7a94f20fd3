// Runs a program that `npm run build` has built: `node server/run.mjs serve`. It builds nothing itself, because in
// production there are no tools to build with.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const [name] = process.argv.splice(2, 1);
const program = new URL(`../out/server/${name}.js`, import.meta.url);

if (existsSync(program)) {
  process.setSourceMapsEnabled(true);
  process.argv[1] = fileURLToPath(program);
  await import(program.href);
} else {
  process.stderr.write('Handback is not built yet: call npm ci && npm run build.\n');
  process.exitCode = 1;
}

// npm run manifests [-- teams | slack]: fills the manifests that an administrator uploads, and writes them to
// out/manifests. npm run manifests -- entra [--with groups,profiles]: writes a script and steps for the registrations
// in Microsoft Entra ID.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { strToU8, zipSync } from 'fflate';
import packageJson from '../package.json' with { type: 'json' };
import { withStored } from '../server/composition/settingsAtRest.ts';
import { planOf } from './entra/plan.ts';
import { scriptOf } from './entra/script.ts';
import { stepsOf } from './entra/steps.ts';
import { APPS, fill, ManifestError, readValues, withScopes, type App } from './fill.ts';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const OUT = path.resolve('out', 'manifests');

/** A fixed time, so that the zip is reproducible. */
const WRITTEN_AT = new Date('2026-01-01T00:00:00');

async function filled(app: App, values: Record<string, string>): Promise<string> {
  const template: unknown = JSON.parse(await readFile(path.join(HERE, app, 'manifest.json'), 'utf8'));
  const manifest = fill(template, values);
  const whole = app === 'slack' ? withScopes(manifest as Parameters<typeof withScopes>[0], values) : manifest;
  return `${JSON.stringify(whole, null, 2)}\n`;
}

const WRITERS: Record<App, (manifest: string) => Promise<string>> = {
  async teams(manifest) {
    const icon = async (name: string) => new Uint8Array(await readFile(path.join(HERE, 'teams', name)));
    const files = {
      'manifest.json': strToU8(manifest),
      'color.png': await icon('color.png'),
      'outline.png': await icon('outline.png'),
    };
    const file = path.join(OUT, 'teams.zip');
    await writeFile(file, zipSync(files, { mtime: WRITTEN_AT }));
    return file;
  },
  async slack(manifest) {
    const file = path.join(OUT, 'slack.json');
    await writeFile(file, manifest);
    return file;
  },
};

/** Writes one app's file, or all without a name. Returns the paths. */
async function writeManifests(wanted: string | undefined, env: NodeJS.ProcessEnv): Promise<string[]> {
  const apps = APPS.filter((app) => wanted === undefined || app === wanted);
  if (apps.length === 0)
    throw new ManifestError([`there is no manifest for ${wanted}: it is ${[...APPS, 'entra'].join(' or ')}`]);
  const values = readValues(env, apps, packageJson.version);
  await mkdir(OUT, { recursive: true });
  return Promise.all(apps.map(async (app) => WRITERS[app](await filled(app, values))));
}

/** Writes the script and the steps for the registrations. Returns the paths. @param features separated by commas */
async function writeEntra(features: string, env: NodeJS.ProcessEnv): Promise<string[]> {
  const plan = planOf(readValues(env, ['entra'], packageJson.version), features);
  const body = await readFile(path.join(HERE, 'entra', 'registrations.sh'), 'utf8');
  const files = { 'entra.sh': scriptOf(plan, body), 'entra.md': stepsOf(plan) };
  await mkdir(OUT, { recursive: true });
  return Promise.all(
    Object.entries(files).map(async ([name, text]) => {
      await writeFile(path.join(OUT, name), text);
      return path.join(OUT, name);
    }),
  );
}

/** @throws ManifestError for unknown arguments */
function readArguments(args: string[]): { wanted: string | undefined; values: { with?: string } } {
  try {
    const { values, positionals } = parseArgs({ args, options: { with: { type: 'string' } }, allowPositionals: true });
    if (positionals.length > 1) throw new Error(`one of them at a time, not ${positionals.join(' and ')}`);
    return { wanted: positionals[0], values };
  } catch (error) {
    throw new ManifestError([(error as Error).message.split('. ', 1)[0]!]); // the rest is advice on quoting
  }
}

const USAGE = `npm run manifests [-- teams | slack]
npm run manifests -- entra [--with groups,profiles]`;

async function write(args: string[], env: NodeJS.ProcessEnv): Promise<string[]> {
  const { wanted, values } = readArguments(args);
  if (wanted === 'entra') return writeEntra(values.with ?? '', env);
  if (values.with !== undefined) throw new ManifestError(['--with belongs to entra']);
  return writeManifests(wanted, env);
}

try {
  const asksForHelp = process.argv.slice(2).some((each) => each === '--help' || each === '-h');
  if (asksForHelp) {
    process.stdout.write(`${USAGE}\n`);
    process.exit(0);
  }
  const written = await write(process.argv.slice(2), await withStored(process.env));
  process.stdout.write(`${written.map((file) => `Wrote ${path.relative('.', file)}`).join('\n')}\n`);
} catch (error) {
  const where = error instanceof ManifestError ? 'manifests/README.md says where each value is found.\n' : '';
  process.stderr.write(`${(error as Error).message}\n${where}`);
  process.exitCode = 1;
}

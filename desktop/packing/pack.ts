/** `npm run pack:desktop`: builds the desktop app and packs it into installers. See docs/packaging.md. */
import { build, Platform } from 'electron-builder';
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { builderConfig, INSTALLERS } from './builderConfig.ts';
import { writeIcons } from './iconFiles.ts';
import { electronVersion, repository } from '../appManifest.ts';
import { setRollout, toPercentage } from './rollout.ts';
import { PackingError } from './signing.ts';
import { whatIsMissing } from './whatIsMissing.ts';

const say = (line: string): void => void process.stdout.write(`${line}\n`);

const { values } = parseArgs({
  options: {
    windows: { type: 'boolean' },
    mac: { type: 'boolean' },
    linux: { type: 'boolean' },
    folder: { type: 'boolean' }, // no installer, only the unpacked app
    testable: { type: 'boolean' }, // an unpacked app for the smoke test; not for distribution
    rollout: { type: 'string' }, // changes the existing feeds and packs nothing
  },
});

try {
  if (values.rollout !== undefined) await changeRollout(toPercentage(values.rollout));
  else await pack();
} catch (error) {
  const message = error instanceof Error ? error.message : String(error);
  const advice = error instanceof PackingError ? message : whatIsMissing(message, electronVersion());
  process.stderr.write(`${advice ? `Nothing was packed.\n${advice}` : `Packing failed: ${message}`}\n`);
  process.exitCode = 1;
}

async function pack(): Promise<void> {
  if (values.testable && !values.folder)
    throw new PackingError('--testable is for --folder: it is no app to be given to people.');
  const { HANDBACK_ROLLOUT: share } = process.env;
  const rollout = share && !values.folder ? toPercentage(share) : null; // fails before a feed exists that offers the version to more people
  const made = builderConfig(process.env);
  const fuses = { ...made.electronFuses, ...(values.testable && { enableNodeCliInspectArguments: true }) };
  const config = { ...made, electronFuses: fuses };
  execFileSync('npm', ['run', '--silent', 'build:desktop', '--', '--logLevel', 'warn'], {
    cwd: repository,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  await writeIcons();
  const targets = new Map(
    chosen().flatMap((platform) => [...platform.createTarget(values.folder ? 'dir' : undefined)]),
  );
  const packed = await build({ projectDir: repository, targets, config, publish: 'never' });
  for (const file of packed) say(path.relative(repository, file));
  for (const [name, { publish }] of [
    ['Windows', config.win!],
    ['macOS', config.mac!],
    ['Linux', config.linux!],
  ] as const)
    if (!publish) say(`${name}: without updates (not signed, or no HANDBACK_UPDATES_URL).`);
  if (!config.linux!.maintainer) say('Linux: no deb and rpm (no HANDBACK_MAINTAINER and HANDBACK_HOMEPAGE).');
  if (rollout !== null) await changeRollout(rollout);
}

function chosen(): Platform[] {
  const named = [
    ...(values.windows ? [Platform.WINDOWS] : []),
    ...(values.mac ? [Platform.MAC] : []),
    ...(values.linux ? [Platform.LINUX] : []),
  ];
  return named.length > 0 ? named : [Platform.current()];
}

async function changeRollout(percentage: number): Promise<void> {
  const feeds = await setRollout(path.join(repository, INSTALLERS), percentage);
  say(
    feeds.length > 0 ? `${percentage} % in ${feeds.join(', ')}` : 'There is no feed: nothing was packed with updates.',
  );
}

import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import extractOptions from 'dependency-cruiser/config-utl/extract-depcruise-options';

const HOUSE = fileURLToPath(new URL('../..', import.meta.url));

const PLACES = ['contract', 'server', 'bot', 'desktop', 'sandbox', 'samples', 'manifests', 'bench', 'build', 'test'];

/** A misconfigured cruise sees nothing and reports success, so fewer files than this count as a failure. */
const FEWEST_FILES = 100;

export interface ImportReport {
  /** Our own files that were read. */
  files: string[];
  /** `via` is the path of a cycle, otherwise empty. */
  violations: { rule: string; from: string; to: string; via: string[] }[];
}

/** Checks the tree under `root` against the rules of `.dependency-cruiser.cjs`. */
export async function checkImports(root = HOUSE): Promise<ImportReport> {
  const options = await extractOptions(path.join(HOUSE, '.dependency-cruiser.cjs'));
  const places = PLACES.filter((place) => existsSync(path.join(root, place)));
  const { output } = await cruise(places, { ...options, validate: true, baseDir: root });
  const { modules, summary } = output as ICruiseResult;
  const sources = modules.map((module) => module.source);
  return {
    files: sources.filter((source) => isOurs(source) && existsSync(path.join(root, source))),
    violations: summary.violations.map(({ rule, from, to, cycle = [] }) => ({
      rule: rule.name,
      from,
      to,
      via: cycle.map((step) => (typeof step === 'string' ? step : step.name)),
    })),
  };
}

const isOurs = (file: string): boolean => !file.includes('node_modules/');

async function main(): Promise<void> {
  const { files, violations } = await checkImports();
  for (const { rule, from, to, via } of violations)
    console.error(`${rule}: ${from} imports ${via.length > 0 ? via.join(' imports ') : to}`);
  console.log(`${files.length} files read, ${violations.length} forbidden imports`);
  if (files.length < FEWEST_FILES) console.error(`At least ${FEWEST_FILES} files were expected: is the check set up?`);
  if (violations.length > 0 || files.length < FEWEST_FILES) process.exitCode = 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main();

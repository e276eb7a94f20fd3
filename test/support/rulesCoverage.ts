import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** c8's `coverage-summary.json`: a file to the covered share of each measure. */
export type CoverageSummary = Record<string, Record<string, { total: number; covered: number; pct: number }>>;

const HOUSE = fileURLToPath(new URL('../..', import.meta.url));
const MEASURES = ['lines', 'branches', 'functions'];

/** Pure decisions, so every branch can be tested. */
const isRules = (file: string): boolean => /^server\/.*Rules\.ts$|^contract\/answers(\/.*)?\.ts$/.test(file);

/** @returns the number of rules files, and for each one below 100 % what is missing */
export function judgeRules(summary: CoverageSummary, root = HOUSE): { judged: number; problems: string[] } {
  const rules = Object.entries(summary)
    .map(([file, shares]) => [path.relative(root, file).split(path.sep).join('/'), shares] as const)
    .filter(([file]) => isRules(file));
  const problems = rules.flatMap(([file, shares]) => {
    const missing = MEASURES.filter((measure) => (shares[measure]?.pct ?? 0) < 100);
    const figures = missing.map((measure) => `${shares[measure]?.pct ?? 0} % of its ${measure}`);
    return figures.length > 0 ? [`${file}: ${figures.join(', ')}`] : [];
  });
  return { judged: rules.length, problems };
}

async function main(): Promise<void> {
  const summary = JSON.parse(
    await readFile(path.join(HOUSE, 'coverage/coverage-summary.json'), 'utf8'),
  ) as CoverageSummary;
  const { judged, problems } = judgeRules(summary);
  if (judged === 0) problems.push('No file of rules was measured: is the coverage set up?');
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) console.error('Rules are tested to 100 %. `npx c8 report --reporter=text` names the lines.');
  else console.log(`All ${judged} files of rules are covered to 100 %.`);
  process.exitCode = problems.length > 0 ? 1 : 0;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main();

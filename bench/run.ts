// npm run bench [-- --only cycle --seconds 1 --rounds 2 --json file --keep]
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { measureAll } from './measureAll.ts';
import { judge } from './expectations.ts';
import { keepResult } from './results.ts';
import { toTable } from './table.ts';

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    seconds: { type: 'string', default: '3' },
    rounds: { type: 'string', default: '2' },
    scale: { type: 'string', default: '1' },
    json: { type: 'string' },
    /** Writes the tables to `bench/results/`, with the day, the commit and the machine. */
    keep: { type: 'boolean', default: false },
  },
});

const measured = await measureAll(
  {
    only: values.only,
    rounds: Number(values.rounds),
    seconds: Number(values.seconds),
    scale: Number(values.scale),
  },
  (line) => console.error(line),
);
const judged = judge(measured);
const table = toTable(measured, judged);
console.log(table);
if (values.keep) console.error(`Kept in ${await keepResult(values.only, table)}`);
const report = JSON.stringify({ measured, expectations: judged }, null, 2);
if (values.json === undefined) console.log(report);
else await writeFile(values.json, `${report}\n`);

// npm run bench [-- --only cycle --seconds 1 --rounds 2 --json file]
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { measureAll } from './measureAll.ts';
import { judge } from './expectations.ts';
import { toTable } from './table.ts';

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    seconds: { type: 'string', default: '3' },
    rounds: { type: 'string', default: '2' },
    scale: { type: 'string', default: '1' },
    json: { type: 'string' },
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
console.log(toTable(measured, judged));
const report = JSON.stringify({ measured, expectations: judged }, null, 2);
if (values.json === undefined) console.log(report);
else await writeFile(values.json, `${report}\n`);

// npm run versions -- a98293c
// A server of another version and one of this, side by side on one PostgreSQL, as during an update.
import { startPostgres } from '../support/postgres.ts';
import { checkOut } from './otherVersion.ts';
import { besideEachOther } from './sideBySide.ts';

const [commit] = process.argv.slice(2);
if (commit === undefined) throw new Error('npm run versions -- COMMIT');

const other = await checkOut(commit);
const postgres = await startPostgres();
try {
  const { findings, asked } = await besideEachOther(await postgres.createDatabase('template0'), other.entry);
  for (const finding of findings) console.log(`WRONG: ${finding}`);
  console.log(`${asked} questions beside ${commit}: ${findings.length} findings`);
  if (findings.length > 0) process.exitCode = 1;
} finally {
  await postgres.stop();
  await other.remove();
}

/**
 * `npm run audit:verify`: recomputes the chain of the audit, of the product's database or with `--sandbox` of the
 * sandbox's. Prints what it found; ends with 1 when a sealed row is not as it was sealed, with 2 when it could not look.
 */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readConfig } from '../config.ts';
import { openDatabase } from '../database/connection.ts';
import { verifyAudit, type AuditReport } from './verifyAudit.ts';

/** @returns the lines to print */
export function tellReport({ ok, rows, unsealed, last, firstBad }: AuditReport): string[] {
  const waiting = `${unsealed} ${unsealed === 1 ? 'row is' : 'rows are'} not sealed yet.`;
  if (!ok)
    return [
      `The audit was changed: at position ${firstBad!.position}, ${firstBad!.what}.`,
      `${rows} rows before it are as they were sealed; ${waiting}`,
    ];
  return [
    `The audit is as it was written: ${rows} sealed ${rows === 1 ? 'row' : 'rows'}; ${waiting}`,
    `Its newest sealed row is at position ${last!.position}, with the hash ${last!.hash}.`,
    'Keep this line elsewhere: as long as the row at that position has that hash, nothing before it was written anew.',
  ];
}

async function main(): Promise<number> {
  const { databaseUrl } = readConfig(process.env, process.argv.includes('--sandbox') ? 'sandbox' : 'tenant');
  const file = /^sqlite:(.+)$/.exec(databaseUrl)?.[1];
  if (file && !existsSync(file)) throw new Error(`There is no database at ${file}.`);
  const db = await openDatabase(databaseUrl, 1);
  try {
    const report = await verifyAudit(db.reader);
    process.stdout.write(`${tellReport(report).join('\n')}\n`);
    return report.ok ? 0 : 1;
  } finally {
    await db.close();
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  process.exitCode = await main().catch((error: Error) => {
    process.stderr.write(`The audit cannot be verified: ${error.message}\n`);
    return 2;
  });

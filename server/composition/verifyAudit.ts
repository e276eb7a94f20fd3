/**
 * `npm run audit:verify`: recomputes the chain of the audit in the product's database, or with `--sandbox` in the
 * sandbox's. With `-- --head position:hash` the chain must also contain a head that was kept elsewhere. Prints the
 * result; exit code 1 if a sealed row was changed, 2 if it could not verify.
 */
import { readOptions } from '../foundation/commandOptions.ts';
import { ownConfig } from '../foundation/ownConfig.ts';
import type { Link } from '../foundation/audit/chain.ts';
import { createChainSeal } from '../foundation/audit/chainSeal.ts';
import { verifyAudit, type AuditReport } from '../foundation/audit/verifyAudit.ts';
import { openDatabase } from '../foundation/database/connection.ts';
import { refuseKept } from '../foundation/npmOptions.ts';
import { usingDatabase } from '../foundation/refusedStart.ts';
import { findKeys, keysSince } from '../foundation/settings/key.ts';
import { expectFile, expectTables } from './openInstallation.ts';

const USAGE = `npm run audit:verify [-- [--sandbox] [--head position:hash]]
Verifies the chain of the audit; with --head it must also contain a head that was kept elsewhere; with --sandbox, the sandbox's.
Exit code 1: a row was changed; 2: it could not be verified.`;

/** @returns the lines to print */
function tellReport({ ok, rows, unsealed, last, firstBad }: AuditReport): string[] {
  const waiting = `${unsealed} ${unsealed === 1 ? 'row is' : 'rows are'} not sealed yet.`;
  if (!ok)
    return [
      `The audit was changed: at position ${firstBad!.position}, ${firstBad!.what}.`,
      `The ${rows} rows before it are unchanged; ${waiting}`,
    ];
  return [
    `The audit is intact: ${rows} sealed ${rows === 1 ? 'row' : 'rows'}; ${waiting}`,
    `Its newest sealed row is at position ${last!.position}, with the hash ${last!.hash}.`,
    'Keep this line elsewhere: as long as the row at that position has that hash, nothing before it was rewritten.',
  ];
}

function readHead(text: string | undefined): Link | undefined {
  if (text === undefined) return undefined;
  const [, position, hash] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(text) ?? [];
  if (hash === undefined) throw new Error('--head is a position and a hash: 1234:0123…, as the log gives them.');
  return { position: Number(position), hash };
}

async function main(): Promise<number> {
  const { values } = readOptions(USAGE, { sandbox: { type: 'boolean' }, head: { type: 'string' } });
  refuseKept('sandbox', 'head', 'heading');
  const head = readHead(values.head);
  const config = ownConfig(values.sandbox ? 'sandbox' : 'tenant');
  expectFile(config);
  const keys = await findKeys(config);
  if (!keys && !head)
    throw new Error(
      'This needs the key of the installation (HANDBACK_KEY, or the file handback.key in DATA_DIR), or a head that was kept (--head position:hash).',
    );
  const db = await usingDatabase(() => openDatabase(config.databaseUrl, 1));
  try {
    await usingDatabase(() => expectTables(db));
    const seal = keys && createChainSeal(keysSince(keys));
    const report = await usingDatabase(() => verifyAudit(db.reader, { seal, head }));
    process.stdout.write(`${tellReport(report).join('\n')}\n`);
    if (!keys) process.stdout.write('There is no key, so the signature of the chain was not checked.\n');
    return report.ok ? 0 : 1;
  } finally {
    await db.close();
  }
}

process.exitCode = await main().catch((error: Error) => {
  process.stderr.write(`The audit cannot be verified: ${error.message}\n`);
  return 2;
});

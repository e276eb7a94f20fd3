import type { HumanInputPayload } from '../../contract/payload.ts';
import { PROVIDED } from '../flow/secretReferences.ts';
import type { Db } from '../foundation/database/statements.ts';
import type { UnitOfWork } from '../foundation/database/unitOfWork.ts';
import { every, type Loop } from '../foundation/schedule/loops.ts';
import type { Cipher } from '../foundation/settings/cipher.ts';
import { resealAnswer } from './sealedAnswers.ts';

/** The key of a response. */
export interface ResponseKey {
  requestId: string;
  person: string;
}

/**
 * Reseals the passwords of one answer in today's form, and replaces what older versions left of them elsewhere in its
 * execution: references in steps become today's, and displayed texts say `provided`.
 * @throws UnsealableError
 */
async function resealResponse(trx: Db, cipher: Cipher, { requestId, person }: ResponseKey): Promise<boolean> {
  const key = { request_id: requestId, person };
  const row = await trx('responses')
    .join('requests', 'requests.id', 'responses.request_id')
    .where(key)
    .first<{ payload: string; execution_id: string } | undefined>('payload', 'execution_id');
  if (!row) return false;
  const payload = JSON.parse(row.payload) as HumanInputPayload;
  const executionId = row.execution_id;
  const resealed = resealAnswer(cipher, { executionId, requestId, person }, payload.values ?? {});
  if (!resealed) return false;
  // compared with the row that was read: another server may do the same
  await trx('responses')
    .where({ ...key, payload: row.payload })
    .update({ payload: JSON.stringify({ ...payload, values: resealed.values }) });
  if (resealed.references.size > 0) await replaceInExecution(trx, executionId, resealed.references);
  return true;
}

/**
 * Reseals the next answers with passwords, in key order; `last` is where to continue, null at the end.
 * @throws UnsealableError
 */
export async function resealResponses(
  trx: Db,
  cipher: Cipher,
  after: ResponseKey,
  limit: number,
): Promise<{ resealed: number; last: ResponseKey | null }> {
  const rows: { request_id: string; person: string }[] = await trx('responses')
    .whereRaw('(request_id, person) > (?, ?)', [after.requestId, after.person])
    .whereRaw(`(payload like '%"sealed":"v_.%' or payload like '%"secret":"v_.%')`)
    .orderBy(['request_id', 'person'])
    .limit(limit)
    .select('request_id', 'person');
  let resealed = 0;
  for (const { request_id: requestId, person } of rows)
    if (await resealResponse(trx, cipher, { requestId, person })) resealed++;
  const last = rows.at(-1);
  return { resealed, last: last ? { requestId: last.request_id, person: last.person } : null };
}

/** Columns where older references are values, and columns where they only occur within texts. */
const STEP_COLUMNS = ['output', 'assigned'];
const SHOWN_STEP_COLUMNS = ['error', 'summary', 'summary_said'];

async function replaceInExecution(trx: Db, executionId: string, references: Map<string, string>): Promise<void> {
  const inJson = new Map([...references].map(([was, is]) => [was, JSON.stringify(is).slice(1, -1)]));
  const hidden = new Map([...references.keys()].map((was) => [was, PROVIDED]));
  const ofExecution = { execution_id: executionId };
  await replaceIn(trx, 'execution_steps', { key: ['execution_id', 'seq'], columns: STEP_COLUMNS }, ofExecution, inJson);
  const shown = { key: ['execution_id', 'seq'], columns: SHOWN_STEP_COLUMNS };
  await replaceIn(trx, 'execution_steps', shown, ofExecution, hidden);
  await replaceIn(trx, 'executions', { key: ['id'], columns: ['error'] }, { id: executionId }, hidden);
  await replaceIn(trx, 'requests', { key: ['id'], columns: ['body'] }, ofExecution, hidden);
}

type TextRow = Record<string, string | number | null>;

async function replaceIn(
  trx: Db,
  table: string,
  { key, columns }: { key: string[]; columns: string[] },
  where: Record<string, string>,
  texts: Map<string, string>,
): Promise<void> {
  const rows: TextRow[] = await trx(table)
    .where(where)
    .select([...key, ...columns]);
  for (const row of rows) {
    const changed = columns.flatMap((column) => {
      const text = replaceAll(row[column], texts);
      return text === row[column] ? [] : [[column, text] as const];
    });
    const ofRow = Object.fromEntries(key.map((name) => [name, row[name]!]));
    if (changed.length > 0) await trx(table).where(ofRow).update(Object.fromEntries(changed));
  }
}

function replaceAll(value: TextRow[string] | undefined, texts: Map<string, string>): TextRow[string] | undefined {
  if (typeof value !== 'string') return value;
  let text = value;
  for (const [was, is] of texts) text = text.replaceAll(was, () => is);
  return text;
}

interface Parts {
  units: UnitOfWork;
  reader: Db;
  cipher: Cipher;
  report(error: unknown, about: string): void;
}

const LOOK_EVERY_MS = 60 * 60_000;
const BATCH = 50;

/**
 * Reseals the answers that a migration found sealed for no place. It may be stopped at any time. An answer that the
 * given keys cannot open is reported, and retried after the next start or in an hour.
 */
export function createAnswerBinder({ units, reader, cipher, report }: Parts): Loop {
  let after: ResponseKey = { requestId: '', person: '' };

  async function bind(key: ResponseKey): Promise<void> {
    try {
      await units.run(async ({ trx }) => {
        await resealResponse(trx, cipher, key);
        await trx('unbound_answers').where({ request_id: key.requestId, person: key.person }).delete();
      });
    } catch (error) {
      report(error, `answers.bind ${key.requestId}`);
    }
  }

  return every('answers.bind', LOOK_EVERY_MS, async () => {
    const rows: { request_id: string; person: string }[] = await reader('unbound_answers')
      .whereRaw('(request_id, person) > (?, ?)', [after.requestId, after.person])
      .orderBy(['request_id', 'person'])
      .limit(BATCH);
    for (const { request_id: requestId, person } of rows) await bind((after = { requestId, person }));
    const isMore = rows.length === BATCH;
    if (!isMore) after = { requestId: '', person: '' };
    return isMore;
  });
}

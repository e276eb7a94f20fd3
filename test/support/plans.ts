import type { Database } from '../../server/foundation/database/connection.ts';

interface Asked {
  sql: string;
  bindings: (string | number)[];
}

/** The query plans of all statements that `read` sends to its reader. */
export async function plansOf({ kind, reader }: Database, read: () => Promise<unknown>): Promise<string[]> {
  const asked: Asked[] = [];
  // a connection discards its plans from time to time
  const note = (query: Asked) => void (query.sql !== 'discard plans' && asked.push(query));
  reader.on('query', note);
  await read();
  reader.off('query', note);
  const plans: string[] = [];
  for (const { sql, bindings } of asked) {
    const plain = sql.replace(/\$\d+/g, '?');
    if (kind === 'sqlite') {
      const steps: { detail: string }[] = await reader.raw(`explain query plan ${plain}`, bindings);
      plans.push(steps.map(({ detail }) => detail).join('\n'));
    } else {
      const { rows } = await reader.raw(`explain ${plain}`, bindings);
      plans.push(rows.map((row: Record<string, string>) => row['QUERY PLAN']).join('\n'));
    }
  }
  return plans;
}

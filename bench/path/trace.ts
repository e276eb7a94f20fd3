import type { Knex } from 'knex';

interface Statement {
  sql: string;
  begunAt: number;
  endedAt: number;
}

/** The part of knex's clients that its types lack: each statement passes through here, BEGIN and COMMIT too. */
interface Dialect {
  _query(connection: object, statement: { sql: string }): Promise<unknown>;
}

const BEGIN = /^begin/i;
const COMMIT = /^commit/i;

/** What a server does in the database and when: the stages of a cycle, for one in flight on an idle server. */
export function createTrace(db: Knex) {
  const statements: Statement[] = [];
  const calls: number[] = [];
  const dialect = Object.getPrototypeOf(db.client) as Dialect;
  const query = dialect._query;
  dialect._query = async function (connection, statement) {
    const timed = { sql: statement.sql, begunAt: performance.now(), endedAt: NaN };
    statements.push(timed);
    const result = await query.call(this, connection, statement);
    timed.endedAt = performance.now();
    return result;
  };

  return {
    /** A call has arrived. */
    called: () => void calls.push(performance.now()),
    reset() {
      statements.length = calls.length = 0;
    },
    /** Per cycle, in milliseconds and numbers. */
    figures(cycles: number): Record<string, number> {
      const units = unitsIn(statements);
      const names = unitNames(units);
      const commitsOf = (isOwn: boolean) =>
        names.filter(([, each]) => isInCycle(each, cycles) === isOwn).flatMap(([, each]) => each).length / cycles;
      const inUnits = new Set(units.flat());
      const perCycle = (all: number[]) => all.reduce((total, ms) => total + (ms || 0), 0) / cycles;
      const took = ({ begunAt, endedAt }: Statement) => endedAt - begunAt;
      return {
        statements: statements.filter(({ sql }) => !BEGIN.test(sql) && !COMMIT.test(sql)).length / cycles,
        commits: commitsOf(true),
        loopCommits: commitsOf(false),
        beforeFirstStatementMs: perCycle(
          calls.map((at) => (statements.find(({ begunAt }) => begunAt >= at)?.begunAt ?? at) - at),
        ),
        lookUpsMs: perCycle(statements.filter((each) => !inUnits.has(each)).map(took)),
        unitsMs: perCycle(units.map((unit) => unit.at(-1)!.endedAt - unit[0]!.begunAt)),
        ...Object.fromEntries(names.map(([name, own]) => [`${name}Ms`, perCycle(own)])),
        commitsMs: perCycle(units.map((unit) => took(unit.at(-1)!))),
      };
    },
  };
}

/** On SQLite units do not overlap; on PostgreSQL, with one in flight, neither. */
function unitsIn(statements: Statement[]): Statement[][] {
  const units: Statement[][] = [];
  let unit: Statement[] | null = null;
  for (const statement of statements) {
    if (BEGIN.test(statement.sql)) unit = [];
    unit?.push(statement);
    if (!COMMIT.test(statement.sql) || !unit) continue;
    units.push(unit);
    unit = null;
  }
  return units;
}

/** Units that do not occur in every cycle come from a loop that handles many cycles at once. */
const isInCycle = (units: number[], cycles: number): boolean => units.length >= cycles / 2;

/** Units by their first statement, such as `insert executions`, with the milliseconds of each. */
function unitNames(units: Statement[][]): [string, number[]][] {
  const byName = new Map<string, number[]>();
  for (const unit of units) {
    const [, verb = 'unit', table = ''] =
      /^(?:with .*?\b(?=(?:insert|update|delete) ))?(insert|update|select|delete)\b.*?\b(?:into|from|update)? ?(executions|requests|responses|notifications|execution_steps|audit|tokens|servers)\b/is.exec(
        unit[1]?.sql ?? '',
      ) ?? [];
    const name = `${verb} ${table}`.trim();
    byName.set(name, [...(byName.get(name) ?? []), unit.at(-1)!.endedAt - unit[0]!.begunAt]);
  }
  return [...byName];
}

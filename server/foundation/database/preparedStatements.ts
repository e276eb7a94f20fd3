import { LRUCache } from 'lru-cache';

type Done = (this: unknown, error: Error | null, rows?: unknown[]) => void;
type Method = 'all' | 'run';
type Perform = (sql: string, bindings: unknown[] | undefined, done: Done) => void;

interface Statement {
  all(bindings: unknown[], done: Done): void;
  run(bindings: unknown[], done: Done): void;
  finalize(): void;
}

/** The parts of a `sqlite3` connection that we use. */
export interface Sqlite3Connection {
  all: Perform;
  run: Perform;
  prepare(sql: string, done: (error: Error | null) => void): Statement;
  exec(sql: string, done: (error: Error | null) => void): void;
  serialize(): void;
  close(done: (error: Error | null) => void): void;
}

/** Statements a connection keeps prepared; the least recently used one is dropped. */
const MOST_PREPARED = 200;
const BEGIN = /^begin\b/i;
const ROLLBACK = /^rollback\b/i;
const COMMIT = /^commit\b/i;
const IS_WORTH_PREPARING = /^(select|insert|update|delete|with|begin|commit|rollback)\b/i;

/**
 * Makes a connection keep its statements prepared, which saves each one a trip through the driver's threads. The driver
 * lets prepared statements overtake each other even in serialised mode, so here each starts when the previous one has
 * ended. Once a statement of a transaction has failed, its later ones do not run until the rollback, not even COMMIT:
 * they may have been queued before the failure was known.
 */
export function prepareStatements(connection: Sqlite3Connection): void {
  const prepared = new LRUCache<string, Statement>({
    max: MOST_PREPARED,
    dispose: (statement) => statement.finalize(),
  });
  const waiting: (() => void)[] = [];
  let isBusy = false;
  let isInTransaction = false;
  let failure: Error | null = null;
  const unprepared = { all: connection.all.bind(connection), run: connection.run.bind(connection) };
  const close = connection.close.bind(connection);

  function performNext(): void {
    isBusy = false;
    waiting.shift()?.();
  }

  function noteEnd(sql: string, error: Error | null): void {
    if (BEGIN.test(sql)) [isInTransaction, failure] = [!error, error];
    else if (ROLLBACK.test(sql)) [isInTransaction, failure] = [false, null];
    else if (error && isInTransaction) failure ??= error;
    else if (COMMIT.test(sql)) isInTransaction = false;
  }

  function perform(method: Method, sql: string, bindings: unknown[], done: Done): void {
    if (failure && !(ROLLBACK.test(sql) || (BEGIN.test(sql) && !isInTransaction))) {
      const { message, code } = failure as Error & { code?: string };
      done.call({}, Object.assign(new Error(`not executed after: ${message}`), { code }));
      return performNext();
    }
    isBusy = true;
    const ended: Done = function (error, rows) {
      const { changes, lastID } = (this ?? {}) as { changes?: number; lastID?: number };
      if (error) prepared.delete(sql);
      noteEnd(sql, error);
      if (error) done.call({}, error); // before the queued ones report that they were not tried
      performNext();
      if (!error) done.call({ changes, lastID }, error, rows);
    };
    if (!IS_WORTH_PREPARING.test(sql)) return unprepared[method](sql, bindings, ended);
    const ready = prepared.get(sql);
    if (ready) return ready[method](bindings, ended);
    const statement = connection.prepare(sql, (error) => {
      if (error) return ended(error);
      prepared.set(sql, statement);
      statement[method](bindings, ended);
    });
  }

  const inTurn =
    (method: Method): Perform =>
    (sql, bindings, done) => {
      const begin = () => perform(method, sql, bindings ?? [], done);
      if (isBusy) waiting.push(begin);
      else begin();
    };

  connection.all = inTurn('all');
  connection.run = inTurn('run');
  connection.close = (done) => {
    prepared.clear();
    close(done);
  };
}

import type { Knex } from 'knex';
import { isDatabaseCode, isDatabaseDown, type Fault } from './faultRules.ts';

const known = new WeakSet<object>();

/** Remembers an error as one of a database. */
export function rememberFault(error: unknown): void {
  if (typeof error === 'object' && error !== null) known.add(error);
}

/** Remembers every error that comes from this database: a lost connection can be recognised by its message only. */
export function rememberFaults(db: Knex): void {
  db.client.on('query-error', rememberFault);
  const acquire: () => Promise<unknown> = db.client.acquireConnection.bind(db.client);
  db.client.acquireConnection = () =>
    acquire().catch((error: unknown) => {
      rememberFault(error);
      throw error;
    });
}

/** Makes every later use of this database fail, as if it could not be reached. What has begun goes on. */
export function cutOff(db: Knex, why: string): void {
  db.client.acquireConnection = () => {
    const error = new Error(why);
    rememberFault(error);
    return Promise.reject(error);
  };
}

/** True if the error comes from the database or its driver, and the database could not do its work. */
export function isFaultOfDatabase(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const fault = error as Fault;
  return (known.has(error) || isDatabaseCode(fault.code)) && isDatabaseDown(fault);
}

import { ConfigError } from './config.ts';
import { CommitFailedError, isOverload } from './database/unitOfWork.ts';

const DATABASE = 'DATABASE_URL: the database cannot be used';

/** An AggregateError (several addresses of one host) has no message of its own. A unit keeps the reason as its cause. */
function wordsOf(error: Error & { errors?: Error[] }): string {
  if (error instanceof CommitFailedError && error.cause instanceof Error) return wordsOf(error.cause);
  return error.errors?.map((each) => each.message).join(', ') || error.message;
}

const blame = (variables: string, error: Error & { code?: unknown }): ConfigError =>
  Object.assign(new ConfigError([`${variables}: ${wordsOf(error)}`]), { code: error.code });

/**
 * Runs a step of the start. Errors of the system or the database become a ConfigError that names the variables
 * concerned and keeps the code, if there is one: a lost connection has none. Our own bugs are rethrown unchanged.
 *
 * @param variables with what failed, such as `DATA_DIR: the folder cannot be used`
 * @throws ConfigError
 */
export async function asConfigError<T>(variables: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const fault = error as Error & { code?: unknown };
    if (error instanceof ConfigError || (fault.code === undefined && !isOverload(error))) throw error;
    throw blame(variables, fault);
  }
}

export const usingDatabase = <T>(work: () => Promise<T>): Promise<T> => asConfigError(DATABASE, work);

/**
 * Explains the error of a start or a command that a database ended by going away. Every other error is returned
 * unchanged.
 */
export const explained = (error: unknown): Error =>
  !(error instanceof ConfigError) && isOverload(error) ? blame(DATABASE, error as Error) : (error as Error);

/** @param variables the ones that set the address */
export const toListen = <T>(variables: string, work: () => Promise<T>): Promise<T> =>
  asConfigError(`${variables}: the server cannot listen there`, work);

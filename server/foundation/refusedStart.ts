import { ConfigError } from './config.ts';

/** An AggregateError (several addresses of one host) has no message of its own. */
const wordsOf = ({ message, errors }: Error & { errors?: Error[] }): string =>
  errors?.map((each) => each.message).join(', ') || message;

/**
 * Runs a step of the start. Errors of the system or the database become a ConfigError that names the variables
 * concerned and keeps the code; our own bugs, which have no code, are rethrown unchanged.
 *
 * @param variables with what failed, such as `DATA_DIR: the folder cannot be used`
 * @throws ConfigError
 */
export async function asConfigError<T>(variables: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { code, name } = error as Error & { code?: unknown };
    if (error instanceof ConfigError || (code === undefined && name !== 'KnexTimeoutError')) throw error;
    throw Object.assign(new ConfigError([`${variables}: ${wordsOf(error as Error)}`]), { code });
  }
}

export const usingDatabase = <T>(work: () => Promise<T>): Promise<T> =>
  asConfigError('DATABASE_URL: the database cannot be used', work);

/** @param variables the ones that set the address */
export const toListen = <T>(variables: string, work: () => Promise<T>): Promise<T> =>
  asConfigError(`${variables}: the server cannot listen there`, work);

import { ConfigError } from '../config.ts';

/** Several addresses of one host fail as one error, which has no words of its own. */
const wordsOf = ({ message, errors }: Error & { errors?: Error[] }): string =>
  errors?.map((each) => each.message).join(', ') || message;

/**
 * Does what begins with a database. What the system or the database refuses is told by the variable that says where it
 * is; a fault of ours, which has no code, goes on as it is.
 * @throws ConfigError
 */
export async function reaching<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { code, name } = error as Error & { code?: unknown };
    if (error instanceof ConfigError || (code === undefined && name !== 'KnexTimeoutError')) throw error;
    throw new ConfigError([`DATABASE_URL: the database cannot be used: ${wordsOf(error as Error)}`]);
  }
}

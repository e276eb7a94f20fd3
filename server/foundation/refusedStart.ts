import { ConfigError } from './config.ts';

/** Several addresses of one host fail as one error, which has no words of its own. */
const wordsOf = ({ message, errors }: Error & { errors?: Error[] }): string =>
  errors?.map((each) => each.message).join(', ') || message;

/**
 * Does what a start begins with. What the system or the database refuses is told by the variables that say what was asked
 * of it, and keeps its code; a fault of ours, which has none, goes on as it is.
 *
 * @param variables with what cannot be done, such as `PORT: nobody can be listened to`
 * @throws ConfigError
 */
export async function told<T>(variables: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { code, name } = error as Error & { code?: unknown };
    if (error instanceof ConfigError || (code === undefined && name !== 'KnexTimeoutError')) throw error;
    throw Object.assign(new ConfigError([`${variables}: ${wordsOf(error as Error)}`]), { code });
  }
}

export const ofDatabase = <T>(work: () => Promise<T>): Promise<T> =>
  told('DATABASE_URL: the database cannot be used', work);

/** @param variables of an address */
export const toListen = <T>(variables: string, work: () => Promise<T>): Promise<T> =>
  told(`${variables}: nothing can be served there`, work);

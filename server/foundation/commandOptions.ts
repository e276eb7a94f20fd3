import { parseArgs, type ParseArgsConfig } from 'node:util';

type Options = NonNullable<ParseArgsConfig['options']>;
const HELP = { help: { type: 'boolean', short: 'h' } } as const;

/** What of Node's message is about the argument itself; the rest advises quoting, which helps with none of ours. */
const shortened = (message: string): string => message.split('. ', 1)[0]!;

/** An argument that a command does not take: what is wrong, and what it takes. */
export const wrongArgument = (what: string, usage: string): Error => new Error(`${what}.\n${usage}`);

/**
 * Reads the arguments of a command. With `--help` it prints the usage and ends the process.
 *
 * @param usage the command as one calls it, and what it does
 * @throws Error that says which argument is wrong, and the usage
 */
export function readOptions<T extends Options>(usage: string, options: T, allowPositionals = false) {
  const { values, positionals } = parsed(usage, { ...options, ...HELP }, allowPositionals);
  if ('help' in values && values.help === true) {
    process.stdout.write(`${usage}\n`);
    process.exit(0);
  }
  return { values, positionals };
}

function parsed<T extends Options>(usage: string, options: T, allowPositionals: boolean) {
  try {
    return parseArgs({ options, allowPositionals });
  } catch (error) {
    throw wrongArgument(shortened((error as Error).message), usage);
  }
}

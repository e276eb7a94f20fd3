/**
 * How a person can stand in a column: as a whole (`id`, `name`, `address`: an e-mail address or user principal name), or
 * somewhere in JSON or words. What is kept although they may stand in it says why.
 */
export type Holds = 'nobody' | 'id' | 'name' | 'address' | 'json' | 'words' | { kept: string };

/** What is known of persons in one table. */
export interface PersonTable {
  /** The primary key; rows are read in its order. */
  key: string[];
  /** Every column that holds text; numbers are nobody's name. */
  columns: Record<string, Holds>;
  /** The columns that an export shows of rows whose `id` column is the person's; of others it names the key. */
  exports: string[];
  /** Whose rows these are, where the person can stand in another column of somebody else's row. */
  owner?: string;
  /**
   * What erasing does: `rows` with the person in this column go; `values` are replaced by the pseudonym; values within
   * an `execution` are replaced with all of it, names too; `audit` is redacted; `nothing` is of a person.
   */
  erases: { rows: string } | 'values' | 'execution' | 'audit' | 'nothing';
}

export const AUTHORS: Holds = { kept: 'what authors wrote; a flow whose newest version names the person is refused' };
export const SETTINGS: Holds = { kept: 'the settings of the installation; change them in the client' };
export const SEALED: Holds = { kept: 'sealed, and no person’s' };
export const OTHERS: Holds = { kept: 'what other people wrote; the person’s own messages go' };
/** The key of a call. */
export const OF_PROGRAM: Holds = { kept: 'chosen by a program, and gone after a day; the person’s own go at once' };

export const nobody = <Name extends string>(...names: Name[]) =>
  Object.fromEntries(names.map((name) => [name, 'nobody'])) as Record<Name, 'nobody'>;

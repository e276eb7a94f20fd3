/**
 * How a column can contain a person: as the whole value (`id`, `name`, `address`: an e-mail address or user principal
 * name), or somewhere in JSON or text. `kept` says why a column stays although it may contain them.
 */
export type Holds = 'nobody' | 'id' | 'name' | 'address' | 'json' | 'words' | { kept: string };

/** Personal data in one table. */
export interface PersonTable {
  /** The primary key; rows are read in its order. */
  key: string[];
  /** Every column with text; numbers do not name people. */
  columns: Record<string, Holds>;
  /** The columns to export from rows whose `id` column is the person; of other rows only the key is exported. */
  exports: string[];
  /** The column that says whose row it is, if other columns may name the person too. */
  owner?: string;
  /**
   * What erasing does. `rows`: deletes rows with the person in this column; `values`: replaces them with the pseudonym;
   * `execution`: likewise, together with the rest of the execution and including names; `audit`: redacts; `nothing`: no
   * personal data.
   */
  erases: { rows: string } | 'values' | 'execution' | 'audit' | 'nothing';
}

export const AUTHORS: Holds = {
  kept: 'written by authors; erasing is refused while the newest version of a flow names the person',
};
export const SETTINGS: Holds = { kept: 'the settings of the installation; change them in the client' };
export const SEALED: Holds = { kept: 'sealed, and not personal data' };
export const OTHERS: Holds = { kept: 'written by other people; the person’s own messages are deleted' };
/** For the key of a call. */
export const OF_PROGRAM: Holds = {
  kept: 'chosen by a program, and deleted after a day; the person’s own are deleted at once',
};

export const nobody = <Name extends string>(...names: Name[]) =>
  Object.fromEntries(names.map((name) => [name, 'nobody'])) as Record<Name, 'nobody'>;

import type { Fact } from '../../../contract/facts.ts';
import type { UserNotification } from '../../../contract/notifications.ts';

type WithFacts = Pick<UserNotification, 'facts'>;

/** Kinds whose values are compared digit by digit. */
const AT_END: ReadonlySet<Fact['kind']> = new Set(['number', 'money']);

/** What stands above a column, and whether its values are numbers. */
export interface FactColumn {
  label: string;
  isNumeric: boolean;
}

/** A column for each label, in the order in which questions state them. */
export function factColumns(rows: readonly WithFacts[]): FactColumn[] {
  const columns = new Map<string, boolean>();
  for (const { label, kind } of rows.flatMap(({ facts }) => facts))
    columns.set(label, AT_END.has(kind) && (columns.get(label) ?? true));
  return [...columns].map(([label, isNumeric]) => ({ label, isNumeric }));
}

export const factIn = ({ facts }: WithFacts, label: string): Fact | undefined =>
  facts.find((fact) => fact.label === label);

import type { Fact } from '../../../contract/facts.ts';
import type { UserNotification } from '../../../contract/notifications.ts';

type WithFacts = Pick<UserNotification, 'facts'>;

/** Kinds that are aligned like numbers. */
const AT_END: ReadonlySet<Fact['kind']> = new Set(['number', 'money']);

/** A column's heading, and whether its values are numbers. */
export interface FactColumn {
  label: string;
  isNumeric: boolean;
}

/** One column per label, in the order in which questions list them. */
export function factColumns(rows: readonly WithFacts[]): FactColumn[] {
  const columns = new Map<string, boolean>();
  for (const { label, kind } of rows.flatMap(({ facts }) => facts))
    columns.set(label, AT_END.has(kind) && (columns.get(label) ?? true));
  return [...columns].map(([label, isNumeric]) => ({ label, isNumeric }));
}

export const factIn = ({ facts }: WithFacts, label: string): Fact | undefined =>
  facts.find((fact) => fact.label === label);

import { inColumns } from './table.ts';

/** A disturbance, the promise it tests, and what was seen. */
export interface Finding {
  fault: string;
  bound: string;
  measured: string;
  isKept: boolean;
}

export const tableOfFindings = (findings: readonly Finding[]): string =>
  inColumns([
    ['fault', 'bound', 'measured', ''],
    ...findings.map(({ fault, bound, measured, isKept }) => [fault, bound, measured, isKept ? 'kept' : 'NOT KEPT']),
  ]);

import type { FailedCheck, FieldChecks } from '../../../contract/problem.ts';
import { check } from '../../foundation/errors.ts';

/** The faults of a definition by field; the first fault of a field is kept. */
export interface Problems {
  add(field: string, id: FailedCheck['id'], values?: FailedCheck['values']): void;
  addFault(field: string, fault: FailedCheck): void;
  readonly isEmpty: boolean;
  toFaults(): FieldChecks;
}

export function createProblems(): Problems {
  const faults = new Map<string, FailedCheck>();
  const addFault = (field: string, fault: FailedCheck) => void (faults.has(field) || faults.set(field, fault));
  return {
    add: (field, id, values) => addFault(field, check(id, values)),
    addFault,
    get isEmpty() {
      return faults.size === 0;
    },
    toFaults: () => Object.fromEntries(faults),
  };
}

import type { FailedCheck } from '../../../contract/problem.ts';
import { check, type Said } from '../../foundation/errors.ts';

/** What is wrong with a definition: field to fault; the first one of a field stands. */
export interface Problems {
  add(field: string, id: FailedCheck['id'], values?: FailedCheck['values']): void;
  addSaid(field: string, said: Said): void;
  readonly isEmpty: boolean;
  toFaults(): Record<string, Said>;
}

export function createProblems(): Problems {
  const faults = new Map<string, Said>();
  const addSaid = (field: string, said: Said) => void (faults.has(field) || faults.set(field, said));
  return {
    add: (field, id, values) => addSaid(field, check(id, values)),
    addSaid,
    get isEmpty() {
      return faults.size === 0;
    },
    toFaults: () => Object.fromEntries(faults),
  };
}

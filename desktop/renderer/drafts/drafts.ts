import type { VariableSpec, VariableType } from '../../../contract/variables.ts';
import type { BrowserStorage } from '../browserStorage.ts';
import { createPersonStorage, fromStoredValues, toStoredValues, type PersonStorage } from '../personStorage.ts';

/** What somebody has filled in and not sent. */
export interface Draft {
  values: Record<string, unknown>;
  note: string;
  /** Absent in those of older versions. */
  comment?: string;
}

/** By the id of their request. */
export interface Drafts extends Omit<PersonStorage<Draft>, 'write'> {
  write(requestId: string, specs: readonly VariableSpec[], draft: Draft): void;
}

/** A secret is not left lying about, and a file that nobody has sent is cleared away by the server. */
const NEVER_STORED: readonly VariableType[] = ['password', 'file', 'hidden'];

/** What a person fills in, without what is not to be kept. */
export function createDrafts(storage: BrowserStorage, person: string): Drafts {
  const kept = createPersonStorage(storage, 'draft', person, isDraft);
  return {
    ...kept,
    read(requestId) {
      const draft = kept.read(requestId);
      return draft && { ...draft, values: fromStoredValues(draft.values) };
    },
    write(requestId, specs, { values, note, comment }) {
      const safe = specs.filter(({ type }) => !NEVER_STORED.includes(type)).map(({ name }) => [name, values[name]]);
      kept.write(requestId, { values: toStoredValues(Object.fromEntries(safe)), note, ...(comment && { comment }) });
    },
  };
}

function isDraft(stored: unknown): stored is Draft {
  const draft = stored as Partial<Draft> | null;
  return typeof draft?.values === 'object' && typeof draft.note === 'string';
}

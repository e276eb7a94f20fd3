import type { FileView } from '../../../contract/files.ts';
import { UNBOUND_MS, uploadedAt } from '../../../contract/unboundFiles.ts';
import type { VariableSpec, VariableType } from '../../../contract/variables.ts';
import type { BrowserStorage } from '../browserStorage.ts';
import { createPersonStorage, fromStoredValues, toStoredValues, type PersonStorage } from '../personStorage.ts';

/** A filled-in, unsent answer. */
export interface Draft {
  values: Record<string, unknown>;
  note: string;
  /** Absent in drafts of older versions. */
  comment?: string;
}

/** Draft answers by request id. */
export interface Drafts extends Omit<PersonStorage<Draft>, 'write'> {
  write(requestId: string, specs: readonly VariableSpec[], draft: Draft): void;
}

interface StoredDraft extends Draft {
  /** The fields that hold files. */
  files?: readonly string[];
}

/** Secrets are never stored. */
const NEVER_STORED: readonly VariableType[] = ['password', 'hidden'];

/** An upload counts as gone this long before the server deletes it, because it must exist when the answer is sent. */
const SENT_WITHIN_MS = 60 * 60_000;

/** Stores draft answers, without secrets and without uploads that can no longer be sent. */
export function createDrafts(storage: BrowserStorage, person: string, now: () => number = Date.now): Drafts {
  const kept = createPersonStorage(storage, 'draft', person, isDraft);
  return {
    ...kept,
    read(requestId) {
      const stored = kept.read(requestId);
      if (!stored) return null;
      const { files = [], ...draft } = stored;
      const values = fromStoredValues(draft.values);
      for (const name of files) values[name] = lasting(values[name], now() - UNBOUND_MS + SENT_WITHIN_MS);
      return { ...draft, values };
    },
    write(requestId, specs, { values, note, comment }) {
      const safe = specs.filter(({ name, type }) => !NEVER_STORED.includes(type) && !hasNoFiles(type, values[name]));
      const files = safe.filter(({ type }) => type === 'file').map(({ name }) => name);
      const own = Object.fromEntries(safe.map(({ name }) => [name, values[name]]));
      const stored = { values: toStoredValues(own), note, ...(comment && { comment }) };
      kept.write(requestId, { ...stored, ...(files.length > 0 && { files }) });
    },
  };
}

/** The file field was never touched; one whose files were removed holds an empty list. */
const hasNoFiles = (type: VariableType, value: unknown): boolean => type === 'file' && value === undefined;

function isDraft(stored: unknown): stored is StoredDraft {
  const draft = stored as Partial<StoredDraft> | null;
  return (
    typeof draft?.values === 'object' &&
    draft.values !== null &&
    typeof draft.note === 'string' &&
    (draft.comment === undefined || typeof draft.comment === 'string') &&
    (draft.files === undefined || Array.isArray(draft.files))
  );
}

/** The files of a field, without uploads older than `since`; links do not expire. */
const lasting = (files: unknown, since: number): unknown =>
  Array.isArray(files) ? files.filter((file: Partial<FileView>) => !file.id || uploadedAt(file.id) > since) : files;

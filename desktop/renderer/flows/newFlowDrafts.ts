import type { UnsavedDefinition } from '../drafts/DraftsProvider.tsx';
import type { PersonStorage } from '../personStorage.ts';

type Definitions = Pick<PersonStorage<UnsavedDefinition>, 'read'>;

/** The names of unsaved new flows: authors may begin several, each in its window. Ids of flows have no `~`. */
const NAMES = ['', ...Array.from({ length: 19 }, (_, n) => `~${n + 2}`)];

/** The name of the unsaved new flow to go on with; null if there is none. */
export const keptNewFlow = (definitions: Definitions): string | null =>
  NAMES.find((name) => definitions.read(name) !== null) ?? null;

/** A name for a new flow that has just been begun. */
export const nameForNewFlow = (definitions: Definitions): string =>
  NAMES.find((name) => definitions.read(name) === null) ?? '';

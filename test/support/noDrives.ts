import { Gone } from '../../server/files/fileStorage.ts';
import type { PersonalDrives } from '../../server/files/personalDrive.ts';

/** Nobody has a drive. */
export const NO_DRIVES: PersonalDrives = {
  put: () => Promise.resolve(null),
  get: () => Promise.reject(new Gone()),
  remove: () => Promise.resolve(),
  removeAt: () => Promise.resolve(),
};

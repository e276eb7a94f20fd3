import { isObjectId } from '../people/directory/directory.ts';
import { drivePath } from './drivePathRules.ts';
import { LeftBehind, LOCAL, type DriveItem, type FilePlace, type FileStorage, type PlacedFile } from './fileStorage.ts';
import type { LocalDisk } from './localDisk.ts';
import type { PersonalDrives } from './personalDrive.ts';

interface Parts {
  disk: LocalDisk;
  drives: PersonalDrives;
  /** Where new files are stored. */
  location(): 'local' | 'personalDrive';
}

/**
 * Stores new files in the configured location, and finds each where it was put (behaviour 2.9). Every file goes to the
 * disk first: it is then passed on whole, with retries, or stays there if the person has no drive.
 */
export function createPlacedStorage({ disk, drives, location }: Parts): FileStorage {
  const removeFrom = ({ person, place }: PlacedFile): Promise<void> => {
    if (place.at === 'local') return Promise.resolve();
    return place.item ? drives.remove(place.item) : drives.removeAt(person, place.path);
  };

  async function passOn({ id, person }: PlacedFile, path: string, size: number): Promise<DriveItem | null> {
    const item = await drives.put({ person, path }, { size, read: (from, bytes) => disk.read(id, from, bytes) });
    if (item) await disk.remove(id);
    return item;
  }

  return {
    placeFor: (file): FilePlace =>
      location() === 'personalDrive' && isObjectId(file.person)
        ? { at: 'personalDrive', path: drivePath(file), item: null }
        : LOCAL,

    async put(file, content, maxBytes) {
      const size = await disk.put(file.id, content, maxBytes);
      const { place } = file;
      if (place.at === 'local' || place.item) return { size, place };
      try {
        const item = await passOn(file, place.path, size);
        return { size, place: item ? { at: 'personalDrive', path: null, item } : LOCAL };
      } catch (error) {
        const [inDrive, here] = await Promise.allSettled([removeFrom(file), disk.remove(file.id)]);
        throw inDrive.status === 'fulfilled' && here.status === 'fulfilled' ? error : new LeftBehind(error);
      }
    },

    async get({ id, place }) {
      return place.at === 'personalDrive' && place.item ? drives.get(place.item) : disk.get(id);
    },

    async remove(file) {
      await removeFrom(file);
      await disk.remove(file.id); // left if a server died while passing it on
    },
  };
}

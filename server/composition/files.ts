import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createDriveGraph } from '../files/driveGraph.ts';
import type { FileStorage } from '../files/fileStorage.ts';
import { createLocalDisk } from '../files/localDisk.ts';
import { createPersonalDrives, type PersonalDrives } from '../files/personalDrive.ts';
import { createPlacedStorage } from '../files/placedStorage.ts';
import type { Config } from '../foundation/config.ts';
import { createPlatformFetch } from '../foundation/http/outbound.ts';
import type { SettingValues } from '../foundation/settings/settingTable.ts';
import type { ServerRegistration } from '../people/identity/registrations.ts';
import { graphOf } from './graph.ts';
import type { Ground } from './ground.ts';

/** Time limit for a few megabytes. */
const PIECE_MS = 60_000;
/** Time limit for a whole file over a slow line. */
const DOWNLOAD_MS = 15 * 60_000;

/** People's drives, opened by the server registration (behaviour 5.3 B). */
export function drivesOf(
  registration: Pick<ServerRegistration, 'graphToken'>,
  { originMap, now, steady }: Pick<Config, 'originMap'> & Pick<Ground, 'now' | 'steady'>,
): PersonalDrives {
  const platformFetch = createPlatformFetch(originMap, PIECE_MS);
  return createPersonalDrives({
    graph: createDriveGraph(graphOf(registration, { platformFetch, now, steady })),
    platformFetch,
    downloadFetch: createPlatformFetch(originMap, DOWNLOAD_MS),
    now,
    steady,
    sleep: (ms) => sleep(ms),
    random: Math.random,
  });
}

/** The storage of file content: the server's disk and drives; the setting decides for new files. */
export const storageOf = (
  config: Pick<Config, 'dataDir' | 'keepFreeBytes'>,
  drives: PersonalDrives,
  location: () => SettingValues['personalFileLocation'],
): FileStorage =>
  createPlacedStorage({ disk: createLocalDisk(path.join(config.dataDir, 'files'), config), drives, location });

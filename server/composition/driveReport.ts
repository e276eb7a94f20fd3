import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { createDriveGraph, FILES } from '../files/driveGraph.ts';
import type { Fetch } from '../foundation/http/outbound.ts';
import type { SettingValues } from '../foundation/settings/settingTable.ts';
import { createGraphClient } from '../people/directory/graphClient.ts';
import { DirectoryError } from '../people/identity/directoryError.ts';
import { isRegistered, registrationsOf } from '../people/identity/registrationSettings.ts';
import { createServerRegistration } from '../people/identity/registrations.ts';
import { consentUrlOf } from '../people/identity/tenantCheckRules.ts';
import type { Report } from './siteReport.ts';

const AnyPerson = z.object({ id: z.string() });
/** How many people to check for a drive. */
const MOST_LOOKS = 10;
/** An upload is started under this name, but never completed. */
const PROBE = 'handback-check.tmp';

/**
 * If files are kept in personal drives (behaviour 2.9): checks whether one can be put into the first drive found.
 * Creates no file, but the application's folder.
 */
export async function reportOnDrives(values: SettingValues, platformFetch: Fetch): Promise<Report> {
  if (values.personalFileLocation !== 'personalDrive' || !isRegistered(values)) return { isOk: true, lines: [] };
  const ids = registrationsOf(values);
  const registration = createServerRegistration({ ...ids, platformFetch });
  const graphToken = () => registration.graphToken();
  const graph = createGraphClient({ graphToken, platformFetch, now: Date.now, sleep, random: Math.random });
  try {
    const query = { $select: 'id', $top: String(MOST_LOOKS) };
    const people = await graph.all(AnyPerson, { path: '/users', query, permission: 'User.ReadBasic.All' }, MOST_LOOKS);
    for (const { id } of people ?? []) {
      const begun = await createDriveGraph(graph).begin(id, PROBE);
      if (begun === null) continue;
      if (begun === 'refused') return passed('ok   Files can be kept in personal drives, large ones in one request.');
      await platformFetch(begun, { method: 'DELETE' }).catch(() => undefined); // otherwise the session expires
      return passed('ok   Files can be kept in personal drives.');
    }
    return passed(
      `     Not known: whether files can be kept in personal drives, because none of ${MOST_LOOKS} people has one.`,
    );
  } catch (error) {
    if (!(error instanceof DirectoryError)) throw error;
    const consent = ` An administrator gives it at ${consentUrlOf(ids.tenantId, ids.directoryClientId)}`;
    const isDenied = error.status === 403;
    const why = isDenied ? `consent is missing for ${FILES}.${consent}` : error.detail;
    return { isOk: false, lines: [`FAIL Files in personal drives: ${why}`] };
  }
}

const passed = (line: string): Report => ({ isOk: true, lines: [line] });

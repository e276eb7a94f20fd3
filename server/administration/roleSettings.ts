import { ROLE_SETTINGS, type RoleHolder } from '../../contract/settings.ts';
import { check, failed, forbidden } from '../foundation/errors.ts';
import type { Caller } from '../foundation/http/authenticate.ts';
import type { Settings } from '../foundation/settings/settings.ts';
import type { SettingValues } from '../foundation/settings/settingTable.ts';
import type { Directory } from '../people/directory/directory.ts';
import { createNames, createPersonNames } from '../people/directory/personNames.ts';

type Holders = Pick<SettingValues, (typeof ROLE_SETTINGS)[number]>;

/** Ids of everybody who has a role through a setting. */
export async function holdersNow(settings: Pick<Settings, 'get'>): Promise<Holders> {
  const read = ROLE_SETTINGS.map(async (name) => [name, await settings.get(name)] as const);
  return Object.fromEntries(await Promise.all(read)) as Holders;
}

/** Everybody who has a role through a setting; named, if the directory answers soon enough. */
export async function holdersIn(
  values: Holders,
  directory: Pick<Directory, 'personById' | 'groupById'>,
): Promise<RoleHolder[]> {
  const listed = ROLE_SETTINGS.flatMap((setting) => {
    const kind = setting === 'adminIds' ? ('user' as const) : ('group' as const);
    return values[setting].map((id) => ({ setting, kind, id }));
  });
  const idsOf = (wanted: RoleHolder['kind']) => listed.filter(({ kind }) => kind === wanted).map(({ id }) => id);
  const [user, group] = await Promise.all([
    createPersonNames(directory)(idsOf('user')),
    createNames((id) => directory.groupById(id))(idsOf('group')),
  ]);
  const names = { user, group };
  return listed.map((each) => ({ ...each, displayName: names[each.kind].get(each.id) ?? each.id }));
}

export type Administrators = Pick<Holders, 'adminIds' | 'adminGroupIds'>;
type Someone = Pick<Caller, 'person' | 'groups'>;

const isAmong = ({ person, groups }: Someone, { adminIds, adminGroupIds }: Administrators): boolean =>
  adminIds.includes(person.id) || groups.some((id) => adminGroupIds.includes(id));

interface Standing {
  /** When the caller was authorised. */
  seen: Administrators;
  /** When the change is stored. */
  before: Administrators;
}

/**
 * Administrators cannot remove their own role, so one always remains, even if two remove each other at the same moment.
 * @param changes of settings, by name; null deletes the stored value
 * @throws ProblemError `validation_failed`; `forbidden` if somebody else has removed the caller's role meanwhile
 */
export function keepOwnRole(caller: Someone, { seen, before }: Standing, changes: Record<string, unknown>): void {
  if (isAmong(caller, seen) && !isAmong(caller, before)) throw forbidden('You are no administrator any more.');
  const after = (name: keyof Administrators) =>
    name in changes ? [changes[name] ?? []].flat().map(String) : before[name];
  const left = { adminIds: after('adminIds'), adminGroupIds: after('adminGroupIds') };
  if (isAmong(caller, before) && !isAmong(caller, left)) throw failed({ adminIds: check('ownRole') });
}

import type { RoleHolder, SettingView } from '../../../contract/settings.ts';
import type { PrincipalReference, VariableSpec } from '../../../contract/variables.ts';
import type { Text, TextId } from '../text.ts';
import { changedSettings } from './changedSettings.ts';

/** The settings on each administration page. */
export const SETTINGS_OF = {
  sharepointconn: ['docSiteClientId', 'docSiteClientSecret', 'docSiteAuthType'],
  sharepointentitlement: ['docSiteAdminClientId', 'docSiteAdminClientSecret'],
  files: ['personalFileLocation'],
  search: ['searchEndpoint', 'searchIndex', 'searchResource'],
} as const;
export type SettingPage = keyof typeof SETTINGS_OF;
export type Named = (typeof SETTINGS_OF)[SettingPage][number];

/** The options of settings that are not free text. */
const CHOICES = {
  docSiteAuthType: ['clientCredentials', 'managedSystemIdentity'],
  personalFileLocation: ['local', 'personalDrive'],
} as const;

const choicesOf = (name: string): readonly (typeof CHOICES)[keyof typeof CHOICES][number][] =>
  CHOICES[name as keyof typeof CHOICES] ?? [];

/** A value in words. @returns null if nothing is set */
export function shownOf({ name, isSecret, isSet, value }: SettingView, text: Text): string | null {
  const choice = choicesOf(name).find((each) => each === value);
  if (choice) return text(`admin.choice.${choice}`);
  if (!isSet) return null;
  return isSecret ? text('admin.provider.hidden') : String(value);
}

/** Excludes settings that an environment variable overrides. */
export const changeable = (settings: readonly SettingView[]): SettingView[] =>
  settings.filter(({ source }) => source !== 'environment');

/** The settings of a page, as form fields. */
export const settingSpecs = (settings: readonly SettingView[], text: Text): VariableSpec[] =>
  changeable(settings).map(({ name, isSecret, isSet, value }): VariableSpec => {
    const label = text(`admin.setting.${name as Named}`);
    const choices = choicesOf(name);
    if (choices.length > 0) {
      const options = choices.map((choice) => ({ value: choice, label: text(`admin.choice.${choice}`) }));
      return { name, type: 'select', label, options, required: true, default: String(value) };
    }
    if (isSecret)
      return { name, type: 'password', label, ...(isSet && { description: text('admin.provider.keepSecret') }) };
    return { name, type: 'text', label, ...(typeof value === 'string' && { default: value }) };
  });

export const toSettingPatch = (
  shown: readonly SettingView[],
  values: Record<string, unknown>,
): Record<string, unknown> => changedSettings(changeable(shown), values, ({ value }) => value);

const ROLE_FIELDS = [
  ['adminIds', 'multiuser'],
  ['adminGroupIds', 'multigroup'],
  ['authorGroupIds', 'multigroup'],
  ['auditorGroupIds', 'multigroup'],
] as const;
export const ROLE_NAMES = ROLE_FIELDS.map(([name]) => name);

const MOST_HOLDERS = 100;

/** The role holders, as form fields. */
export const roleSpecs = (holders: readonly RoleHolder[], text: Text): VariableSpec[] =>
  ROLE_FIELDS.map(([name, type]): VariableSpec => ({
    name,
    type,
    label: text(`admin.setting.${name}` satisfies TextId),
    default: holders
      .filter(({ setting }) => setting === name)
      .map(({ id, displayName }) => ({ id, displayName, email: null })),
    validation: { max: MOST_HOLDERS },
  }));

/** The lists that changed. */
export const toRolePatch = (shown: readonly RoleHolder[], values: Record<string, unknown>): Record<string, string[]> =>
  Object.fromEntries(
    ROLE_FIELDS.flatMap(([name]) => {
      const ids = ((values[name] as PrincipalReference[] | undefined) ?? []).map(({ id }) => id);
      const before = new Set(shown.filter(({ setting }) => setting === name).map(({ id }) => id));
      return before.size === new Set(ids).size && ids.every((id) => before.has(id)) ? [] : [[name, ids]];
    }),
  );

/** The names of the role holders. */
export const holdersOf = (holders: readonly RoleHolder[], setting: RoleHolder['setting']): string =>
  holders
    .filter((each) => each.setting === setting)
    .map(({ displayName }) => displayName)
    .join(', ');

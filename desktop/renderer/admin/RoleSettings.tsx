import type { RoleHolderList } from '../../../contract/settings.ts';
import type { Tagged } from '../api/client.ts';
import { useChangeSettings, useRoleHolders } from '../api/settings.ts';
import { Failed, Loading } from '../shell/states.tsx';
import { useText } from '../text.ts';
import { SettingCard } from './SettingCard.tsx';
import { holdersOf, ROLE_NAMES, roleSpecs, toRolePatch } from './settingForm.ts';
import type { FormOfSettings, Said } from '../shell/SettingsForm.tsx';

/** Who has a role through settings, in addition to app roles of the server registration (behaviour 2.9). */
export function RoleSettings() {
  const text = useText();
  const holders = useRoleHolders();
  const change = useChangeSettings();
  if (holders.isPending) return <Loading />;
  if (!holders.data) return <Failed error={holders.error} onRetry={() => void holders.refetch()} />;
  const saidIn = ({ items }: RoleHolderList) =>
    ROLE_NAMES.map((name): Said => [text(`admin.setting.${name}`), holdersOf(items, name) || text('admin.nobody')]);
  const form: FormOfSettings<RoleHolderList & Tagged> = {
    now: holders.data,
    specs: ({ items }) => roleSpecs(items, text),
    patch: ({ items }, values) => toRolePatch(items, values),
    said: saidIn,
    basis: ({ items }) => items,
    send: change,
    read: () => holders.refetch().then(({ data, isError }) => (isError ? null : (data ?? null))),
  };
  return (
    <SettingCard
      words={text('admin.section.roles.text')}
      facts={saidIn(holders.data)}
      change={{ title: text('admin.section.roles'), form }}
    />
  );
}

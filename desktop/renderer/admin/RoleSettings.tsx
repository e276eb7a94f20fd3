import { useChangeSettings, useRoleHolders } from '../api/settings.ts';
import { Failed, Loading } from '../shell/states.tsx';
import { useText } from '../text.ts';
import { SettingCard } from './SettingCard.tsx';
import { ROLE_NAMES, roleSpecs, toRolePatch } from './settingForm.ts';

/** Who has a role beside those with an app role of the server registration (behaviour 2.9). */
export function RoleSettings() {
  const text = useText();
  const holders = useRoleHolders();
  const change = useChangeSettings();
  if (holders.isPending) return <Loading />;
  if (!holders.data) return <Failed error={holders.error} onRetry={() => void holders.refetch()} />;
  const { items } = holders.data;
  const namesOf = (setting: string): string =>
    items
      .filter((each) => each.setting === setting)
      .map(({ displayName }) => displayName)
      .join(', ');
  return (
    <SettingCard
      words={text('admin.section.roles.text')}
      facts={ROLE_NAMES.map((name) => [text(`admin.setting.${name}`), namesOf(name) || text('admin.nobody')])}
      change={{
        title: text('admin.section.roles'),
        specs: () => roleSpecs(items, text),
        submit: (values) => change(toRolePatch(values)),
      }}
    />
  );
}

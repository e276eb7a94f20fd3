import type { SettingView } from '../../contract/settings.ts';
import { toIsoOrNull } from '../foundation/database/rows.ts';
import type { SettingDescription } from '../foundation/settings/settings.ts';

export const toSettingView = ({ updatedAt, ...setting }: SettingDescription): SettingView => ({
  ...setting,
  updatedAt: toIsoOrNull(updatedAt),
});

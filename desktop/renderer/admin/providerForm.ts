import type { ProviderSettingView, ProviderView } from '../../../contract/settings.ts';
import type { VariableSpec } from '../../../contract/variables.ts';
import type { Text } from '../text.ts';
import { changedSettings } from './changedSettings.ts';

const LABELS = [
  'smtpUrl',
  'from',
  'appId',
  'appPassword',
  'tenantId',
  'botToken',
  'signingSecret',
  'nativePickers',
] as const;
const SWITCHES = ['enabled', 'nativePickers'];

/** The label of a channel setting; an unknown one keeps its id. */
export function providerLabel(name: string, text: Text): string {
  const known = LABELS.find((each) => each === name);
  return known ? text(`admin.provider.${known}`) : name;
}

/** The settings editable in the browser: not those set in the environment, nor the on switch, which has a button. */
const changeable = ({ settings }: ProviderView): ProviderSettingView[] =>
  settings.filter(({ name, source }) => source !== 'environment' && name !== 'enabled');

export const isChangeable = (provider: ProviderView): boolean => changeable(provider).length > 0;

/** The settings of a channel, as form fields. */
export const providerSpecs = (provider: ProviderView, text: Text): VariableSpec[] =>
  changeable(provider).map(({ name, isSecret, isSet, value }): VariableSpec => {
    const label = providerLabel(name, text);
    if (isSecret)
      return { name, type: 'password', label, ...(isSet && { description: text('admin.provider.keepSecret') }) };
    if (SWITCHES.includes(name)) return { name, type: 'boolean', label, default: value === true };
    return { name, type: 'text', label, ...(typeof value === 'string' && { default: value }) };
  });

export const toProviderPatch = (shown: ProviderView, values: Record<string, unknown>): Record<string, unknown> =>
  changedSettings(changeable(shown), values, initialOf);

/** The value of a setting, as the form shows it. */
const initialOf = ({ name, value }: ProviderSettingView): unknown => (SWITCHES.includes(name) ? value === true : value);

import type { ProviderSettingView, ProviderView } from '../../../contract/settings.ts';
import type { VariableSpec } from '../../../contract/variables.ts';
import type { Text } from '../text.ts';

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

/** What people call a setting of a channel; one that this client does not know keeps its own name. */
export function providerLabel(name: string, text: Text): string {
  const known = LABELS.find((each) => each === name);
  return known ? text(`admin.provider.${known}`) : name;
}

/** What can be set in the browser: what the environment says is set there, and switching on has a button. */
const changeable = ({ settings }: ProviderView): ProviderSettingView[] =>
  settings.filter(({ name, source }) => source !== 'environment' && name !== 'enabled');

export const isChangeable = (provider: ProviderView): boolean => changeable(provider).length > 0;

/** The settings of a channel, as a form like any other. */
export const providerSpecs = (provider: ProviderView, text: Text): VariableSpec[] =>
  changeable(provider).map(({ name, isSecret, isSet, value }): VariableSpec => {
    const label = providerLabel(name, text);
    if (isSecret)
      return { name, type: 'password', label, ...(isSet && { description: text('admin.provider.keepSecret') }) };
    if (SWITCHES.includes(name)) return { name, type: 'boolean', label, default: value === true };
    return { name, type: 'text', label, ...(typeof value === 'string' && { default: value }) };
  });

/**
 * What is to be changed: what is other than what was shown. A secret that was left empty stays, anything else that was
 * emptied is forgotten.
 */
export const toProviderPatch = (shown: ProviderView, values: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    changeable(shown)
      .filter((setting) =>
        setting.isSecret
          ? values[setting.name] !== undefined
          : (values[setting.name] ?? null) !== (initialOf(setting) ?? null),
      )
      .map(({ name }) => [name, values[name] ?? null]),
  );

/** What a setting holds, as a form shows it. */
const initialOf = ({ name, value }: ProviderSettingView): unknown => (SWITCHES.includes(name) ? value === true : value);

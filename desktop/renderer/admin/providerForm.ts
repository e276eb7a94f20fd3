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

/** What is to be changed: a secret that was left empty stays, anything else that is empty is forgotten. */
export const toProviderPatch = (provider: ProviderView, values: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    changeable(provider)
      .filter(({ name, isSecret }) => !isSecret || values[name] !== undefined)
      .map(({ name }) => [name, values[name] ?? null]),
  );

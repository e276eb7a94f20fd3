import type { Capability } from '../../contract/channel.ts';
import type { VariableType } from '../../contract/variables.ts';

/** The team-chat card's column in behaviour 2.6. */
export const CAPABILITIES: Readonly<Record<VariableType, Capability>> = {
  text: 'native',
  string: 'native',
  textarea: 'native',
  multiline: 'native',
  select: 'native',
  multiselect: 'native',
  number: 'native',
  boolean: 'native',
  date: 'native',
  file: 'web_only',
  user: 'text',
  multiuser: 'text',
  group: 'text',
  multigroup: 'text',
  range: 'text',
  datetime: 'text',
  time: 'text',
  hierarchy: 'text',
  password: 'text',
  table: 'text',
  hidden: 'omitted',
};

/** With the setting `nativePickers`: Teams' own pickers for people, times and moments. */
export const NATIVE_CAPABILITIES: Readonly<Record<VariableType, Capability>> = {
  ...CAPABILITIES,
  user: 'native',
  multiuser: 'native',
  datetime: 'native',
  time: 'native',
};

export const capabilitiesOf = ({ nativePickers }: { nativePickers: boolean }): Record<VariableType, Capability> =>
  nativePickers ? NATIVE_CAPABILITIES : CAPABILITIES;

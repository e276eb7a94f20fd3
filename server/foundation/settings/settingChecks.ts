import type { z } from 'zod';
import type { FieldChecks } from '../../../contract/problem.ts';
import { check as fault, failed } from '../errors.ts';
import { faultsIn } from '../issues.ts';
import type { ProviderKind } from './providers.ts';
import { isSettingName, knownSetting, type NotificationProviders, type SettingName } from './settingTable.ts';

/** The change of one setting. */
export interface SettingChange {
  name: SettingName;
  /** What to store; null: delete it. */
  json: string | null;
}

/** The changes to store. @throws ProblemError that names the invalid fields, and those that are no setting */
export function checked(values: Record<string, unknown>, channels: readonly ProviderKind[]): SettingChange[] {
  const faults: FieldChecks = {};
  const changes = Object.entries(values).flatMap(([name, value]): SettingChange[] => {
    if (!isSettingName(name)) {
      faults[name] = fault('unknownName');
      return [];
    }
    if (value === null) return [{ name, json: null }];
    const result = knownSetting(name).schema.safeParse(value);
    if (!result.success) Object.assign(faults, faultsUnder(name, result.error, value));
    else if (name === 'notificationProviders')
      Object.assign(faults, providerFaults(result.data as NotificationProviders, channels));
    return [{ name, json: JSON.stringify(result.data ?? null) }];
  });
  if (Object.keys(faults).length > 0) throw failed(faults);
  return changes;
}

function providerFaults(providers: NotificationProviders, channels: readonly ProviderKind[]): FieldChecks {
  const faults: FieldChecks = {};
  for (const [name, value] of Object.entries(providers)) {
    const path = `notificationProviders.${name}`;
    const result = channels.find((channel) => channel.name === name)?.settingsSchema.safeParse(value);
    if (!result) faults[path] = fault('unknownName');
    else if (!result.success) Object.assign(faults, faultsUnder(path, result.error, value));
  }
  return faults;
}

const faultsUnder = (path: string, { issues }: z.ZodError, value: unknown): FieldChecks =>
  Object.fromEntries(faultsIn(issues, value).map(([at, fault]) => [at ? `${path}.${at}` : path, fault]));

import type { SettingView } from '../../../contract/settings.ts';
import type { AdministratorChoice, RegistrationValues, SetupView } from '../../../contract/setup.ts';

/** The form's values. An empty text leaves its field unset. */
export interface SetupForm {
  tenantId: string;
  clientId: string;
  directoryClientId: string;
  directoryAuthType: NonNullable<RegistrationValues['directoryAuthType']>;
  directoryClientSecret: string;
  administratorKind: AdministratorChoice['kind'];
  administrator: string;
}

export const settingOf = ({ settings }: SetupView, name: string): SettingView | undefined =>
  settings.find((each) => each.name === name);

/** Whether an environment variable sets it, which overrides anything typed here. */
export const isGivenElsewhere = (view: SetupView, name: string): boolean =>
  settingOf(view, name)?.source === 'environment';

/** The stored values; secrets are never shown. */
export function formOf(view: SetupView): SetupForm {
  const textOf = (name: string): string => String(settingOf(view, name)?.value ?? '');
  return {
    tenantId: textOf('tenantId'),
    clientId: textOf('clientId'),
    directoryClientId: textOf('directoryClientId'),
    directoryAuthType:
      textOf('directoryAuthType') === 'managedSystemIdentity' ? 'managedSystemIdentity' : 'clientCredentials',
    directoryClientSecret: '',
    administratorKind: 'person',
    administrator: '',
  };
}

/** The filled-in, editable fields, as sent to the server. */
export function givenOf<Name extends keyof RegistrationValues>(
  view: SetupView,
  form: SetupForm,
  ...names: Name[]
): Pick<RegistrationValues, Name> {
  const isSecret = (name: string) => name === 'directoryClientSecret';
  const filled = names
    .filter((name) => !isGivenElsewhere(view, name))
    .map((name) => [name, isSecret(name) ? form[name] : form[name].trim()] as const)
    .filter(([, value]) => value !== '');
  return Object.fromEntries(filled) as Pick<RegistrationValues, Name>;
}

/** Only the changed fields, so that storing does not revert somebody else's changes. */
export function changedOf<Name extends keyof RegistrationValues>(
  shown: SetupView,
  form: SetupForm,
  ...names: Name[]
): Pick<RegistrationValues, Name> {
  const before = formOf(shown);
  const given = Object.entries(givenOf(shown, form, ...names));
  return Object.fromEntries(given.filter(([name, value]) => value !== before[name as Name])) as Pick<
    RegistrationValues,
    Name
  >;
}

/** Undefined if nobody is named. */
export function administratorOf({ administrator, administratorKind }: SetupForm): AdministratorChoice | undefined {
  const reference = administrator.trim();
  return reference === '' ? undefined : { kind: administratorKind, reference };
}

/** The required, editable fields that are empty. */
export function emptyIn(view: SetupView, form: SetupForm): string[] {
  const isBySecret = form.directoryAuthType === 'clientCredentials';
  const keepsSecret = settingOf(view, 'directoryClientSecret')?.isSet === true;
  const needed = [
    'tenantId',
    'clientId',
    'directoryClientId',
    ...(isBySecret && !keepsSecret ? (['directoryClientSecret'] as const) : []),
  ] as const;
  const empty = needed.filter((name) => !isGivenElsewhere(view, name) && form[name].trim() === '');
  return [...empty, ...(view.needsAdministrator && administratorOf(form) === undefined ? ['administrator'] : [])];
}

/** Whether the field of a fault was changed. */
export function hasChanged(before: SetupForm, after: SetupForm, field: string): boolean {
  if (field.startsWith('administrator'))
    return before.administrator !== after.administrator || before.administratorKind !== after.administratorKind;
  const name = field as keyof SetupForm;
  return before[name] !== after[name];
}

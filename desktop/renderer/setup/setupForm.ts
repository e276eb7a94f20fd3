import type { SettingView } from '../../../contract/settings.ts';
import type { AdministratorChoice, RegistrationValues, SetupView } from '../../../contract/setup.ts';

/** What is filled in. An empty text says nothing of its field. */
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

/** A variable of the server's environment says it, and nothing that is typed here counts. */
export const isGivenElsewhere = (view: SetupView, name: string): boolean =>
  settingOf(view, name)?.source === 'environment';

/** What there is already; a secret is never shown again. */
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

/** What is told the server of some fields: all that somebody has filled in and that may be. */
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

/** What is stored of them: what is other than what was shown, so that nobody undoes what another has changed since. */
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

/** Undefined where nobody is named. */
export function administratorOf({ administrator, administratorKind }: SetupForm): AdministratorChoice | undefined {
  const reference = administrator.trim();
  return reference === '' ? undefined : { kind: administratorKind, reference };
}

/** What must be filled in, is to be filled in here, and is not. */
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

/** Whether somebody has changed what a fault of this name is about. */
export function hasChanged(before: SetupForm, after: SetupForm, field: string): boolean {
  if (field.startsWith('administrator'))
    return before.administrator !== after.administrator || before.administratorKind !== after.administratorKind;
  const name = field as keyof SetupForm;
  return before[name] !== after[name];
}

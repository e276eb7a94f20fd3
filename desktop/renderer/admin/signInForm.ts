import type { Me } from '../../../contract/people.ts';
import type { SetupBody, SetupView } from '../../../contract/setup.ts';
import type { PrincipalReference, VariableSpec } from '../../../contract/variables.ts';
import { ApiProblem } from '../api/apiProblem.ts';
import { isGivenElsewhere, settingOf } from '../setup/setupForm.ts';
import type { Text } from '../text.ts';

const WAYS = { clientCredentials: 'setup.authType.secret', managedSystemIdentity: 'setup.authType.identity' } as const;

const wayIn = (view: SetupView): keyof typeof WAYS =>
  settingOf(view, 'directoryAuthType')?.value === 'managedSystemIdentity'
    ? 'managedSystemIdentity'
    : 'clientCredentials';

/** The credential kind in words, with the environment variable that sets it, if any. */
export function signInSaid(view: SetupView, text: Text): (readonly [name: string, said: string])[] {
  const value = text(WAYS[wayIn(view)]);
  const variable = settingOf(view, 'directoryAuthType')?.variables.join(', ') ?? '';
  const isGiven = isGivenElsewhere(view, 'directoryAuthType');
  return [[text('setup.authType'), isGiven ? text('admin.provider.fromVariable', { value, variable }) : value]];
}

/**
 * The form fields, without those that an environment variable sets. If no setting names an administrator, one must be
 * entered.
 */
export function signInSpecs(
  view: SetupView,
  me: Pick<Me, 'id' | 'displayName' | 'email'> | null,
  text: Text,
): VariableSpec[] {
  const options = Object.entries(WAYS).map(([value, label]) => ({ value, label: text(label) }));
  const keepsSecret = settingOf(view, 'directoryClientSecret')?.isSet === true;
  const specs: VariableSpec[] = [
    {
      name: 'directoryAuthType',
      type: 'select',
      label: text('setup.authType'),
      options,
      required: true,
      default: wayIn(view),
    },
    {
      name: 'directoryClientSecret',
      type: 'password',
      label: text('setup.directoryClientSecret'),
      ...(keepsSecret && { description: text('admin.provider.keepSecret') }),
    },
  ];
  const asked = specs.filter(({ name }) => !isGivenElsewhere(view, name));
  if (!view.needsAdministrator) return asked;
  const own = me && { id: me.id, displayName: me.displayName, email: me.email };
  return [
    ...asked,
    {
      name: 'administrator',
      type: 'user',
      label: text('admin.setting.adminIds'),
      description: text('admin.signIn.administrator'),
      required: true,
      ...(own && { default: own }),
    },
  ];
}

/** The changed values only; no administrator if nothing else changed. */
export function toSignInPatch(
  view: SetupView,
  { directoryAuthType, directoryClientSecret, administrator }: Record<string, unknown>,
): Omit<SetupBody, 'address'> {
  const patch = {
    ...(directoryAuthType !== undefined &&
      directoryAuthType !== wayIn(view) && { directoryAuthType: directoryAuthType as keyof typeof WAYS }),
    ...(typeof directoryClientSecret === 'string' && directoryClientSecret !== '' && { directoryClientSecret }),
  };
  const { id } = (administrator ?? {}) as Partial<PrincipalReference>;
  if (Object.keys(patch).length === 0 || id === undefined) return patch;
  return { ...patch, administrator: { kind: 'person', reference: id } };
}

const OWN = ['directoryAuthType', 'directoryClientSecret', 'administrator'];

/** Maps a refusal to the form's fields: faults of the registration are shown at its credentials. */
export function onSignInFields(problem: unknown): unknown {
  if (!(problem instanceof ApiProblem) || !problem.extra.fields) return problem;
  const { fields, checks = {}, ...rest } = problem.extra;
  const nameOf = (path: string): string => {
    const [name = ''] = path.split('.');
    return OWN.includes(name) ? name : 'directoryAuthType';
  };
  const moved = <Words>(said: Record<string, Words>) =>
    Object.fromEntries(Object.entries(said).map(([path, each]) => [nameOf(path), each]));
  return new ApiProblem(problem.code, problem.status, problem.detail, {
    ...rest,
    fields: moved(fields),
    checks: moved(checks),
  });
}

import { expect } from 'chai';
import type { SettingView } from '../../../contract/settings.ts';
import type { SetupView } from '../../../contract/setup.ts';
import { onSignInFields, signInSaid, signInSpecs, toSignInPatch } from '../../../desktop/renderer/admin/signInForm.ts';
import { ApiProblem } from '../../../desktop/renderer/api/apiProblem.ts';

const setting = (name: string, source: SettingView['source'], value?: string): SettingView => ({
  name,
  source,
  isSecret: name.endsWith('Secret'),
  isSet: source !== 'default',
  isReadable: true,
  ...(value !== undefined && { value }),
  variables: [`${name} as a variable`],
  updatedAt: null,
  updatedBy: null,
});
const view = (source: SettingView['source'], more: Partial<SetupView> = {}): SetupView => ({
  isComplete: true,
  redirectUri: 'https://handback.test/',
  settings: [
    setting('directoryAuthType', source, source === 'default' ? undefined : 'managedSystemIdentity'),
    setting('directoryClientSecret', source),
  ],
  needsAdministrator: false,
  ...more,
});
const ADA = { id: 'ada', displayName: 'Ada Lovelace', email: 'ada@sandbox.test' };
const text = ((id: string, values: object = {}) => [id, ...Object.values(values)].join(' ')) as never;
const asked = (shown: SetupView) => signInSpecs(shown, ADA, text).map(({ name, default: filled }) => [name, filled]);

describe('desktop/renderer/admin: how the server signs in', () => {
  it('starts with the current values, except those set by a variable', () => {
    expect(asked(view('default'))).to.deep.equal([
      ['directoryAuthType', 'clientCredentials'],
      ['directoryClientSecret', undefined],
    ]);
    expect(asked(view('stored'))[0]).to.deep.equal(['directoryAuthType', 'managedSystemIdentity']);
    expect(asked(view('environment'))).to.deep.equal([]);
    expect(signInSaid(view('environment'), text)).to.deep.equal([
      ['setup.authType', 'admin.provider.fromVariable setup.authType.identity directoryAuthType as a variable'],
    ]);
  });

  it('is sent if it differs from what was shown, and with an administrator if no setting names one', () => {
    const shown = view('stored', { needsAdministrator: true });
    expect(asked(shown)[2]).to.deep.equal(['administrator', ADA]);
    const same = { directoryAuthType: 'managedSystemIdentity', administrator: ADA };
    expect(toSignInPatch(shown, same)).to.deep.equal({});
    const other = { ...same, directoryAuthType: 'clientCredentials', directoryClientSecret: 'new' };
    expect(toSignInPatch(shown, other)).to.deep.equal({
      directoryAuthType: 'clientCredentials',
      directoryClientSecret: 'new',
      administrator: { kind: 'person', reference: 'ada' },
    });
  });

  it('shows an error of the registration at a field that is there', () => {
    const fields = { directoryClientId: 'a', 'administrator.reference': 'b', directoryClientSecret: 'c' };
    const moved = onSignInFields(new ApiProblem('validation_failed', 422, '', { fields })) as ApiProblem;
    expect(moved.extra.fields).to.deep.equal({
      directoryAuthType: 'a',
      administrator: 'b',
      directoryClientSecret: 'c',
    });
    const lost = new Error('the network is down');
    expect(onSignInFields(lost)).to.equal(lost);
  });
});

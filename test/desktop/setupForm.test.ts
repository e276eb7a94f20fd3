import { expect } from 'chai';
import type { SettingView } from '../../contract/settings.ts';
import type { SetupView } from '../../contract/setup.ts';
import { changedOf, formOf, givenOf } from '../../desktop/renderer/setup/setupForm.ts';

const setting = (name: string, value?: string, source: SettingView['source'] = 'stored'): SettingView => ({
  name,
  source,
  isSecret: name.endsWith('Secret'),
  isSet: true,
  isReadable: true,
  ...(value !== undefined && { value }),
  variables: [],
  updatedAt: null,
  updatedBy: null,
});
const view: SetupView = {
  isComplete: true,
  redirectUri: 'https://handback.test/',
  settings: [
    setting('tenantId', 'the tenant', 'environment'),
    setting('clientId', 'a client'),
    setting('directoryClientId', 'a server'),
    setting('directoryClientSecret'),
    setting('directoryAuthType', 'clientCredentials', 'default'),
  ],
  needsAdministrator: false,
};
const NAMES = ['tenantId', 'clientId', 'directoryClientId', 'directoryAuthType', 'directoryClientSecret'] as const;

describe('desktop/renderer/setup: the filled-in form', () => {
  it('is tested as a whole, and only changed values are stored', () => {
    const form = { ...formOf(view), clientId: ' another client ' };
    expect(givenOf(view, form, ...NAMES)).to.deep.equal({
      clientId: 'another client',
      directoryClientId: 'a server',
      directoryAuthType: 'clientCredentials',
    });
    expect(changedOf(view, form, ...NAMES)).to.deep.equal({ clientId: 'another client' });
    expect(changedOf(view, formOf(view), ...NAMES)).to.deep.equal({});
    expect(changedOf(view, { ...formOf(view), directoryClientSecret: 'new' }, ...NAMES)).to.deep.equal({
      directoryClientSecret: 'new',
    });
  });
});

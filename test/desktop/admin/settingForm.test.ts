import { expect } from 'chai';
import type { RoleHolder, SettingView } from '../../../contract/settings.ts';
import { toProviderPatch } from '../../../desktop/renderer/admin/providerForm.ts';
import { toRolePatch, toSettingPatch } from '../../../desktop/renderer/admin/settingForm.ts';

const setting = (name: string, more: Partial<SettingView> = {}): SettingView => ({
  name,
  source: 'stored',
  isSecret: false,
  isSet: true,
  isReadable: true,
  variables: [],
  updatedAt: null,
  updatedBy: null,
  ...more,
});
const shown = [
  setting('docSiteClientId', { value: 'one' }),
  setting('docSiteClientSecret', { isSecret: true }),
  setting('docSiteAuthType', { source: 'default', isSet: false, value: 'clientCredentials' }),
  setting('searchIndex', { source: 'default', isSet: false, value: null }),
  setting('searchEndpoint', { source: 'environment', value: 'https://search.test' }),
];
const AS_SHOWN = { docSiteClientId: 'one', docSiteAuthType: 'clientCredentials' };

describe('desktop/renderer/admin: the forms of settings', () => {
  it('send nothing if nothing was changed, and otherwise only the changed values', () => {
    expect(toSettingPatch(shown, AS_SHOWN)).to.deep.equal({});
    expect(toSettingPatch(shown, { ...AS_SHOWN, docSiteAuthType: 'managedSystemIdentity' })).to.deep.equal({
      docSiteAuthType: 'managedSystemIdentity',
    });
    expect(toSettingPatch(shown, { docSiteAuthType: 'clientCredentials', searchIndex: 'files' })).to.deep.equal({
      docSiteClientId: null,
      searchIndex: 'files',
    });
    expect(toSettingPatch(shown, { ...AS_SHOWN, docSiteClientSecret: 'new' })).to.deep.equal({
      docSiteClientSecret: 'new',
    });
  });

  it('leave out the spaces that come along when a value is copied, but send a secret as it is', () => {
    expect(toSettingPatch(shown, { ...AS_SHOWN, docSiteClientId: ' one ' })).to.deep.equal({});
    const typed = { docSiteClientId: ' two\t', docSiteClientSecret: ' new ', searchIndex: '  ' };
    expect(toSettingPatch(shown, { ...AS_SHOWN, ...typed })).to.deep.equal({
      docSiteClientId: 'two',
      docSiteClientSecret: ' new ',
    });
    const provider = {
      channel: 'teams',
      displayName: 'Teams',
      isOpen: false,
      settings: shown.map((each) => ({ ...each, variable: null })),
    };
    expect(toProviderPatch(provider, { ...AS_SHOWN, docSiteClientId: ' two' })).to.deep.equal({
      docSiteClientId: 'two',
    });
  });

  it('send only the changed role lists', () => {
    const holder = (setting: RoleHolder['setting'], id: string) =>
      ({ setting, kind: 'group', id, displayName: id }) as const;
    const holders = [holder('adminIds', 'ada'), holder('adminIds', 'tim'), holder('authorGroupIds', 'legal')];
    const listed = (...ids: string[]) => ids.map((id) => ({ id, displayName: id, email: null }));
    const asShown = { adminIds: listed('tim', 'ada'), adminGroupIds: [], authorGroupIds: listed('legal') };
    expect(toRolePatch(holders, asShown)).to.deep.equal({});
    expect(toRolePatch(holders, { ...asShown, auditorGroupIds: listed('finance') })).to.deep.equal({
      auditorGroupIds: ['finance'],
    });
    expect(toRolePatch(holders, { ...asShown, adminIds: listed('ada', 'ken'), authorGroupIds: [] })).to.deep.equal({
      adminIds: ['ada', 'ken'],
      authorGroupIds: [],
    });
  });
});

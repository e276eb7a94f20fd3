import { expect } from 'chai';
import { SETTING_NAMES } from '../../../server/foundation/settings/settingTable.ts';

/** The names of behaviour 2.9, and our own. */
const NAMES =
  `clientId tenantId directoryClientId directoryClientSecret directoryAuthType docSiteClientId docSiteClientSecret
  docSiteAuthType docSiteAdminClientId docSiteAdminClientSecret docSiteAdminApiKey enableSearchAcl searchEndpoint searchIndex searchResource notificationProviders personalFileLocation
  enableDelegatedDirectoryMailRead enableDelegatedDirectoryMailSend enableDelegatedDirectoryCalendarRead
  enableDelegatedDirectoryCalendarWrite enableDelegatedDirectoryMailboxSettings enableDelegatedDirectoryFilesRead
  enableDelegatedDirectoryFilesReadWrite adminIds adminGroupIds authorGroupIds auditorGroupIds`.split(/\s+/);

describe('the settings in the table', () => {
  it('are those of behaviour 2.9 and the groups that give roles', () => {
    expect(SETTING_NAMES).to.have.members(NAMES);
  });
});

import type { ClientConfig } from '../../../contract/client.ts';
import { useMe } from '../api/queries.ts';
import { channelName } from '../channelName.ts';
import { hrefOf, type AdminSection } from '../routes.ts';
import { useText } from '../text.ts';
import { AdminFrame } from './AdminFrame.tsx';
import { ChannelSettings } from './ChannelSettings.tsx';
import { AuditSection } from './AuditSection.tsx';
import { DelegatedSwitches } from './DelegatedSwitches.tsx';
import { DeliveryLog } from './DeliveryLog.tsx';
import { EveryChat } from './EveryChat.tsx';
import { Facts } from './Facts.tsx';
import { IndexingSection } from './IndexingSection.tsx';
import { RegistrationState } from './RegistrationState.tsx';
import { RoleSettings } from './RoleSettings.tsx';
import { ServerSignIn } from './ServerSignIn.tsx';
import { SettingGroup } from './SettingCard.tsx';
import { SiteConnectionTest } from './SiteConnectionTest.tsx';
import { SiteGrants } from './SiteGrants.tsx';
import { SiteKey } from './SiteKey.tsx';
import { SiteLibraries } from './SiteLibraries.tsx';

interface Props {
  section: AdminSection;
  /** Of the chats. */
  tab: 'retired' | null;
  config: ClientConfig;
}

/** The pages of administrators (behaviour 2.9): settings, channels, chats and audit. */
export function AdminPage({ section, tab, config }: Props) {
  const text = useText();
  return (
    <AdminFrame title={text(`admin.section.${section}`)} href={hrefOf({ page: 'admin', section })}>
      {/* keyed by section, so that open dialogs close when the section changes */}
      <Section key={section} section={section} tab={tab} config={config} />
    </AdminFrame>
  );
}

function Section({ section, tab, config }: Props) {
  switch (section) {
    case 'about':
      return <About config={config} />;
    case 'graphsecurity':
      return <Registrations auth={config.auth} />;
    case 'roles':
      return <RoleSettings />;
    case 'delegated':
      return <DelegatedSwitches />;
    case 'notifications':
      return (
        <>
          <ChannelSettings />
          <DeliveryLog />
        </>
      );
    case 'files':
    case 'search':
      return <SettingGroup of={section} />;
    case 'sharepointconn':
      return (
        <>
          <SettingGroup of={section} />
          <SiteConnectionTest registration="docSite" />
          <SiteLibraries />
        </>
      );
    case 'sharepointentitlement':
      return (
        <>
          <SettingGroup of={section} />
          <SiteConnectionTest registration="entitlement" />
          <SiteGrants />
          <SiteKey />
        </>
      );
    case 'indexing':
      return <IndexingSection />;
    case 'chats':
      return <EveryChat tab={tab} />;
    case 'audit':
      return <AuditSection />;
  }
}

function About({ config: { version, mode, features } }: Pick<Props, 'config'>) {
  const text = useText();
  const me = useMe();
  const channels = features.channels.map((channel) => channelName(channel, text));
  return (
    <>
      <Facts
        facts={[
          [text('admin.version'), version],
          [text('admin.kind'), text(`admin.kind.${mode}`)],
          [text('admin.channels'), channels.join(', ') || text('admin.none')],
          [text('admin.languageModel'), text(features.assistant ? 'admin.isThere' : 'admin.noLanguageModel')],
          [text('admin.you'), me.data?.displayName],
          [text('admin.roles'), me.data?.roles.map((role) => text(`admin.role.${role}`)).join(', ')],
        ]}
      />
      <RegistrationState />
    </>
  );
}

function Registrations({ auth }: Pick<ClientConfig, 'auth'>) {
  const text = useText();
  return (
    <>
      <Facts
        facts={[
          [text('admin.tenant'), auth.tenantId],
          [text('admin.clientRegistration'), auth.clientId],
          [text('admin.apiScope'), auth.apiScope],
        ]}
      />
      <ServerSignIn />
      <RegistrationState />
    </>
  );
}

import { Link } from '@fluentui/react-components';
import type { ClientConfig } from '../../../contract/client.ts';
import { useMe } from '../api/queries.ts';
import { usePageStyles } from '../flows/page.ts';
import { ADMIN_SECTIONS, hrefOf, type AdminSection } from '../routes.ts';
import { useText, type Text } from '../text.ts';
import { AdministratorsOnly } from './AdministratorsOnly.tsx';
import { Facts } from './Facts.tsx';

interface Props {
  section: AdminSection;
  config: ClientConfig;
}

/** The pages of administrators (spec part 2.9): what this installation runs on. It is changed where the server runs. */
export function AdminPage({ section, config }: Props) {
  const page = usePageStyles();
  const text = useText();
  return (
    <AdministratorsOnly>
      <div className={page.page}>
        <h1 className={page.heading}>{text(`admin.section.${section}`)}</h1>
        <nav className={page.meta} aria-label={text('admin.nav')}>
          {ADMIN_SECTIONS.map((each) => (
            <Link
              key={each}
              className={page.back}
              href={hrefOf({ page: 'admin', section: each })}
              aria-current={each === section ? 'page' : undefined}
            >
              {text(`admin.section.${each}`)}
            </Link>
          ))}
          <Link className={page.back} href="#/setup">
            {text('title.setup')}
          </Link>
        </nav>
        <Section section={section} config={config} />
        <p className={page.meta}>{text('admin.environment')}</p>
      </div>
    </AdministratorsOnly>
  );
}

function Section({ section, config }: Props) {
  const page = usePageStyles();
  const text = useText();
  const me = useMe();
  const { auth } = config;
  switch (section) {
    case 'about':
      return (
        <Facts
          facts={[
            [text('admin.version'), config.version],
            [text('admin.kind'), text(`admin.kind.${config.mode}`)],
            [text('admin.you'), me.data?.displayName],
            [text('admin.roles'), me.data?.roles.map((role) => text(`admin.role.${role}`)).join(', ')],
          ]}
        />
      );
    case 'graphsecurity':
      return (
        <Facts
          facts={[
            [text('admin.tenant'), auth.tenantId],
            [text('admin.clientRegistration'), auth.clientId],
            [text('admin.apiScope'), auth.apiScope],
          ]}
        />
      );
    case 'notifications':
      return <Facts facts={channelFacts(config, text)} />;
    case 'delegated':
    case 'sharepointconn':
    case 'sharepointentitlement':
      return <div className={page.card}>{text('admin.unused')}</div>;
  }
}

const channelFacts = ({ features }: ClientConfig, text: Text) =>
  [text('channel.web'), ...features.channels].map((channel) => [channel, text('setup.done')] as const);

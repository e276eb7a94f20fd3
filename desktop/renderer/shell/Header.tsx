import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import {
  ChatFilled,
  ChatRegular,
  FlowFilled,
  FlowRegular,
  HistoryFilled,
  HistoryRegular,
  MailInboxFilled,
  MailInboxRegular,
  CheckmarkSquareFilled,
  CheckmarkSquareRegular,
} from '@fluentui/react-icons';
import { useState } from 'react';
import type { ClientConfig } from '../../../contract/client.ts';
import type { AuthClient, Host } from '../host.ts';
import type { Preferences } from '../preferences.ts';
import type { Route } from '../routes.ts';
import { useText } from '../text.ts';
import { FORCED_COLORS } from './forcedColors.ts';
import { Account } from './Account.tsx';
import type { Opened } from './AccountMenu.tsx';
import { Connection, type Standing } from './Connection.tsx';
import { Shortcuts } from './Shortcuts.tsx';

const PHONE = '@media (max-width: 639px)';
/** The width at which the longest translations of the navigation leave no room for the account. */
const TABLET = '@media (min-width: 640px) and (max-width: 1023px)';

/** The position of a count beside its icon, above the name. */
const ABOVE = { position: 'absolute', top: '3px', insetInlineStart: 'calc(50% + 6px)' } as const;

const useStyles = makeStyles({
  header: {
    // its popovers are above the page and the bars at its lower edge
    position: 'relative',
    zIndex: 4,
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalM,
    height: '52px',
    padding: `0 ${tokens.spacingHorizontalL}`,
    backgroundColor: tokens.colorNeutralBackground1,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    '@media print': { display: 'none' },
  },
  product: {
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalS,
    color: tokens.colorNeutralForeground1,
    fontWeight: tokens.fontWeightSemibold,
    fontSize: tokens.fontSizeBase400,
    textDecoration: 'none',
  },
  nav: {
    display: 'flex',
    height: '100%',
    marginInlineStart: tokens.spacingHorizontalL,
    [TABLET]: { minWidth: 0, marginInlineStart: 0 },
    [PHONE]: {
      position: 'fixed',
      insetInline: 0,
      bottom: 0,
      height: '56px',
      margin: 0,
      zIndex: 10,
      backgroundColor: tokens.colorNeutralBackground1,
      borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    },
  },
  item: {
    position: 'relative',
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalSNudge,
    padding: `0 ${tokens.spacingHorizontalM}`,
    color: tokens.colorNeutralForeground2,
    textDecoration: 'none',
    fontSize: tokens.fontSizeBase300,
    [TABLET]: {
      flexDirection: 'column',
      justifyContent: 'center',
      gap: '2px',
      minWidth: 0,
      padding: `0 ${tokens.spacingHorizontalSNudge}`,
      fontSize: tokens.fontSizeBase200,
      lineHeight: tokens.lineHeightBase100,
      overflowWrap: 'anywhere',
    },
    ':hover': { color: tokens.colorNeutralForeground2Hover, backgroundColor: tokens.colorSubtleBackgroundHover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
    [PHONE]: {
      flex: '1 1 auto', // longer words get more room
      flexDirection: 'column',
      justifyContent: 'center',
      gap: '2px',
      minWidth: 0,
      padding: '0 1px',
      fontSize: tokens.fontSizeBase100,
      lineHeight: tokens.lineHeightBase100, // leaves room for two lines
      textAlign: 'center',
      overflowWrap: 'anywhere',
      hyphens: 'auto',
    },
  },
  current: {
    color: tokens.colorBrandForeground1,
    '::after': {
      content: '""',
      position: 'absolute',
      insetInline: tokens.spacingHorizontalM,
      bottom: 0,
      height: '3px',
      borderRadius: '3px 3px 0 0',
      backgroundColor: tokens.colorCompoundBrandStroke,
      [FORCED_COLORS]: { backgroundColor: 'Highlight' },
      [PHONE]: { bottom: 'auto', top: 0, borderRadius: '0 0 3px 3px' },
    },
  },
  icon: { display: 'flex', fontSize: '20px' },
  badge: {
    minWidth: '10px',
    padding: '0 5px',
    borderRadius: tokens.borderRadiusCircular,
    backgroundColor: tokens.colorBrandBackground,
    color: tokens.colorNeutralForegroundOnBrand,
    fontSize: tokens.fontSizeBase100,
    lineHeight: '18px',
    fontWeight: tokens.fontWeightSemibold,
    textAlign: 'center',
    whiteSpace: 'nowrap',
    [PHONE]: ABOVE,
    [TABLET]: ABOVE,
  },
  space: { flex: 1 },
});

const MOST_COUNTED = 99;

const PLACES = [
  {
    href: '#/notifications',
    pages: ['notifications', 'told', 'asked'],
    counts: 'notifications',
    text: 'nav.notifications',
    icon: <MailInboxRegular />,
    chosen: <MailInboxFilled />,
  },
  {
    href: '#/assignments',
    pages: ['assignments', 'assignment', 'sent', 'sending', 'log'],
    counts: 'assignments',
    text: 'nav.assignments',
    icon: <CheckmarkSquareRegular />,
    chosen: <CheckmarkSquareFilled />,
  },
  {
    href: '#/chats',
    pages: ['chats', 'chat'],
    counts: null,
    text: 'nav.chats',
    icon: <ChatRegular />,
    chosen: <ChatFilled />,
  },
  {
    href: '#/flows',
    pages: ['flows', 'flow', 'newFlow', 'editFlow', 'secrets'],
    counts: null,
    text: 'nav.flows',
    icon: <FlowRegular />,
    chosen: <FlowFilled />,
  },
  {
    href: '#/executions',
    pages: ['executions', 'execution'],
    counts: null,
    text: 'nav.executions',
    icon: <HistoryRegular />,
    chosen: <HistoryFilled />,
  },
] as const;

interface Props {
  auth: AuthClient;
  config: ClientConfig;
  host: Host;
  preferences: Preferences;
  connection: Standing;
  route: Route;
  /** The pending counts per place. */
  counts: { notifications: number; assignments: number };
}

export function Header({ auth, config, host, preferences, connection, route, counts }: Props) {
  const styles = useStyles();
  const text = useText();
  const [opened, setOpened] = useState<Opened>(null);
  return (
    <header className={styles.header}>
      <a href="#/notifications" className={styles.product}>
        <img src="./handback.svg" alt="" width="26" height="26" />
        {text('product')}
      </a>
      <nav className={styles.nav} aria-label={text('nav.label')}>
        {PLACES.map(({ href, pages, counts: counted, text: label, icon, chosen }) => {
          const count = counted === null ? 0 : counts[counted];
          const isCurrent = pages.some((page) => page === route.page);
          return (
            <a
              key={href}
              href={href}
              className={mergeClasses(styles.item, isCurrent && styles.current)}
              aria-current={isCurrent ? 'page' : undefined}
            >
              <span className={styles.icon}>{isCurrent ? chosen : icon}</span>
              {text(label)}
              {count > 0 && <span className={styles.badge}>{count > MOST_COUNTED ? `${MOST_COUNTED}+` : count}</span>}
            </a>
          );
        })}
      </nav>
      <span className={styles.space} />
      <Shortcuts isHelpOpen={opened === 'keys'} onHelp={(isOpen) => setOpened(isOpen ? 'keys' : null)} />
      <Connection state={connection} />
      <Account auth={auth} config={config} host={host} preferences={preferences} opened={opened} onOpen={setOpened} />
    </header>
  );
}

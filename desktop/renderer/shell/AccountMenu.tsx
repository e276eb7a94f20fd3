import {
  Button,
  Field,
  makeStyles,
  Popover,
  PopoverSurface,
  PopoverTrigger,
  Radio,
  RadioGroup,
  Switch,
  Text as Words,
  tokens,
} from '@fluentui/react-components';
import { AlertRegular, KeyboardRegular, MailRegular, SettingsRegular, SignOutRegular } from '@fluentui/react-icons';
import { useState, type ReactElement } from 'react';
import type { ClientConfig } from '../../../contract/client.ts';
import type { Role } from '../../../contract/people.ts';
import { useMe } from '../api/queries.ts';
import { DIRECTION_CHOICES, directionOf, type DirectionChoice } from '../direction.ts';
import type { AuthClient, Host } from '../host.ts';
import { LANGUAGES, type Language } from '../../../contract/languages.ts';
import { useAdvancePreference, type Preferences } from '../preferences.ts';
import { hrefOf } from '../routes.ts';
import { useText } from '../text.ts';
import { AppLinksSwitch } from './AppLinksSwitch.tsx';
import { Face } from './Face.tsx';
import { OwnProfile } from './OwnProfile.tsx';
import { SignOutDialog, useSignOut } from './SignOut.tsx';
import { THEME_CHOICES, type ThemeChoice } from './themes.ts';

const useStyles = makeStyles({
  surface: {
    width: '336px',
    maxWidth: 'calc(100vw - 56px)',
    // fits between the header and, on phones, the bottom navigation
    maxHeight: 'calc(100dvh - 130px)',
    boxSizing: 'border-box',
    overflowY: 'auto',
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalM,
  },
  person: { display: 'flex', flexDirection: 'column' },
  mail: { color: tokens.colorNeutralForeground3, overflowWrap: 'anywhere' },
  switch: { marginInline: '-8px' },
  pairs: { display: 'grid', gridTemplateColumns: 'auto auto', justifyContent: 'start' },
  action: { justifyContent: 'flex-start', textAlign: 'start', marginInline: '-12px' },
});

/** Only one is open at a time. */
export type Opened = 'account' | 'keys' | 'signOut' | null;

export interface AccountProps {
  auth: AuthClient;
  config: ClientConfig;
  host: Host;
  preferences: Preferences;
  opened: Opened;
  onOpen(opened: Opened): void;
}

/** Loaded lazily, so that the inbox does not wait for it. */
export function AccountMenu({ auth, config, host, preferences, opened, onOpen }: AccountProps) {
  const styles = useStyles();
  const text = useText();
  const me = useMe();
  const { hasUnsent, leave } = useSignOut(auth);
  const name = me.data?.displayName ?? auth.account?.displayName ?? '';
  return (
    <>
      <Popover
        open={opened === 'account'}
        onOpenChange={(_event, { open }) => onOpen(open ? 'account' : null)}
        inline
        positioning="below-end"
      >
        <PopoverTrigger disableButtonEnhancement>
          {/* covers the pressed button */}
          <Face name={name} autoFocus />
        </PopoverTrigger>
        <PopoverSurface className={styles.surface} aria-label={text('account.label', { name })}>
          <div className={styles.person}>
            <Words weight="semibold">{name}</Words>
            <Words size={200} className={styles.mail}>
              {me.data?.email ?? auth.account?.username}
            </Words>
            <OwnProfile />
          </div>
          <Choices {...preferences} />
          <div className={styles.person}>
            {host.openApp && <AppLinksSwitch />}
            <Action icon={<KeyboardRegular />} onClick={() => onOpen('keys')}>
              {text('account.shortcuts')}
            </Action>
            <AdministrationLink roles={me.data?.roles ?? []} onClick={() => onOpen(null)} />
            {host.desktop && (
              <Action icon={<SettingsRegular />} onClick={host.desktop.openSettings}>
                {text('account.settings')}
              </Action>
            )}
            <NotifyButton host={host} />
            <MailboxButton href={config.links.mailbox} host={host} />
            <Action icon={<SignOutRegular />} onClick={() => (hasUnsent() ? onOpen('signOut') : leave())}>
              {text('account.signOut')}
            </Action>
          </div>
        </PopoverSurface>
      </Popover>
      <SignOutDialog isOpen={opened === 'signOut'} onStay={() => onOpen(null)} onLeave={leave} />
    </>
  );
}

/** A link to administration, or to the audit for auditors. */
function AdministrationLink({ roles, onClick }: { roles: readonly Role[]; onClick(): void }) {
  const styles = useStyles();
  const text = useText();
  const section = roles.includes('administrator') ? 'about' : roles.includes('auditor') ? 'audit' : null;
  if (section === null) return null;
  return (
    <Button
      as="a"
      className={styles.action}
      appearance="subtle"
      icon={<SettingsRegular />}
      href={hrefOf({ page: 'admin', section })}
      onClick={onClick}
    >
      {text(section === 'audit' ? 'admin.section.audit' : 'title.admin')}
    </Button>
  );
}

function Action({ icon, onClick, children }: { icon: ReactElement; onClick(): void; children: string }) {
  const styles = useStyles();
  return (
    <Button className={styles.action} appearance="subtle" icon={icon} onClick={onClick}>
      {children}
    </Button>
  );
}

function Choices(preferences: Preferences) {
  const styles = useStyles();
  const { themeChoice, setThemeChoice, language, setLanguage } = preferences;
  const text = useText();
  return (
    <>
      <Field label={text('account.theme')}>
        <RadioGroup
          className={styles.pairs}
          value={themeChoice}
          onChange={(_event, { value }) => setThemeChoice(value as ThemeChoice)}
        >
          {THEME_CHOICES.map((choice) => (
            <Radio key={choice} value={choice} label={text(`theme.${choice}`)} />
          ))}
        </RadioGroup>
      </Field>
      <Field label={text('account.language')}>
        <RadioGroup
          value={language}
          layout="horizontal"
          onChange={(_event, { value }) => setLanguage(value as Language)}
        >
          {LANGUAGES.map((choice) => (
            <Radio key={choice} value={choice} label={{ lang: choice, children: text(`language.${choice}`) }} />
          ))}
        </RadioGroup>
      </Field>
      <DirectionField {...preferences} />
      <AdvanceSwitch />
    </>
  );
}

/** The writing direction, for people whose own language is written the other way than the page's. */
function DirectionField({ language, directionChoice, setDirectionChoice }: Preferences) {
  const text = useText();
  const readsOtherWay = navigator.languages.some((each) => directionOf(each) !== directionOf(language));
  if (!readsOtherWay && directionChoice === 'language') return null;
  return (
    <Field label={text('account.direction')}>
      <RadioGroup
        value={directionChoice}
        onChange={(_event, { value }) => setDirectionChoice(value as DirectionChoice)}
      >
        {DIRECTION_CHOICES.map((choice) => (
          <Radio key={choice} value={choice} label={text(`direction.${choice}`)} />
        ))}
      </RadioGroup>
    </Field>
  );
}

function AdvanceSwitch() {
  const styles = useStyles();
  const text = useText();
  const [isOn, setOn] = useAdvancePreference();
  return (
    <Switch
      className={styles.switch}
      checked={isOn}
      label={text('account.advance')}
      onChange={(_event, { checked }) => setOn(checked)}
    />
  );
}

/** Asks for permission to notify; hidden once the person has decided. */
function NotifyButton({ host }: { host: Host }) {
  const text = useText();
  const [canAsk, setCanAsk] = useState(() => host.canAskToNotify());
  if (!canAsk) return null;
  const ask = async (): Promise<void> => {
    await host.askToNotify();
    setCanAsk(host.canAskToNotify());
  };
  return (
    <Action icon={<AlertRegular />} onClick={() => void ask()}>
      {text('account.notify')}
    </Action>
  );
}

/** Opens the sandbox's mailbox, if there is one. */
function MailboxButton({ href, host }: { href: string | null; host: Host }) {
  const text = useText();
  if (href === null) return null;
  return (
    <Action icon={<MailRegular />} onClick={() => host.openLink(href)}>
      {text('account.mailbox')}
    </Action>
  );
}

import {
  Button,
  Field,
  makeStyles,
  Popover,
  PopoverSurface,
  PopoverTrigger,
  Radio,
  RadioGroup,
  Text as Words,
  tokens,
} from '@fluentui/react-components';
import { MailRegular, SignOutRegular } from '@fluentui/react-icons';
import type { ClientConfig } from '../../../contract/client.ts';
import { useMe } from '../api/queries.ts';
import type { AuthClient, Host } from '../host.ts';
import { LANGUAGES, type Language } from '../languages.ts';
import { useText } from '../text.ts';
import { Face } from './Face.tsx';
import type { Preferences } from './Session.tsx';
import { THEME_CHOICES, type ThemeChoice } from './themes.ts';

const useStyles = makeStyles({
  surface: {
    width: '260px',
    maxWidth: 'calc(100vw - 56px)',
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalM,
  },
  person: { display: 'flex', flexDirection: 'column' },
  mail: { color: tokens.colorNeutralForeground3, overflowWrap: 'anywhere' },
  action: { justifyContent: 'flex-start' },
});

export interface AccountProps {
  auth: AuthClient;
  config: ClientConfig;
  host: Host;
  preferences: Preferences;
}

/** Fetched when somebody asks for it, so that the inbox need not wait for it; opens at once. */
export function AccountMenu({ auth, config, host, preferences }: AccountProps) {
  const styles = useStyles();
  const text = useText();
  const me = useMe();
  const name = me.data?.displayName ?? auth.account?.displayName ?? '';
  const { themeChoice, setThemeChoice, language, setLanguage } = preferences;
  const { mailbox } = config.links;
  return (
    <Popover defaultOpen inline positioning="below-end">
      <PopoverTrigger disableButtonEnhancement>
        <Face name={name} />
      </PopoverTrigger>
      <PopoverSurface className={styles.surface} aria-label={text('account.label', { name })}>
        <div className={styles.person}>
          <Words weight="semibold">{name}</Words>
          <Words size={200} className={styles.mail}>
            {me.data?.email ?? auth.account?.username}
          </Words>
        </div>
        <Field label={text('account.theme')}>
          <RadioGroup value={themeChoice} onChange={(_event, { value }) => setThemeChoice(value as ThemeChoice)}>
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
        {mailbox && (
          <Button
            className={styles.action}
            appearance="subtle"
            icon={<MailRegular />}
            onClick={() => host.openLink(mailbox)}
          >
            {text('account.mailbox')}
          </Button>
        )}
        <Button
          className={styles.action}
          appearance="subtle"
          icon={<SignOutRegular />}
          onClick={() => void auth.signOut()}
        >
          {text('account.signOut')}
        </Button>
      </PopoverSurface>
    </Popover>
  );
}

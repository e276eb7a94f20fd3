import {
  Avatar,
  Button,
  makeStyles,
  Menu,
  MenuDivider,
  MenuGroup,
  MenuGroupHeader,
  MenuItem,
  MenuItemRadio,
  MenuList,
  MenuPopover,
  MenuTrigger,
  Text as Words,
  tokens,
} from '@fluentui/react-components';
import { MailRegular, SignOutRegular } from '@fluentui/react-icons';
import type { ClientConfig } from '../../../contract/client.ts';
import { useMe } from '../api/queries.ts';
import type { AuthClient, Host } from '../host.ts';
import { LANGUAGES, type Language } from '../languages.ts';
import { useText } from '../text.ts';
import type { Preferences } from './Session.tsx';
import { THEME_CHOICES, type ThemeChoice } from './themes.ts';

const useStyles = makeStyles({
  person: { display: 'flex', flexDirection: 'column', padding: tokens.spacingHorizontalM },
  mail: { color: tokens.colorNeutralForeground3, overflowWrap: 'anywhere' },
});

interface Props {
  auth: AuthClient;
  config: ClientConfig;
  host: Host;
  preferences: Preferences;
}

export function AccountMenu({ auth, config, host, preferences }: Props) {
  const styles = useStyles();
  const text = useText();
  const me = useMe();
  const name = me.data?.displayName ?? auth.account?.displayName ?? '';
  const mail = me.data?.email ?? auth.account?.username;
  const { themeChoice, setThemeChoice, language, setLanguage } = preferences;
  const { mailbox } = config.links;
  return (
    <Menu
      checkedValues={{ theme: [themeChoice], language: [language] }}
      onCheckedValueChange={(_event, { name: group, checkedItems: [item] }) => {
        if (group === 'theme') setThemeChoice(item as ThemeChoice);
        else setLanguage(item as Language);
      }}
    >
      <MenuTrigger disableButtonEnhancement>
        <Button appearance="transparent" shape="circular" aria-label={text('account.label', { name })} icon={<Avatar name={name} size={32} color="brand" aria-hidden />} />
      </MenuTrigger>
      <MenuPopover>
        <div className={styles.person}>
          <Words weight="semibold">{name}</Words>
          <Words size={200} className={styles.mail}>
            {mail}
          </Words>
        </div>
        <MenuList>
          <MenuDivider />
          <MenuGroup>
            <MenuGroupHeader>{text('account.theme')}</MenuGroupHeader>
            {THEME_CHOICES.map((choice) => (
              <MenuItemRadio key={choice} name="theme" value={choice}>
                {text(`theme.${choice}`)}
              </MenuItemRadio>
            ))}
          </MenuGroup>
          <MenuDivider />
          <MenuGroup>
            <MenuGroupHeader>{text('account.language')}</MenuGroupHeader>
            {LANGUAGES.map((choice) => (
              <MenuItemRadio key={choice} name="language" value={choice} lang={choice}>
                {text(`language.${choice}`)}
              </MenuItemRadio>
            ))}
          </MenuGroup>
          <MenuDivider />
          {mailbox && (
            <MenuItem icon={<MailRegular />} onClick={() => host.openLink(mailbox)}>
              {text('account.mailbox')}
            </MenuItem>
          )}
          <MenuItem icon={<SignOutRegular />} onClick={() => void auth.signOut()}>
            {text('account.signOut')}
          </MenuItem>
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}

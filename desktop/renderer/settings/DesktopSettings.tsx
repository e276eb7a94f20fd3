import { Field, makeStyles, mergeClasses, Switch, tokens } from '@fluentui/react-components';
import { useId, type ReactNode } from 'react';
import type { DesktopApp, ServerChoice } from '../host.ts';
import { usePageStyles } from '../shell/page.ts';
import { Failed, Loading } from '../shell/states.tsx';
import { useText } from '../text.ts';
import { LinkSettings, SignedInSettings } from './AccountSettings.tsx';
import { QuietSettings } from './QuietSettings.tsx';
import { ServerSettings } from './ServerSettings.tsx';
import { useAppSettings } from './useAppSettings.ts';

const useStyles = makeStyles({
  window: { minHeight: '100%', backgroundColor: tokens.colorNeutralBackground3 },
  card: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM, alignItems: 'flex-start' },
  version: { margin: 0, color: tokens.colorNeutralForeground3 },
});

/** The settings of the desktop app; the tray menu has the most used ones. Available without a sign-in. */
export function DesktopSettings({ desktop, servers }: { desktop: DesktopApp; servers: ServerChoice }) {
  const page = usePageStyles();
  const styles = useStyles();
  const text = useText();
  const { settings, problem, change } = useAppSettings(desktop);
  if (problem) return <Failed isPage error={problem} />;
  if (!settings) return <Loading />;
  return (
    <div className={styles.window}>
      <main className={page.page}>
        <h1 className={page.heading}>{text('title.settings')}</h1>
        <Card title={text('settings.notifications')}>
          <QuietSettings settings={settings} change={change} />
          <Choice
            label={text('settings.hidesPreview')}
            isOn={settings.hidesPreview}
            isDecided={settings.isDecided.hidesPreview}
            turn={(hidesPreview) => change({ hidesPreview })}
          />
        </Card>
        <Card title={text('settings.start')}>
          <Choice
            label={text('settings.opensAtLogin')}
            isOn={settings.opensAtLogin}
            isDecided={settings.isDecided.opensAtLogin}
            turn={(opensAtLogin) => change({ opensAtLogin })}
          />
          <LinkSettings isPossible={settings.servers.current !== null} desktop={desktop} />
        </Card>
        <Card title={text('settings.account')}>
          <SignedInSettings settings={settings} desktop={desktop} />
        </Card>
        <Card title={text('settings.servers')}>
          <ServerSettings shown={settings.servers} servers={servers} forget={desktop.forgetServer} />
        </Card>
        <p className={styles.version}>{text('settings.version', { version: settings.version })}</p>
      </main>
    </div>
  );
}

interface ChoiceProps {
  label: string;
  isOn: boolean;
  /** Set by the organisation: shown as such and disabled. */
  isDecided: boolean;
  turn(isOn: boolean): void;
}

function Choice({ label, isOn, isDecided, turn }: ChoiceProps) {
  const text = useText();
  return (
    <Field hint={isDecided ? text('settings.decided') : undefined}>
      <Switch label={label} checked={isOn} disabled={isDecided} onChange={(_event, { checked }) => turn(checked)} />
    </Field>
  );
}

function Card({ title, children }: { title: string; children: ReactNode }) {
  const page = usePageStyles();
  const styles = useStyles();
  const id = useId();
  return (
    <section className={mergeClasses(page.card, styles.card)} aria-labelledby={id}>
      <h2 id={id} className={page.subheading}>
        {title}
      </h2>
      {children}
    </section>
  );
}

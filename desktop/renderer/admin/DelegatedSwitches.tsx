import { Link, makeStyles, mergeClasses, MessageBar, MessageBarBody, Switch, tokens } from '@fluentui/react-components';
import { useMutation } from '@tanstack/react-query';
import { useChangeSettings, useRegistrationHealth, useSettings } from '../api/settings.ts';
import { usePageStyles } from '../shell/page.ts';
import { ProblemBar } from '../shell/ProblemBar.tsx';
import { Failed, Loading } from '../shell/states.tsx';
import { useText } from '../text.ts';
import { purposeOf } from './purposes.ts';

const useStyles = makeStyles({
  card: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM },
  words: { margin: 0, color: tokens.colorNeutralForeground3 },
  list: { margin: 0, padding: 0, listStyleType: 'none', display: 'grid', gap: tokens.spacingVerticalM },
  purpose: { display: 'block', color: tokens.colorNeutralForeground3, overflowWrap: 'anywhere' },
});

/** One switch per delegated permission, and the one for access lists in search (behaviour 5.3 B and D). */
export function DelegatedSwitches() {
  const page = usePageStyles();
  const styles = useStyles();
  const text = useText();
  const health = useRegistrationHealth();
  const settings = useSettings();
  if (health.isPending || settings.isPending) return <Loading />;
  if (!health.data) return <Failed error={health.error} onRetry={() => void health.refetch()} />;
  if (!settings.data) return <Failed error={settings.error} onRetry={() => void settings.refetch()} />;
  const { delegated, authType, consentUrl } = health.data;
  const isOn = (name: string): boolean => settings.data.items.find((each) => each.name === name)?.value === true;
  return (
    <>
      <section className={mergeClasses(page.card, styles.card)} aria-labelledby="delegated">
        <h2 id="delegated" className={page.subheading}>
          {text('admin.delegated')}
        </h2>
        <p className={styles.words}>{text('admin.delegated.text')}</p>
        {authType === 'managedSystemIdentity' && (
          <MessageBar intent="warning" layout="multiline">
            <MessageBarBody>{text('admin.delegated.identity')}</MessageBarBody>
          </MessageBar>
        )}
        <ul className={styles.list}>
          {delegated.map(({ name, setting, ...permission }) => (
            <li key={name}>
              <Toggle
                setting={setting}
                label={name}
                purpose={purposeOf('delegated', { name, ...permission }, text)}
                isOn={isOn(setting)}
              />
            </li>
          ))}
        </ul>
        <Link href={consentUrl} target="_blank" rel="noreferrer">
          {text('admin.health.consent')}
        </Link>
      </section>
      <section className={mergeClasses(page.card, styles.card)} aria-labelledby="search-acl">
        <h2 id="search-acl" className={page.subheading}>
          {text('admin.searchAcl')}
        </h2>
        <Toggle
          setting="enableSearchAcl"
          label={text('admin.setting.enableSearchAcl')}
          purpose={text('admin.searchAcl.text')}
          isOn={isOn('enableSearchAcl')}
        />
      </section>
    </>
  );
}

interface ToggleProps {
  setting: string;
  label: string;
  purpose: string;
  isOn: boolean;
}

function Toggle({ setting, label, purpose, isOn }: ToggleProps) {
  const styles = useStyles();
  const change = useChangeSettings();
  const turn = useMutation({
    mutationFn: (turned: boolean) => change({ [setting]: turned }),
    scope: { id: setting }, // one after the other, so that the last click decides
  });
  return (
    <>
      <Switch
        checked={turn.isPending ? turn.variables : isOn}
        label={
          <>
            <bdi>{label}</bdi>
            <span className={styles.purpose}>{purpose}</span>
          </>
        }
        onChange={(_event, { checked }) => turn.mutate(checked)}
      />
      {turn.error && <ProblemBar problem={turn.error} />}
    </>
  );
}

import { Field, makeStyles, Switch } from '@fluentui/react-components';
import { APP_LINK_CHOICES, APP_LINKS } from '../appLinks.ts';
import { usePreference } from '../preferences.ts';
import { useText } from '../text.ts';

// as wide as its neighbours
const useStyles = makeStyles({ switch: { marginInline: '-8px' } });

/** The switch for opening message links in the desktop app, stored in this browser. */
export function AppLinksSwitch() {
  const styles = useStyles();
  const text = useText();
  const [choice, setChoice] = usePreference(APP_LINKS, APP_LINK_CHOICES, 'off');
  return (
    <Field hint={text('appLinks.hint')}>
      <Switch
        className={styles.switch}
        label={text('appLinks.switch')}
        checked={choice === 'on'}
        onChange={(_event, { checked }) => setChoice(checked ? 'on' : 'off')}
      />
    </Field>
  );
}

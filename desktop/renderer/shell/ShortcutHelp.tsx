import {
  Button,
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
  makeStyles,
  Switch,
  tokens,
} from '@fluentui/react-components';
import { useShortcutsPreference } from '../preferences.ts';
import { useText, type TextId } from '../text.ts';

const useStyles = makeStyles({
  keys: {
    display: 'grid',
    gridTemplateColumns: 'max-content minmax(0, 1fr)',
    alignItems: 'baseline',
    columnGap: tokens.spacingHorizontalL,
    rowGap: tokens.spacingVerticalS,
    margin: `${tokens.spacingVerticalM} 0 0`,
  },
  does: { margin: 0 },
  key: {
    display: 'inline-block',
    minWidth: '20px',
    padding: `0 ${tokens.spacingHorizontalXS}`,
    marginInlineEnd: tokens.spacingHorizontalXS,
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    borderRadius: tokens.borderRadiusMedium,
    fontFamily: tokens.fontFamilyMonospace,
    fontSize: tokens.fontSizeBase200,
    textAlign: 'center',
  },
});

const KEYS: readonly [string[], TextId][] = [
  [['j', 'k'], 'shortcuts.move'],
  [['Enter'], 'shortcuts.open'],
  [['u'], 'shortcuts.back'],
  [['x'], 'shortcuts.select'],
  [['e'], 'shortcuts.markRead'],
  [['h'], 'shortcuts.snooze'],
  [['/'], 'shortcuts.search'],
  [['a', 'r'], 'shortcuts.approve'],
  [['1', '9'], 'shortcuts.choose'],
  [['c'], 'shortcuts.comment'],
  [['Ctrl', 'Enter'], 'shortcuts.send'],
  [['z'], 'shortcuts.undo'],
  [['g', 'n'], 'shortcuts.goNotifications'],
  [['g', 'a'], 'shortcuts.goAssignments'],
  [['g', 'c'], 'shortcuts.goChats'],
  [['g', 'f'], 'shortcuts.goFlows'],
  [['g', 'e'], 'shortcuts.goExecutions'],
  [['?'], 'shortcuts.help'],
];

/** The list of shortcuts, with the switch for single keys. */
export function ShortcutHelp({ onClose }: { onClose(): void }) {
  const styles = useStyles();
  const text = useText();
  const [isOn, setOn] = useShortcutsPreference();
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogSurface>
        <DialogBody>
          <DialogTitle>{text('shortcuts.title')}</DialogTitle>
          <DialogContent>
            <Switch checked={isOn} label={text('shortcuts.isOn')} onChange={(_event, { checked }) => setOn(checked)} />
            <dl className={styles.keys}>
              {KEYS.map(([keys, does]) => [
                <dt key={`${does} keys`}>
                  {keys.map((key) => (
                    <kbd key={key} className={styles.key}>
                      {key}
                    </kbd>
                  ))}
                </dt>,
                <dd key={does} className={styles.does}>
                  {text(does)}
                </dd>,
              ])}
            </dl>
          </DialogContent>
          <DialogActions>
            <Button onClick={onClose}>{text('shortcuts.close')}</Button>
          </DialogActions>
        </DialogBody>
      </DialogSurface>
    </Dialog>
  );
}

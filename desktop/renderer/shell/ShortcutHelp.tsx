import {
  Button,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
  makeStyles,
  Switch,
  tokens,
} from '@fluentui/react-components';
import { Fragment } from 'react';
import { useShortcutsPreference } from '../preferences.ts';
import { useText, type TextId } from '../text.ts';
import { Dialog } from './Dialog.tsx';

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
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    borderRadius: tokens.borderRadiusMedium,
    fontFamily: tokens.fontFamilyMonospace,
    fontSize: tokens.fontSizeBase200,
    textAlign: 'center',
  },
  link: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
});

/** How several keys belong together: one of them, those from one to the other, one after the other, or at once. */
type Joint = 'or' | 'to' | 'then' | 'with';

const KEYS: readonly [string[], TextId, Joint?][] = [
  [['j', 'k'], 'shortcuts.move', 'or'],
  [['Enter'], 'shortcuts.open'],
  [['u'], 'shortcuts.back'],
  [['x'], 'shortcuts.select'],
  [['e'], 'shortcuts.markRead'],
  [['h'], 'shortcuts.snooze'],
  [['/'], 'shortcuts.search'],
  [['a', 'r'], 'shortcuts.approve', 'or'],
  [['1', '9'], 'shortcuts.choose', 'to'],
  [['c'], 'shortcuts.comment'],
  [['Ctrl', 'Enter'], 'shortcuts.send', 'with'],
  [['z'], 'shortcuts.undo'],
  [['g', 'n'], 'shortcuts.goNotifications', 'then'],
  [['g', 'a'], 'shortcuts.goAssignments', 'then'],
  [['g', 'c'], 'shortcuts.goChats', 'then'],
  [['g', 'f'], 'shortcuts.goFlows', 'then'],
  [['g', 'e'], 'shortcuts.goExecutions', 'then'],
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
              {KEYS.map(([keys, does, joint]) => [
                <dt key={`${does} keys`}>
                  {keys.map((key, index) => (
                    <Fragment key={key}>
                      {index > 0 && joint && <span className={styles.link}> {text(`shortcuts.joint.${joint}`)} </span>}
                      <kbd className={styles.key}>{key}</kbd>
                    </Fragment>
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

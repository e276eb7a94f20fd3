import {
  Button,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
  makeStyles,
} from '@fluentui/react-components';
import { Dialog, useDialogStyles } from '../../shell/Dialog.tsx';
import { useText } from '../../text.ts';
import { nodesOf, refusalToConnect, type Draft } from '../draft/draft.ts';
import { NodeTypeIcon } from '../NodeTypeIcon.tsx';

const useStyles = makeStyles({
  list: { listStyleType: 'none', margin: 0, padding: 0, display: 'flex', flexDirection: 'column', gap: '2px' },
  node: { width: '100%', justifyContent: 'flex-start', textAlign: 'start', overflowWrap: 'anywhere' },
});

interface Props {
  draft: Draft;
  from: string;
  /** Its display name. */
  name: string;
  onChoose(to: string): void;
  onClose(): void;
}

/** A list of nodes to connect to, the keyboard alternative to drawing an edge. */
export function ConnectDialog({ draft, from, name, onChoose, onClose }: Props) {
  const styles = useStyles();
  const dialog = useDialogStyles();
  const text = useText();
  const targets = nodesOf(draft).filter(
    ({ id }) => typeof id === 'string' && refusalToConnect(draft, from, id) === null,
  );
  return (
    <Dialog open onOpenChange={(_event, { open }) => !open && onClose()}>
      <DialogSurface className={dialog.surface}>
        <DialogBody>
          <DialogTitle className={dialog.words}>{text('draw.connect.title', { name })}</DialogTitle>
          <DialogContent className={dialog.content}>
            <ul className={styles.list}>
              {targets.map(({ id, name: words, type }) => (
                <li key={String(id)}>
                  <Button
                    appearance="subtle"
                    className={styles.node}
                    icon={<NodeTypeIcon type={String(type)} />}
                    onClick={() => onChoose(String(id))}
                  >
                    {typeof words === 'string' && words !== '' ? words : String(id)}
                  </Button>
                </li>
              ))}
            </ul>
          </DialogContent>
          <DialogActions>
            <Button onClick={onClose}>{text('dialog.cancel')}</Button>
          </DialogActions>
        </DialogBody>
      </DialogSurface>
    </Dialog>
  );
}

import { Button, makeStyles, MessageBar, MessageBarActions, MessageBarBody, tokens } from '@fluentui/react-components';
import { useIntl } from 'react-intl';
import type { UnreadJson } from '../drafts/DraftsProvider.tsx';
import { useText } from '../text.ts';
import { nodeOf } from './draft/draft.ts';
import { placeInForm } from './edit/faultPlace.ts';
import type { useFlowEditing } from './useFlowEditing.ts';

const useStyles = makeStyles({
  list: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalS },
  words: { overflowWrap: 'anywhere' },
});

interface Props {
  editing: ReturnType<typeof useFlowEditing>;
  /** The step whose fields are in view; null for none. */
  open: string | null;
  onGo(nodeId: string): void;
}

/**
 * Says which fields hold JSON that cannot be read yet, because it is not in the definition and would not be saved. The
 * fields of the open step say so themselves until the author saves.
 */
export function Unread({ editing, open, onGo }: Props) {
  const styles = useStyles();
  const text = useText();
  const intl = useIntl();
  const { draft, keeper, source, sent } = editing;
  const { unread, forget } = keeper;
  const isTried = sent === source;
  const told = isTried ? unread : unread.filter(({ nodeId }) => nodeId !== open);
  if (draft === null || told.length === 0) return null;
  const placeOf = ({ nodeId, path }: UnreadJson): string => {
    const { name, type } = nodeOf(draft, nodeId) ?? {};
    const owner = nodeId === '' ? text('editor.fault.flow') : typeof name === 'string' && name !== '' ? name : nodeId;
    const field = nodeId === '' ? path.join('.') : `config.${path.join('.')}`;
    return `${owner} · ${placeInForm(field, nodeId === '' ? null : String(type ?? ''), intl)}`;
  };
  return (
    <div className={styles.list}>
      {told.map((each) => (
        <MessageBar
          key={`${each.nodeId} ${each.path.join('.')}`}
          intent={isTried ? 'error' : 'warning'}
          layout="multiline"
          politeness={isTried ? 'assertive' : 'polite'}
        >
          <MessageBarBody className={styles.words}>{text('editor.unread', { place: placeOf(each) })}</MessageBarBody>
          <MessageBarActions>
            {each.nodeId !== '' && <Button onClick={() => onGo(each.nodeId)}>{text('editor.unread.show')}</Button>}
            <Button onClick={() => forget(each)}>{text('editor.unread.forget')}</Button>
          </MessageBarActions>
        </MessageBar>
      ))}
    </div>
  );
}

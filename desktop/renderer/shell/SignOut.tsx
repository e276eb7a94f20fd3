import {
  Button,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
  makeStyles,
  MessageBar,
  MessageBarBody,
  Spinner,
  tokens,
} from '@fluentui/react-components';
import { useState } from 'react';
import type { AuthClient } from '../host.ts';
import type { Api } from '../api/client.ts';
import { useApi } from '../api/queries.ts';
import { useDrafts } from '../drafts/DraftsProvider.tsx';
import { useOutbox } from '../outbox/OutboxProvider.tsx';
import type { Outbox, Submission } from '../outbox/outbox.ts';
import { useText } from '../text.ts';
import { Dialog } from './Dialog.tsx';

const useStyles = makeStyles({
  content: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM },
  flows: { margin: 0, overflowWrap: 'anywhere' },
});

/** Answers that have not reached the server. Refused ones were reported and are never sent. */
const unsentOf = (outbox: Outbox): Submission[] => outbox.read().submissions.filter(({ refusal }) => refusal === null);

/** Signs out and deletes everything the person typed, because others may use this browser. */
export function useSignOut(auth: AuthClient) {
  const outbox = useOutbox();
  const drafts = useDrafts();
  const api = useApi();
  return {
    hasUnsent: () => unsentOf(outbox).length > 0,
    leave: (): void => {
      outbox.empty();
      drafts.clearAll();
      void forgotten(api).then(() => auth.signOut());
    },
  };
}

/** The longest wait for a sign-out. */
const FORGET_MS = 2000;

/** Makes the server drop the tokens it holds for the person; if the call fails, they expire by themselves. */
const forgotten = (api: Api): Promise<unknown> =>
  Promise.race([
    api.send('POST', '/sign-out').catch(() => undefined),
    new Promise((resolve) => setTimeout(resolve, FORGET_MS)),
  ]);

interface Props {
  onStay(): void;
  onLeave(): void;
}

/** Asks before signing out with unsent answers. */
export function SignOutDialog({ isOpen, onStay, onLeave }: Props & { isOpen: boolean }) {
  return (
    <Dialog open={isOpen} onOpenChange={onStay}>
      <Question onStay={onStay} onLeave={onLeave} />
    </Dialog>
  );
}

function Question({ onStay, onLeave }: Props) {
  const styles = useStyles();
  const text = useText();
  const outbox = useOutbox();
  const [unsent] = useState(() => unsentOf(outbox));
  const [failed, setFailed] = useState(0);
  const [isSending, setSending] = useState(false);
  const sendFirst = async (): Promise<void> => {
    setSending(true);
    await outbox.hurry();
    setSending(false);
    const left = outbox.read().submissions.filter(({ key }) => unsent.some((each) => each.key === key));
    setFailed(left.length);
    if (left.length === 0) onLeave();
  };
  return (
    <DialogSurface>
      <DialogBody>
        <DialogTitle>{text('signOut.title')}</DialogTitle>
        <DialogContent className={styles.content}>
          <span>{text('signOut.text', { count: unsent.length })}</span>
          <ul className={styles.flows}>
            {unsent.map(({ requestId, flowName, words }) => (
              <li key={requestId}>
                <bdi>{flowName}</bdi>
                {words !== null && (
                  <>
                    {' · '}
                    <bdi>{words}</bdi>
                  </>
                )}
              </li>
            ))}
          </ul>
          {failed > 0 && (
            <MessageBar intent="error" layout="multiline">
              <MessageBarBody>{text('signOut.notSent', { count: failed })}</MessageBarBody>
            </MessageBar>
          )}
        </DialogContent>
        <DialogActions fluid>
          <Button onClick={onStay}>{text('signOut.stay')}</Button>
          <Button onClick={onLeave}>{text('signOut.anyway')}</Button>
          <Button
            appearance="primary"
            icon={isSending ? <Spinner size="tiny" /> : undefined}
            disabledFocusable={isSending}
            onClick={() => void sendFirst()}
          >
            {text('signOut.sendFirst')}
          </Button>
        </DialogActions>
      </DialogBody>
    </DialogSurface>
  );
}

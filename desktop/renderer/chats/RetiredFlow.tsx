import { makeStyles, MessageBar, MessageBarBody, tokens } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { useText } from '../text.ts';
import type { ChatInLog } from './chatInLog.ts';
import { useLatestExecution } from './useLatestExecution.ts';

const useStyles = makeStyles({
  place: {
    maxWidth: '760px',
    boxSizing: 'border-box',
    margin: '0 auto',
    padding: `0 ${tokens.spacingHorizontalL} ${tokens.spacingVerticalM}`,
  },
});

/** Says at the foot of a log what is retired. */
export function RetiredNote({ what }: { what: 'flow' | 'chat' }) {
  const styles = useStyles();
  const text = useText();
  return (
    <div className={styles.place}>
      <MessageBar layout="multiline">
        <MessageBarBody>{text(what === 'flow' ? 'chat.flowRetired' : 'chat.isRetired')}</MessageBarBody>
      </MessageBar>
    </div>
  );
}

interface Props {
  chat: ChatInLog;
  flowId: string;
  /** The message field. */
  children: ReactNode;
}

/** The foot of a chat whose flow is retired: it takes messages only while something that it has started still runs. */
export function RetiredFlow({ chat, flowId, children }: Props) {
  const status = useLatestExecution(chat, flowId)?.status;
  return (
    <>
      <RetiredNote what="flow" />
      {(status === 'running' || status === 'waiting') && children}
    </>
  );
}

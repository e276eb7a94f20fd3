import { Button, makeStyles, MessageBar, MessageBarBody, Spinner, Textarea, tokens } from '@fluentui/react-components';
import { SendRegular } from '@fluentui/react-icons';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';
import { usePosting, usePostMessage, type SentMessageKeeper } from '../api/chats.ts';
import { ApiProblem } from '../api/client.ts';
import { useFeatures } from '../api/features.ts';
import { useDrafts } from '../drafts/DraftsProvider.tsx';
import { wordsFor } from '../problemWords.ts';
import { useText } from '../text.ts';
import { useTooLong } from '../tooLong.ts';
import type { ChatInLog } from './chatInLog.ts';
import { DocumentSearch } from './DocumentSearch.tsx';
import { StartDialog } from './StartDialog.tsx';
import { WritingLine } from './WritingLine.tsx';

const LONGEST = 20_000;

const useStyles = makeStyles({
  composer: { backgroundColor: tokens.colorNeutralBackground1, borderTop: `1px solid ${tokens.colorNeutralStroke2}` },
  column: {
    maxWidth: '760px',
    margin: '0 auto',
    boxSizing: 'border-box',
    padding: `${tokens.spacingVerticalM} ${tokens.spacingHorizontalL}`,
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalXS,
  },
  row: { display: 'flex', alignItems: 'flex-end', gap: tokens.spacingHorizontalS },
  text: { flex: 1, minWidth: 0 },
  wrong: { color: tokens.colorStatusDangerForeground1, fontSize: tokens.fontSizeBase200 },
  hint: {
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    '@media (max-width: 639px)': { display: 'none' },
  },
});

/** The message field: Enter sends, Shift+Enter starts a new line. Unsent text stays. */
export function Composer({ chat, label }: { chat: ChatInLog; label: string }) {
  const styles = useStyles();
  const text = useText();
  const log = chat.place.logId ?? chat.place.chatId;
  const { typed, type, forget, show, sent } = useUnsent(log);
  const post = usePostMessage(chat.place, sent);
  const isPosting = usePosting(chat.place, (body) => flushSync(() => show(body.content)));
  const textarea = useRef<HTMLTextAreaElement>(null);
  useEffect(() => goOnAtEnd(textarea.current!), []);
  const content = typed.trim();
  const tooLong = useTooLong(typed, LONGEST);
  const isAskedMore = asksMore(post.error);
  const once = useOnce();
  const send = (): void => {
    if (content === '' || tooLong || isPosting) return;
    once(() => post.mutateAsync({ content }).then(() => forget(content)));
  };
  const addLink = (link: string): void => {
    type(`${typed.trimEnd()} ${link} `.trimStart());
    requestAnimationFrame(() => textarea.current?.focus()); // after the dialog has restored the focus
  };
  return (
    <div className={styles.composer}>
      <div className={styles.column}>
        <AssistantAbsent chat={chat} />
        <WritingLine place={chat.place} onStop={() => textarea.current?.focus()} />
        {post.error && !isAskedMore && <NotSent error={post.error} />}
        <div className={styles.row}>
          <Textarea
            ref={textarea}
            className={styles.text}
            aria-label={label}
            placeholder={text('composer.placeholder')}
            value={typed}
            rows={2}
            resize="vertical"
            onChange={(_event, { value }) => type(value)}
            onKeyDown={onEnter(send)}
          />
          <DocumentSearch onChoose={addLink} />
          <SendButton isOff={content === '' || tooLong !== undefined} isSending={isPosting} onClick={send} />
        </div>
        <Hint tooLong={tooLong} />
      </div>
      {chat.flowId !== null && (
        <StartDialog
          flowId={chat.flowId}
          message={content}
          isOpen={isAskedMore}
          onClose={() => post.reset()}
          onStart={async (variables) => {
            await post.mutateAsync({ content, variables });
            forget(content);
          }}
        />
      )}
    </div>
  );
}

/** Which keys send, or that the message is too long to be sent. */
function Hint({ tooLong }: { tooLong: string | undefined }) {
  const styles = useStyles();
  const text = useText();
  if (!tooLong) return <span className={styles.hint}>{text('composer.hint')}</span>;
  return (
    <span role="alert" className={styles.wrong}>
      {tooLong}
    </span>
  );
}

function SendButton({ isOff, isSending, onClick }: { isOff: boolean; isSending: boolean; onClick(): void }) {
  const text = useText();
  return (
    <Button
      appearance="primary"
      size="large"
      icon={isSending ? <Spinner size="tiny" /> : <SendRegular />}
      aria-label={text('composer.send')}
      aria-busy={isSending}
      disabledFocusable={isOff || isSending}
      onClick={onClick}
    />
  );
}

/**
 * Ignores calls while one is running, such as the second click of a double click, which arrives before React renders.
 */
function useOnce(): (action: () => Promise<void>) => void {
  const isDoing = useRef(false);
  return (action) => {
    if (isDoing.current) return;
    isDoing.current = true;
    action()
      .catch(() => undefined) // the caller reports failures
      .finally(() => (isDoing.current = false));
  };
}

/** The unsent message, kept across navigation and restarts of the browser. */
function useUnsent(log: string) {
  const { messages, sentMessages } = useDrafts();
  const [typed, setTyped] = useState(() => messages.read(log) ?? '');
  const keep = (words: string): void => (words === '' ? messages.clear(log) : messages.write(log, words));
  const sent: SentMessageKeeper = {
    read: () => sentMessages.read(log),
    write: (message) => sentMessages.write(log, message),
    clear: () => sentMessages.clear(log),
  };
  return {
    typed,
    sent,
    type: (words: string): void => {
      setTyped(words);
      keep(words);
      if (sent.read()?.content !== words.trim()) sent.clear(); // now it is a different message
    },
    /** It was sent, so it is no longer stored; text typed in the meantime stays. */
    forget: (content: string): void => keep(without(messages.read(log) ?? '', content)),
    /** It is in the log now, so it leaves the field. */
    show: (content: string): void => setTyped((now) => without(now, content)),
  };
}

function without(words: string, sent: string): string {
  const begun = words.trimStart();
  return begun.startsWith(sent) ? begun.slice(sent.length).trimStart() : words;
}

/** Puts the caret at the end of a restored message. */
function goOnAtEnd(textarea: HTMLTextAreaElement): void {
  textarea.setSelectionRange(textarea.value.length, textarea.value.length);
  textarea.scrollTop = textarea.scrollHeight;
}

const onEnter =
  (send: () => void) =>
  (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };

/** Warns before writing that nobody will answer. */
function AssistantAbsent({ chat: { flowId, assistant } }: { chat: ChatInLog }) {
  const text = useText();
  const hasModel = useFeatures().assistant;
  if (hasModel || flowId !== null || !assistant.enabled) return null;
  return (
    <MessageBar layout="multiline">
      <MessageBarBody>{text('chat.assistantAbsent')}</MessageBarBody>
    </MessageBar>
  );
}

function NotSent({ error }: { error: Error }) {
  const text = useText();
  return (
    <MessageBar intent="error" layout="multiline">
      <MessageBarBody>
        {text('composer.notSent')} {wordsFor(error, text)}
      </MessageBarBody>
    </MessageBar>
  );
}

/** Whether the chat's flow needs more than the message. */
const asksMore = (error: Error | null): boolean =>
  error instanceof ApiProblem &&
  error.code === 'validation_failed' &&
  Object.keys(error.extra.fields ?? {}).some((name) => name.startsWith('variables.') && name !== 'variables.message');

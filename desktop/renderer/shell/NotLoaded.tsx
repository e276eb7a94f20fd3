import { Button, MessageBar, MessageBarActions, MessageBarBody } from '@fluentui/react-components';
import { wordsFor } from '../problemWords.ts';
import { reloadPage } from '../reloadPage.ts';
import { useText } from '../text.ts';
import { BarTitle } from './BarTitle.tsx';
import { isMissingCode } from './Boundary.tsx';

interface Props {
  error: Error;
  onRetry(): void;
  /** The id of the words. */
  id?: string;
  /** If it can be closed; then it takes the focus. */
  onClose?(): void;
}

/** A part of the page that could not be loaded. A server that was updated no longer has the parts of older pages. */
export function NotLoaded({ error, onRetry, id, onClose }: Props) {
  const text = useText();
  return (
    <MessageBar intent="error" layout="multiline">
      <MessageBarBody id={id}>
        <BarTitle>{text('state.failed')}</BarTitle>
        {isMissingCode(error) ? text('state.notLoaded') : wordsFor(error, text)}
      </MessageBarBody>
      <MessageBarActions>
        <Button autoFocus={onClose !== undefined} onClick={onRetry}>
          {text('state.retry')}
        </Button>
        <Button onClick={reloadPage}>{text('state.reload')}</Button>
        {onClose && <Button onClick={onClose}>{text('dialog.close')}</Button>}
      </MessageBarActions>
    </MessageBar>
  );
}

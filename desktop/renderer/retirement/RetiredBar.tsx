import { MessageBar, MessageBarActions, MessageBarBody } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { BarTitle } from '../shell/BarTitle.tsx';
import { useRetiredOn } from './retiredOn.ts';

interface Props {
  /** When it was retired. */
  at: string;
  /** What that means. */
  words: string;
  /** What can be done about it. */
  action?: ReactNode;
}

/** Says since when something is retired. */
export function RetiredBar({ at, words, action }: Props) {
  const retiredOn = useRetiredOn();
  return (
    <MessageBar intent="info" layout="multiline">
      <MessageBarBody>
        <BarTitle>{retiredOn(at)}</BarTitle>
        {words}
      </MessageBarBody>
      {action && <MessageBarActions>{action}</MessageBarActions>}
    </MessageBar>
  );
}

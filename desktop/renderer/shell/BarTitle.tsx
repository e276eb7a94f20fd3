import { MessageBarTitle } from '@fluentui/react-components';
import type { ReactNode } from 'react';

/** The title of a message bar. Screen readers hear a bar as one text, so a space keeps the title apart from what follows. */
export function BarTitle({ children }: { children: ReactNode }) {
  return (
    <>
      <MessageBarTitle>{children}</MessageBarTitle>{' '}
    </>
  );
}

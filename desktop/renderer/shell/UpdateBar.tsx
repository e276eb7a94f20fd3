import { Button, MessageBar, MessageBarActions, MessageBarBody } from '@fluentui/react-components';
import { useState, useSyncExternalStore } from 'react';
import type { Updates } from '../host.ts';
import { useText } from '../text.ts';

/** Says that a newer version of the app was downloaded; it is also installed at the next start. */
export function UpdateBar({ updates }: { updates: Updates }) {
  const text = useText();
  const version = useSyncExternalStore(updates.listen, updates.ready);
  const [putOff, setPutOff] = useState<string | null>(null);
  if (version === null || version === putOff) return null;
  return (
    <MessageBar intent="info" layout="multiline">
      <MessageBarBody>{text('update.ready', { version })}</MessageBarBody>
      <MessageBarActions>
        <Button onClick={updates.restart}>{text('update.restart')}</Button>
        <Button appearance="transparent" onClick={() => setPutOff(version)}>
          {text('update.later')}
        </Button>
      </MessageBarActions>
    </MessageBar>
  );
}

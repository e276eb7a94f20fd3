import { Button, MessageBar, MessageBarActions, MessageBarBody, MessageBarTitle } from '@fluentui/react-components';
import type { SavedFlow } from '../../../contract/flows.ts';
import { hrefOf } from '../routes.ts';
import { useText } from '../text.ts';
import { SavedBy } from './SavedBy.tsx';

interface Props {
  by: SavedFlow;
  onSave(): void;
}

/** Somebody else was faster: who, when, the way to what they saved, and the choice to save over it all the same. */
export function Overtaken({ by: { id, version, updatedAt, updatedBy }, onSave }: Props) {
  const text = useText();
  return (
    <MessageBar intent="warning" layout="multiline">
      <MessageBarBody>
        <MessageBarTitle>{text('editor.overtaken', { version })}</MessageBarTitle>
        <div>
          <SavedBy person={updatedBy} at={updatedAt} />
        </div>
        <div>{text('editor.overtaken.kept')}</div>
      </MessageBarBody>
      <MessageBarActions>
        <Button as="a" href={hrefOf({ page: 'flow', id, version })}>
          {text('editor.overtaken.look', { version })}
        </Button>
        <Button onClick={onSave}>{text('editor.overtaken.save')}</Button>
      </MessageBarActions>
    </MessageBar>
  );
}

import { Button, makeStyles, Tab, TabList, tokens } from '@fluentui/react-components';
import { ArrowRedoRegular, ArrowUndoRegular, SaveRegular } from '@fluentui/react-icons';
import { useText } from '../text.ts';
import { FileButton } from './FileButton.tsx';
import { TryFlow } from './trying/TryFlow.tsx';
import type { useFlowEditing } from './useFlowEditing.ts';

const useStyles = makeStyles({
  bar: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalS },
  tabs: { flexGrow: 1, flexWrap: 'wrap' },
});

type View = 'drawing' | 'text';

interface Props {
  editing: ReturnType<typeof useFlowEditing>;
  view: View;
  onView(view: View): void;
  isNew: boolean;
  onFile(file: File): void;
  /** Null if there is nothing to discard. */
  onDiscard: (() => void) | null;
  onSave(): void;
}

/** The view switch and the actions on the whole definition. */
export function EditorBar({ editing, view, onView, isNew, onFile, onDiscard, onSave }: Props) {
  const styles = useStyles();
  const text = useText();
  return (
    <div className={styles.bar}>
      <TabList className={styles.tabs} selectedValue={view} onTabSelect={(_event, { value }) => onView(value as View)}>
        <Tab value="drawing">{text('draw.tab')}</Tab>
        <Tab value="text">{text('draw.tabText')}</Tab>
      </TabList>
      <Button
        appearance="subtle"
        icon={<ArrowUndoRegular />}
        aria-label={text('draw.undo')}
        disabledFocusable={!editing.canUndo}
        onClick={() => editing.canUndo && editing.undo()}
      />
      <Button
        appearance="subtle"
        icon={<ArrowRedoRegular />}
        aria-label={text('draw.redo')}
        disabledFocusable={!editing.canRedo}
        onClick={() => editing.canRedo && editing.redo()}
      />
      {editing.draft && <TryFlow draft={editing.draft} />}
      <FileButton onFile={onFile} />
      {onDiscard && <Button onClick={onDiscard}>{text('editor.discard')}</Button>}
      <Button appearance="primary" icon={<SaveRegular />} disabledFocusable={editing.saving.isPending} onClick={onSave}>
        {text(isNew ? 'editor.save' : 'editor.saveNext')}
      </Button>
    </div>
  );
}

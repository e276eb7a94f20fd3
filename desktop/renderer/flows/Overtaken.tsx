import { Button, makeStyles, MessageBar, MessageBarActions, MessageBarBody } from '@fluentui/react-components';
import type { SavedFlow } from '../../../contract/flows.ts';
import { useFlow } from '../api/flows.ts';
import { hrefOf } from '../routes.ts';
import { BarTitle } from '../shell/BarTitle.tsx';
import { useText } from '../text.ts';
import { definitionOf } from './definition.ts';
import { changesBetween } from './draft/changes.ts';
import { SavedBy } from './SavedBy.tsx';

const useStyles = makeStyles({ list: { margin: 0 } });

interface Props {
  by: SavedFlow;
  /** The version that the author's changes are based on. */
  madeOn: number | null;
  onSave(): void;
  onTakeTheirs(): void;
}

/** Somebody else saved first: shows who, when and what they changed, and lets the author overwrite it or take it. */
export function Overtaken({ by, madeOn, onSave, onTakeTheirs }: Props) {
  const text = useText();
  const { id, version, updatedAt, updatedBy } = by;
  return (
    <MessageBar intent="warning" layout="multiline">
      <MessageBarBody>
        <BarTitle>{text('editor.overtaken', { version })}</BarTitle>
        <div>
          <SavedBy person={updatedBy} at={updatedAt} />
        </div>
        {madeOn !== null && <Changes by={by} madeOn={madeOn} />}
        <div>{text('editor.overtaken.kept')}</div>
      </MessageBarBody>
      <MessageBarActions>
        <Button as="a" href={hrefOf({ page: 'flow', id, version })}>
          {text('editor.overtaken.look', { version })}
        </Button>
        <Button onClick={onTakeTheirs}>{text('editor.overtaken.take')}</Button>
        <Button onClick={onSave}>{text('editor.overtaken.save')}</Button>
      </MessageBarActions>
    </MessageBar>
  );
}

/** What their version changed compared with the common base. */
function Changes({ by, madeOn }: { by: SavedFlow; madeOn: number }) {
  const styles = useStyles();
  const text = useText();
  const base = useFlow(by.id, madeOn);
  if (!base.data) return null;
  const changes = changesBetween(definitionOf(base.data), definitionOf(by));
  if (changes.length === 0) return null;
  return (
    <ul className={styles.list}>
      {changes.map(({ kind, name }, n) => (
        <li key={n}>{name === null ? text('editor.theirs.flow') : text(`editor.theirs.${kind}`, { name })}</li>
      ))}
    </ul>
  );
}

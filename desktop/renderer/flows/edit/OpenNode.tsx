import { makeStyles } from '@fluentui/react-components';
import { useEffect, useRef } from 'react';
import { nodeOf } from '../draft/draft.ts';
import { NodePanel, type Editing } from './NodePanel.tsx';
import { useUnreadJson } from './unreadJson.ts';
import type { useDrawing } from './useDrawing.ts';
import { WaysEditor } from './WaysEditor.tsx';

const useStyles = makeStyles({ place: { minWidth: 0, maxWidth: '100%' } });

interface Props extends Editing {
  nodeId: string;
  openings: number;
  drawing: ReturnType<typeof useDrawing>;
  onClose(): void;
}

/** The panel of the selected node; selecting another one, or opening it again, focuses its title. */
export function OpenNode({ nodeId, openings, drawing, onClose, ...editing }: Props) {
  const styles = useStyles();
  const unread = useUnreadJson();
  const place = useRef<HTMLDivElement>(null);
  const type = nodeOf(editing.draft, nodeId)?.['type'];
  useEffect(() => {
    place.current?.querySelector<HTMLElement>('[data-panel-title]')?.focus({ preventScroll: true });
  }, [nodeId, openings]);
  return (
    <div ref={place} className={styles.place}>
      <NodePanel
        key={nodeId}
        {...editing}
        nodeId={nodeId}
        onRename={(to) => {
          unread.rename(nodeId, to);
          drawing.rename(nodeId, to);
        }}
        onAdd={() => drawing.ask({ kind: 'add', after: nodeId })}
        onRemove={() => drawing.removeNode(nodeId)}
        onClose={onClose}
      >
        <WaysEditor
          draft={editing.draft}
          nodeId={nodeId}
          timesOut={editing.types.nodeTypes.find((each) => each.type === type)?.timesOut ?? false}
          faults={editing.faults}
          apply={editing.apply}
          onInsert={(edge) => drawing.ask({ kind: 'insert', edge })}
          onConnect={() => drawing.ask({ kind: 'connect', from: nodeId })}
        />
      </NodePanel>
    </div>
  );
}

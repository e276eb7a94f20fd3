import { makeStyles, OverlayDrawer, tokens } from '@fluentui/react-components';
import { useLayoutEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { useText } from '../../text.ts';
import { nodeOf } from '../draft/draft.ts';
import type { Mark } from '../FlowGraph.tsx';
import { FlowGraph } from '../FlowGraph.tsx';
import { focusNode } from '../graphPresses.ts';
import { sketchOf, type Sketch } from '../sketch.ts';
import { AskedDialog } from './AskedDialog.tsx';
import type { Editing } from './NodePanel.tsx';
import { OpenNode } from './OpenNode.tsx';
import { Outline } from './Outline.tsx';
import { useDrawing } from './useDrawing.ts';
import { useIsNarrow } from './useIsNarrow.ts';

const useStyles = makeStyles({
  editor: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) minmax(340px, 420px)',
    gap: tokens.spacingHorizontalL,
    alignItems: 'start',
  },
  narrow: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM },
  drawing: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM, minWidth: 0 },
  panel: {
    minWidth: 0,
    maxHeight: 'calc(100dvh - 96px)',
    overflowY: 'auto',
    overflowX: 'hidden',
    padding: tokens.spacingHorizontalM,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusLarge,
    backgroundColor: tokens.colorNeutralBackground1,
    position: 'sticky',
    top: tokens.spacingVerticalM,
  },
  drawer: { width: '100vw', maxWidth: '100vw', padding: tokens.spacingHorizontalL, overflowY: 'auto' },
  hint: { margin: 0, color: tokens.colorNeutralForeground3 },
  summary: { cursor: 'pointer', minHeight: '24px' },
});

/** Which step is open. */
export interface Steps {
  chosen: string | null;
  /** Counts how often somebody opened a step: each time its form gets the focus. */
  openings: number;
  onChoose(id: string | null): void;
  onOpen(id: string): void;
}

interface Props extends Editing, Steps {}

/** The drawn editor: the graph, an equivalent list, and the panel of the selected node. */
export function DrawnEditor({ chosen, openings, onChoose, onOpen, ...editing }: Props) {
  const styles = useStyles();
  const text = useText();
  const { draft, faults } = editing;
  const isNarrow = useIsNarrow();
  const drawing = useDrawing(editing, onChoose);
  const { ask } = drawing;
  const sketch = useMemo(() => sketchOf(draft), [draft]);
  const open = chosen !== null && nodeOf(draft, chosen) ? chosen : null;
  const [isListed, setListed] = useState(false);
  const outline = (
    <Outline
      draft={draft}
      sketch={sketch}
      chosen={open}
      faults={faults}
      onOpen={onOpen}
      onAdd={(after) => ask({ kind: 'add', after })}
      onConnect={(from) => ask({ kind: 'connect', from })}
      onRemove={(id) => drawing.removeNode(id, false)}
    />
  );
  const picture = useRef<HTMLDivElement>(null);
  const close = (): void => {
    onChoose(null);
    if (!isNarrow && open !== null) focusNode(picture.current, open); // where its form was opened from
  };
  return (
    <div className={isNarrow ? styles.narrow : styles.editor}>
      <div ref={picture} className={styles.drawing}>
        {!isNarrow && (
          <>
            <Graph faults={faults} sketch={sketch} chosen={open} onOpen={onOpen} drawing={drawing} />
            <p className={styles.hint}>{text('draw.keys')}</p>
          </>
        )}
        {isNarrow ? (
          outline
        ) : (
          <details onToggle={(event) => setListed(event.currentTarget.open)}>
            <summary className={styles.summary}>{text('flows.steps', { count: sketch.nodes.length })}</summary>
            {isListed && outline}
          </details>
        )}
      </div>
      <Side isNarrow={isNarrow} name={open && drawing.nameOf(open)} onClose={close}>
        {open && <OpenNode {...editing} nodeId={open} openings={openings} drawing={drawing} onClose={close} />}
      </Side>
      <AskedDialog {...editing} drawing={drawing} />
    </div>
  );
}

interface GraphProps {
  sketch: Sketch;
  faults: Editing['faults'];
  chosen: string | null;
  onOpen(id: string): void;
  drawing: ReturnType<typeof useDrawing>;
}

function Graph({ sketch, faults, chosen, onOpen, drawing: { ask, connectTo, removeNode } }: GraphProps) {
  const marks = useMemo(
    () => new Map(faults.flatMap(({ nodeId }): [string, Mark][] => (nodeId === null ? [] : [[nodeId, 'fault']]))),
    [faults],
  );
  return (
    <FlowGraph
      sketch={sketch}
      marks={marks}
      onChoose={onOpen}
      editing={{
        chosen,
        onAdd: (after) => ask({ kind: 'add', after }),
        onInsert: (edge) => ask({ kind: 'insert', edge }),
        onAskToConnect: (from) => ask({ kind: 'connect', from }),
        onConnect: connectTo,
        onRemove: (id) => void removeNode(id),
      }}
    />
  );
}

interface SideProps {
  isNarrow: boolean;
  /** The name of the selected node; null if none is selected. */
  name: string | null;
  onClose(): void;
  children: ReactNode;
}

/**
 * The panel of the selected node: beside the drawing, or over it on narrow screens. If undoing removes that node, it takes
 * the focus at once: the next Ctrl+Z would otherwise undo what was last typed in some field of the page.
 */
function Side({ isNarrow, name, onClose, children }: SideProps) {
  const styles = useStyles();
  const text = useText();
  const side = useRef<HTMLDivElement>(null);
  const last = useRef(name);
  useLayoutEffect(() => {
    const isGone = last.current !== null && name === null;
    last.current = name;
    if (isGone && document.activeElement === document.body) side.current?.focus({ preventScroll: true });
  }, [name]);
  if (!isNarrow)
    return (
      <div ref={side} className={styles.panel} tabIndex={-1}>
        {children ?? <p className={styles.hint}>{text('draw.chooseNode')}</p>}
      </div>
    );
  return (
    <OverlayDrawer
      open={name !== null}
      position="end"
      className={styles.drawer}
      onOpenChange={(_event, data) => !data.open && onClose()}
      aria-label={text('draw.panel', { name: name ?? '' })}
    >
      {children}
    </OverlayDrawer>
  );
}

// cspell:ignore xyflow nodrag nopan
import { mergeClasses } from '@fluentui/react-components';
import { AddRegular } from '@fluentui/react-icons';
import {
  BaseEdge,
  EdgeLabelRenderer,
  Handle,
  Position,
  type Edge,
  type EdgeProps,
  type Node,
  type NodeProps,
} from '@xyflow/react';
import { createContext, useContext } from 'react';
import type { Point } from './geometry.ts';
import { useGraphStyles } from './graphStyles.ts';
import type { Drawn } from './layout.ts';
import { NodeTypeIcon } from './NodeTypeIcon.tsx';

/** The mark of a node: `fault` for an invalid node, the others for its state in an execution. */
export type Mark = 'fault' | 'running' | 'waiting' | 'completed' | 'failed' | 'cancelled';

/** The editing actions of a drawing; a drawing without them is read-only. */
export interface GraphEditing {
  chosen: string | null;
  onAdd(after: string): void;
  onInsert(edge: number): void;
  onConnect(from: string, to: string): void;
  /** Connects without a mouse: a dialog asks for the target. */
  onAskToConnect(from: string): void;
  onRemove(id: string): void;
}

const Editing = createContext<GraphEditing | null>(null);
export const GraphEditingProvider = Editing.Provider;

export type StepNode = Node<{ name: string; type: string; mark?: Mark; kind: string; state: string | null }, 'step'>;
export type WayEdge = Edge<{ drawn: Drawn; addLabel: string }, 'way'>;

export function Step({ id, data: { name, type, mark, kind, state } }: NodeProps<StepNode>) {
  const styles = useGraphStyles();
  const editing = useContext(Editing);
  const isWrong = mark === 'fault' || mark === 'failed';
  const grip = editing ? styles.grip : styles.dot;
  return (
    <div
      className={mergeClasses(styles.node, mark && styles[mark], editing?.chosen === id && styles.chosen)}
      data-mark={mark}
      title={name}
    >
      <Handle className={styles.dot} type="target" position={Position.Top} isConnectableStart={false} />
      <span className={mergeClasses(styles.line, styles.name)}>
        <bdi>{name}</bdi>
      </span>
      <span className={mergeClasses(styles.split, styles.type, isWrong && styles.wrong)}>
        <NodeTypeIcon type={type} />
        {mark !== 'fault' && <span className={styles.line}>{kind}</span>}
        {state !== null && <span className={styles.whole}>{mark === 'fault' ? state : `· ${state}`}</span>}
      </span>
      {type !== 'end' && (
        <Handle className={grip} type="source" position={Position.Bottom} isConnectable={editing !== null} />
      )}
      {type === 'end' && (
        <Handle className={styles.dot} type="source" position={Position.Bottom} isConnectable={false} />
      )}
    </div>
  );
}

/** The position of the insert button on an edge, in px below its node. */
const BELOW = 18;

export function Way({ id, data, label, markerEnd, style }: EdgeProps<WayEdge>) {
  const styles = useGraphStyles();
  const editing = useContext(Editing);
  const { points, isBeside, label: place } = data!.drawn;
  const [start] = points;
  const at = isBeside
    ? { x: start!.x + BELOW, y: start!.y }
    : { x: place.width > 0 ? (start!.x + 2 * place.x) / 3 : place.x, y: start!.y + BELOW };
  return (
    <>
      <BaseEdge
        id={id}
        path={isBeside ? cornered(points) : curved(points)}
        label={label}
        labelX={place.x}
        labelY={place.y}
        markerEnd={markerEnd}
        style={style}
      />
      {editing && (
        <EdgeLabelRenderer>
          <button
            type="button"
            tabIndex={-1} // the keyboard uses `+` on a node, or its panel
            className={mergeClasses(styles.add, 'nodrag', 'nopan')}
            style={{ transform: `translate(-50%, -50%) translate(${at.x}px, ${at.y}px)` }}
            aria-label={data!.addLabel}
            title={data!.addLabel}
            onClick={() => editing.onInsert(Number(id))}
          >
            <AddRegular />
          </button>
        </EdgeLabelRenderer>
      )}
    </>
  );
}

const cornered = (points: Point[]): string => points.map(({ x, y }, index) => `${index ? 'L' : 'M'}${x} ${y}`).join('');

function curved([start, ...rest]: Point[]): string {
  let { x, y } = start!;
  const parts = rest.map((to) => {
    const half = (y + to.y) / 2;
    const part = `C${x} ${half} ${to.x} ${half} ${to.x} ${to.y}`;
    ({ x, y } = to);
    return part;
  });
  return `M${start!.x} ${start!.y}${parts.join('')}`;
}

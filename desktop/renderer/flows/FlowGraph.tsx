// cspell:ignore xyflow textbg
import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import {
  BaseEdge,
  Controls,
  Handle,
  MarkerType,
  Position,
  ReactFlow,
  type Edge,
  type EdgeProps,
  type FitViewOptions,
  type Node,
  type NodeProps,
} from '@xyflow/react';
import '@xyflow/react/dist/base.css';
import { useMemo } from 'react';
import { useText, type Text } from '../text.ts';
import { LABEL_CHARACTERS } from './edgeLabels.ts';
import type { Point } from './geometry.ts';
import { layOut, NODE_HEIGHT, NODE_WIDTH, type Drawn } from './layout.ts';
import { wordOfType } from './nodeTypes.ts';
import { NodeTypeIcon } from './NodeTypeIcon.tsx';
import type { Sketch } from './sketch.ts';

/** What there is to say of a node beside its name. `fault` is wrong with it; the others tell how an execution fares. */
export type Mark = 'fault' | 'running' | 'waiting' | 'completed' | 'failed' | 'cancelled';

const useStyles = makeStyles({
  frame: {
    height: 'min(60vh, 480px)',
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground2,
    '& .react-flow__controls': { boxShadow: tokens.shadow4 },
    '& .react-flow__controls-button': {
      width: '28px',
      height: '28px',
      padding: '6px',
      border: 'none',
      backgroundColor: tokens.colorNeutralBackground1,
      color: tokens.colorNeutralForeground1,
      fill: 'currentcolor',
    },
    '& .react-flow__attribution': { backgroundColor: 'transparent', padding: 0 },
    '& .react-flow__attribution a': {
      display: 'flex',
      alignItems: 'center',
      minHeight: '24px',
      padding: `0 ${tokens.spacingHorizontalS}`,
      color: tokens.colorNeutralForeground3,
    },
    '& .react-flow__node:focus-visible': {
      outline: `2px solid ${tokens.colorStrokeFocus2}`,
      borderRadius: tokens.borderRadiusMedium,
    },
    '& .react-flow__edge-textbg': { fill: tokens.colorNeutralBackground2 },
    '& .react-flow__edge-text': { fill: tokens.colorNeutralForeground2, fontSize: '12px' },
  },
  node: {
    boxSizing: 'border-box',
    width: `${NODE_WIDTH}px`,
    height: `${NODE_HEIGHT}px`,
    padding: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalM}`,
    display: 'flex',
    flexDirection: 'column',
    justifyContent: 'center',
    borderRadius: tokens.borderRadiusMedium,
    border: `1px solid ${tokens.colorNeutralStrokeAccessible}`,
    backgroundColor: tokens.colorNeutralBackground1,
    color: tokens.colorNeutralForeground1,
    textAlign: 'start',
  },
  line: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  name: { fontWeight: tokens.fontWeightSemibold },
  type: { fontSize: tokens.fontSizeBase200, color: tokens.colorNeutralForeground3 },
  dot: { opacity: 0, pointerEvents: 'none' },
  fault: { border: `2px solid ${tokens.colorStatusDangerBorder2}` },
  failed: { border: `2px solid ${tokens.colorStatusDangerBorder2}` },
  waiting: { border: `3px solid ${tokens.colorStatusWarningBorder2}` },
  running: { border: `2px solid ${tokens.colorBrandStroke1}` },
  completed: { border: `2px solid ${tokens.colorPaletteGreenBorder2}` },
  cancelled: {},
  wrong: { color: tokens.colorStatusDangerForeground1 },
});

type StepNode = Node<{ name: string; type: string; mark?: Mark; words: string }, 'step'>;
type WayEdge = Edge<{ drawn: Drawn }, 'way'>;

function Step({ data: { name, type, mark, words } }: NodeProps<StepNode>) {
  const styles = useStyles();
  const isWrong = mark === 'fault' || mark === 'failed';
  return (
    <div className={mergeClasses(styles.node, mark && styles[mark])} data-mark={mark} title={name}>
      <Handle className={styles.dot} type="target" position={Position.Top} isConnectable={false} />
      <span className={mergeClasses(styles.line, styles.name)}>{name}</span>
      <span className={mergeClasses(styles.line, styles.type, isWrong && styles.wrong)}>
        <NodeTypeIcon type={type} /> {words}
      </span>
      <Handle className={styles.dot} type="source" position={Position.Bottom} isConnectable={false} />
    </div>
  );
}

function Way({ id, data, label, markerEnd, style }: EdgeProps<WayEdge>) {
  const { points, isBeside, label: place } = data!.drawn;
  return (
    <BaseEdge
      id={id}
      path={isBeside ? cornered(points) : curved(points)}
      label={label}
      labelX={place.x}
      labelY={place.y}
      markerEnd={markerEnd}
      style={style}
    />
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

const NODE_TYPES = { step: Step };
const EDGE_TYPES = { way: Way };

interface Props {
  sketch: Sketch;
  marks?: ReadonlyMap<string, Mark>;
  onChoose?(nodeId: string): void;
}

/** A flow as a drawing, from the top down. It can be moved and enlarged, and changes nothing. */
export function FlowGraph({ sketch, marks, onChoose }: Props) {
  const styles = useStyles();
  const text = useText();
  const { nodes, edges, padding } = useMemo(() => draw(sketch, marks, text), [sketch, marks, text]);
  const fitting: FitViewOptions = { maxZoom: 1, padding };
  return (
    <div dir="ltr" className={styles.frame}>
      <ReactFlow
        key={nodes.map(({ id }) => id).join(' ')} // another set of nodes is shown whole again
        nodes={nodes}
        edges={edges}
        nodeTypes={NODE_TYPES}
        edgeTypes={EDGE_TYPES}
        aria-label={text('graph.label')}
        ariaLabelConfig={{
          'controls.ariaLabel': text('graph.fit'),
          'controls.zoomIn.ariaLabel': text('graph.zoomIn'),
          'controls.zoomOut.ariaLabel': text('graph.zoomOut'),
          'controls.fitView.ariaLabel': text('graph.fit'),
          'node.a11yDescription.default': '',
          'edge.a11yDescription.default': '',
        }}
        fitView
        fitViewOptions={fitting}
        minZoom={0.1}
        nodesDraggable={false}
        nodesConnectable={false}
        edgesFocusable={false}
        deleteKeyCode={null}
        preventScrolling={false}
        zoomOnScroll={false}
        onNodeClick={(_event, { id }) => onChoose?.(id)}
      >
        <Controls showInteractive={false} fitViewOptions={fitting} />
      </ReactFlow>
    </div>
  );
}

function draw(sketch: Sketch, marks: ReadonlyMap<string, Mark> | undefined, text: Text) {
  const { places, edges } = layOut(sketch);
  const nodes = sketch.nodes.map(({ id, name, type }): StepNode => {
    const mark = marks?.get(id);
    const words = [wordOfType(type, text), mark && text(`mark.${mark}`)].filter(Boolean).join(' · ');
    return {
      id,
      type: 'step',
      position: places.get(id)!,
      width: NODE_WIDTH,
      height: NODE_HEIGHT,
      data: { name, type, mark, words },
      ariaLabel: `${name}, ${words}`,
    };
  });
  return { nodes, edges: edges.map((drawn) => toEdge(drawn, text)), padding: paddingFor([...places.values()], edges) };
}

const ROOM_PERCENT = 6;

/** Edges and their words may stand beside all nodes, where the drawing would be cut off. */
function paddingFor(places: Point[], edges: Drawn[]): FitViewOptions['padding'] {
  const [left, right] = [Math.min(...places.map(({ x }) => x)), Math.max(...places.map(({ x }) => x + NODE_WIDTH))];
  const ends = edges.flatMap(({ points, label: { x, width } }) => [
    ...points.map((point) => point.x),
    x - width / 2,
    x + width / 2,
  ]);
  const [first, last] = [Math.min(left, ...ends), Math.max(right, ...ends)];
  const percent = (beyond: number) =>
    `${ROOM_PERCENT + (100 - 2 * ROOM_PERCENT) * (beyond / (last - first))}%` as const;
  return { y: `${ROOM_PERCENT}%`, left: percent(left - first), right: percent(last - right) };
}

const shortened = (words: string): string =>
  words.length > LABEL_CHARACTERS ? `${words.slice(0, LABEL_CHARACTERS - 1)}…` : words;

function toEdge(drawn: Drawn, text: Text): WayEdge {
  const { index, from, to, when, on } = drawn.edge;
  return {
    id: String(index),
    source: from,
    target: to,
    type: 'way',
    data: { drawn },
    label: on ? text(`graph.edge.${on}`) : when && shortened(when),
    markerEnd: { type: MarkerType.ArrowClosed, color: tokens.colorNeutralStrokeAccessible },
    style: { stroke: tokens.colorNeutralStrokeAccessible, strokeDasharray: on && '4 3' },
  };
}

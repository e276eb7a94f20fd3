// cspell:ignore xyflow
import { mergeClasses, tokens } from '@fluentui/react-components';
import { Controls, MarkerType, ReactFlow, type FitViewOptions, type ReactFlowInstance } from '@xyflow/react';
import '@xyflow/react/dist/base.css';
import { useMemo, useState } from 'react';
import { useText, type Text } from '../text.ts';
import { LABEL_CHARACTERS, labelWidth } from './edgeLabels.ts';
import type { Point } from './geometry.ts';
import {
  GraphEditingProvider,
  Step,
  Way,
  type GraphEditing,
  type Mark,
  type StepNode,
  type WayEdge,
} from './graphParts.tsx';
import { pressOn } from './graphPresses.ts';
import { useGraphStyles } from './graphStyles.ts';
import { layOut, NODE_HEIGHT, NODE_WIDTH, type Drawn, type Layout } from './layout.ts';
import { wordOfType } from './nodeTypes.ts';
import type { Sketch } from './sketch.ts';

export type { Mark } from './graphParts.tsx';

const NODE_TYPES = { step: Step };
const EDGE_TYPES = { way: Way };
/** A drawing of more nodes than this shows only those that are in view. */
const MANY = 100;

interface Props {
  sketch: Sketch;
  marks?: ReadonlyMap<string, Mark>;
  onChoose?(nodeId: string): void;
  editing?: GraphEditing;
}

/** A flow as a drawing, from the top down. It can be moved and enlarged, and changed where there is somebody who may. */
export function FlowGraph({ sketch, marks, onChoose, editing }: Props) {
  const styles = useGraphStyles();
  const text = useText();
  const layout = useLayout(sketch);
  const { nodes, edges, padding } = useMemo(() => draw(sketch, layout, marks, text), [sketch, layout, marks, text]);
  const fitting: FitViewOptions = { maxZoom: 1, padding };
  const [flow, setFlow] = useState<ReactFlowInstance<StepNode, WayEdge> | null>(null);
  const isLarge = editing !== undefined && nodes.length > MANY;
  /** Nobody could read all of a large flow at once: it opens where it begins. */
  const open = (opened: ReactFlowInstance<StepNode, WayEdge>): void => {
    setFlow(opened);
    const first = nodes[0]?.position;
    if (isLarge && first) void opened.setCenter(first.x + NODE_WIDTH / 2, first.y + 3 * NODE_HEIGHT, { zoom: 0.8 });
  };
  return (
    <GraphEditingProvider value={editing ?? null}>
      <div
        dir="ltr"
        className={mergeClasses(styles.frame, editing && styles.editable)}
        onKeyDownCapture={(event) => pressOn(event, { sketch, places: layout.places, flow, onChoose, editing })}
      >
        <ReactFlow
          key={editing ? 'edited' : nodes.map(({ id }) => id).join(' ')} // another flow is shown whole again
          nodes={nodes}
          edges={edges}
          nodeTypes={NODE_TYPES}
          edgeTypes={EDGE_TYPES}
          aria-label={text(editing ? 'draw.graph' : 'graph.label')}
          ariaLabelConfig={controlWords(text)}
          fitView={!isLarge}
          fitViewOptions={fitting}
          minZoom={0.1}
          onlyRenderVisibleElements={isLarge}
          nodesDraggable={false}
          nodesConnectable={editing !== undefined}
          connectionRadius={NODE_HEIGHT}
          edgesFocusable={false}
          deleteKeyCode={null}
          preventScrolling={false}
          zoomOnScroll={false}
          onInit={open}
          onNodeClick={(_event, { id }) => onChoose?.(id)}
          onEdgeClick={(_event, { source }) => editing && onChoose?.(source)}
          onConnect={({ source, target }) => editing?.onConnect(source, target)}
        >
          <Controls showInteractive={false} fitViewOptions={fitting} />
        </ReactFlow>
      </div>
    </GraphEditingProvider>
  );
}

const controlWords = (text: Text) => ({
  'controls.ariaLabel': text('graph.fit'),
  'controls.zoomIn.ariaLabel': text('graph.zoomIn'),
  'controls.zoomOut.ariaLabel': text('graph.zoomOut'),
  'controls.fitView.ariaLabel': text('graph.fit'),
  'node.a11yDescription.default': '',
  'edge.a11yDescription.default': '',
});

/** The places of nodes depend on which there are and how they are connected: not on their names, which are typed. */
function useLayout(sketch: Sketch): Layout {
  const shape = JSON.stringify([
    sketch.nodes.map(({ id }) => id),
    sketch.edges.map((edge) => [edge.from, edge.to, labelWidth(edge)]),
  ]);
  const [last, setLast] = useState(() => ({ shape, layout: layOut(sketch) }));
  if (last.shape === shape) return last.layout;
  const layout = layOut(sketch);
  setLast({ shape, layout });
  return layout;
}

function draw(sketch: Sketch, layout: Layout, marks: ReadonlyMap<string, Mark> | undefined, text: Text) {
  const { places } = layout;
  const edges = layout.edges.map((drawn, n) => ({ ...drawn, edge: sketch.edges[n]! }));
  const names = new Map(sketch.nodes.map(({ id, name }) => [id, name]));
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
  const padding = paddingFor([...places.values()], edges);
  return { nodes, edges: edges.map((drawn) => toEdge(drawn, names, text)), padding };
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

function toEdge(drawn: Drawn, names: ReadonlyMap<string, string>, text: Text): WayEdge {
  const { index, from, to, when, on } = drawn.edge;
  return {
    id: String(index),
    source: from,
    target: to,
    type: 'way',
    data: { drawn, addLabel: text('draw.between', { from: names.get(from)!, to: names.get(to)! }) },
    label: on ? text(`graph.edge.${on}`) : when && shortened(when),
    markerEnd: { type: MarkerType.ArrowClosed, color: tokens.colorNeutralStrokeAccessible },
    style: { stroke: tokens.colorNeutralStrokeAccessible, strokeDasharray: on && '4 3' },
  };
}

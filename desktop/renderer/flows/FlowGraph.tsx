// cspell:ignore xyflow
import { mergeClasses, tokens } from '@fluentui/react-components';
import { Controls, MarkerType, ReactFlow, type ReactFlowInstance } from '@xyflow/react';
import '@xyflow/react/dist/base.css';
import { useMemo, useState } from 'react';
import { shortened } from '../../../contract/wholePart.ts';
import { useText, type Text } from '../text.ts';
import { LABEL_CHARACTERS, labelWidth } from './edgeLabels.ts';
import {
  GraphEditingProvider,
  Step,
  Way,
  type GraphEditing,
  type Mark,
  type StepNode,
  type WayEdge,
} from './graphParts.tsx';
import { frameOf, useFitting } from './graphFrame.ts';
import { pressOn } from './graphPresses.ts';
import { useGraphStyles } from './graphStyles.ts';
import { layOut, NODE_HEIGHT, NODE_WIDTH, type Drawn, type Layout } from './layout.ts';
import { wordOfType } from './nodeTypes.ts';
import type { Sketch } from './sketch.ts';

export type { Mark } from './graphParts.tsx';

const NODE_TYPES = { step: Step };
const EDGE_TYPES = { way: Way };
/** Without it, each change of a step would forget where its handles are until the next frame, and no line could begin. */
const MEASURED = { width: NODE_WIDTH, height: NODE_HEIGHT };
/** Above this many nodes, only those in view are rendered. */
const MANY = 100;

interface Props {
  sketch: Sketch;
  marks?: ReadonlyMap<string, Mark>;
  onChoose?(nodeId: string): void;
  editing?: GraphEditing;
}

/** A flow drawn from top to bottom. It can be panned and zoomed, and edited if `editing` is given. */
export function FlowGraph({ sketch, marks, onChoose, editing }: Props) {
  const styles = useGraphStyles();
  const text = useText();
  const layout = useLayout(sketch);
  const { nodes, edges, padding, extent } = useMemo(
    () => draw(sketch, layout, marks, text),
    [sketch, layout, marks, text],
  );
  const [flow, setFlow] = useState<ReactFlowInstance<StepNode, WayEdge> | null>(null);
  const isLarge = editing !== undefined && nodes.length > MANY;
  const start = editing && nodes[0]?.position;
  const { frame, fitting, onMoveStart, onMove, controls } = useFitting({ flow, padding, isLarge, start });
  return (
    <GraphEditingProvider value={editing ?? null}>
      <div
        ref={frame}
        dir="ltr"
        className={mergeClasses(styles.frame, editing && styles.editable)}
        onKeyDownCapture={(event) => pressOn(event, { sketch, places: layout.places, flow, onChoose, editing })}
      >
        <ReactFlow
          key={editing ? 'edited' : nodes.map(({ id }) => id).join(' ')} // another flow is fitted into view again
          nodes={nodes}
          edges={edges}
          nodeTypes={NODE_TYPES}
          edgeTypes={EDGE_TYPES}
          aria-label={text(editing ? 'draw.graph' : 'graph.label')}
          ariaLabelConfig={controlWords(text)}
          fitView={!editing}
          fitViewOptions={fitting}
          minZoom={0.1}
          onlyRenderVisibleElements={isLarge}
          nodesDraggable={false}
          nodesConnectable={editing !== undefined}
          connectionRadius={NODE_HEIGHT}
          translateExtent={extent} // otherwise drawing an edge to a node at the border would pan the drawing away
          edgesFocusable={false}
          deleteKeyCode={null}
          preventScrolling={false}
          zoomOnScroll={false}
          onInit={setFlow}
          onMoveStart={onMoveStart}
          onMove={onMove}
          onNodeClick={(_event, { id }) => onChoose?.(id)}
          onEdgeClick={(_event, { source }) => editing && onChoose?.(source)}
          onConnect={({ source, target }) => editing?.onConnect(source, target)}
        >
          <Controls showInteractive={false} fitViewOptions={fitting} {...controls} />
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

/** The layout depends only on nodes and edges, not on names, so that typing a name does not recompute it. */
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
    const kind = wordOfType(type, text);
    const state = mark ? text(`mark.${mark}`) : null;
    return {
      id,
      type: 'step',
      position: places.get(id)!,
      width: NODE_WIDTH,
      height: NODE_HEIGHT,
      measured: MEASURED,
      data: { name, type, mark, kind, state },
      ariaLabel: `${name}, ${[kind, state].filter(Boolean).join(' · ')}`,
    };
  });
  const room = frameOf([...places.values()], edges);
  return { nodes, edges: edges.map((drawn) => toEdge(drawn, names, text)), ...room };
}

function toEdge(drawn: Drawn, names: ReadonlyMap<string, string>, text: Text): WayEdge {
  const { index, from, to, when, on } = drawn.edge;
  const label = on ? text(`graph.edge.${on}`) : when && shortened(when, LABEL_CHARACTERS);
  const ends = { from: names.get(from)!, to: names.get(to)! };
  return {
    id: String(index),
    source: from,
    target: to,
    type: 'way',
    data: { drawn, addLabel: text('draw.between', ends) },
    label,
    ariaLabel: [text('graph.way', ends), label].filter(Boolean).join(', '),
    markerEnd: { type: MarkerType.ArrowClosed, color: tokens.colorNeutralStrokeAccessible },
    style: { stroke: tokens.colorNeutralStrokeAccessible, strokeDasharray: on && '4 3' },
  };
}

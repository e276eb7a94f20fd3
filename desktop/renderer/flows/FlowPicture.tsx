import { makeStyles, tokens } from '@fluentui/react-components';
import { lazyPart } from '../shell/lazyPart.tsx';
import { useText } from '../text.ts';
import type { Fault } from './faults.ts';
import type { Mark } from './FlowGraph.tsx';
import { wordOfType } from './nodeTypes.ts';
import { NodeTypeIcon } from './NodeTypeIcon.tsx';
import type { Sketch, SketchEdge, SketchNode } from './sketch.ts';

const FlowGraph = lazyPart(async () => (await import('./FlowGraph.tsx')).FlowGraph);

const useStyles = makeStyles({
  picture: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalM,
    marginTop: tokens.spacingVerticalM,
  },
  summary: {
    cursor: 'pointer',
    minHeight: '24px',
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
  steps: {
    margin: 0,
    paddingInlineStart: tokens.spacingHorizontalXXL,
    overflowWrap: 'anywhere',
    '& > li': { marginTop: tokens.spacingVerticalM },
  },
  ways: { margin: 0, paddingInlineStart: tokens.spacingHorizontalL, listStyleType: 'none' },
  name: { fontWeight: tokens.fontWeightSemibold },
  aside: { color: tokens.colorNeutralForeground3 },
  wrong: { color: tokens.colorStatusDangerForeground1 },
});

interface Props {
  sketch: Sketch;
  marks?: ReadonlyMap<string, Mark>;
  faults?: readonly Fault[];
  onChoose?(nodeId: string): void;
}

/** A flow as a drawing, and as text for screen readers. */
export function FlowPicture({ sketch, marks, faults = [], onChoose }: Props) {
  const styles = useStyles();
  const text = useText();
  const { nodes, edges } = sketch;
  if (nodes.length === 0) return <p className={styles.aside}>{text('graph.empty')}</p>;
  const names = new Map(nodes.map(({ id, name }) => [id, name]));
  return (
    <div className={styles.picture}>
      <FlowGraph sketch={sketch} marks={marks} onChoose={onChoose} />
      <details>
        <summary className={styles.summary}>
          <span>{text('flows.steps', { count: nodes.length })}</span>
        </summary>
        <ol className={styles.steps}>
          {nodes.map((node) => (
            <Step
              key={node.id}
              node={node}
              mark={marks?.get(node.id)}
              faults={faults.filter(({ nodeId }) => nodeId === node.id)}
              ways={edges.filter(({ from }) => from === node.id)}
              names={names}
            />
          ))}
        </ol>
      </details>
    </div>
  );
}

interface StepProps {
  node: SketchNode;
  mark: Mark | undefined;
  faults: readonly Fault[];
  ways: readonly SketchEdge[];
  names: ReadonlyMap<string, string>;
}

function Step({ node: { name, type }, mark, faults, ways, names }: StepProps) {
  const styles = useStyles();
  const text = useText();
  const wordsOf = ({ to: id, when, on }: SketchEdge): string => {
    const to = names.get(id)!;
    if (on) return text(`step.${on}`, { to });
    return when ? text('step.when', { condition: when, to }) : text('step.next', { to });
  };
  return (
    <li>
      <span className={styles.name}>
        <bdi>{name}</bdi>
      </span>{' '}
      <span className={styles.aside}>
        <NodeTypeIcon type={type} /> {wordOfType(type, text)}
        {mark && ` · ${text(`mark.${mark}`)}`}
      </span>
      <ul className={styles.ways}>
        {faults.map(({ field, message }) => (
          <li key={field} className={styles.wrong}>
            {[field, message].filter(Boolean).join(': ')}
          </li>
        ))}
        {ways.map((way) => (
          <li key={way.index}>{wordsOf(way)}</li>
        ))}
        {ways.length === 0 && <li className={styles.aside}>{text('step.end')}</li>}
      </ul>
    </li>
  );
}

import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { AddRegular, DeleteRegular, EditRegular, PlugConnectedRegular } from '@fluentui/react-icons';
import { useRef } from 'react';
import { useText } from '../../text.ts';
import { mayRemove, type Draft } from '../draft/draft.ts';
import type { Fault } from '../faults.ts';
import { wordOfType } from '../nodeTypes.ts';
import { NodeTypeIcon } from '../NodeTypeIcon.tsx';
import type { Sketch, SketchEdge, SketchNode } from '../sketch.ts';

const useStyles = makeStyles({
  list: {
    margin: 0,
    padding: 0,
    listStyleType: 'none',
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalS,
  },
  step: {
    padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalM}`,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusMedium,
    contentVisibility: 'auto',
    containIntrinsicSize: 'auto 90px',
    overflowWrap: 'anywhere',
  },
  chosen: { border: `2px solid ${tokens.colorBrandStroke1}` },
  head: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalXS },
  name: { flex: '1 1 160px', minWidth: 0 },
  strong: { fontWeight: tokens.fontWeightSemibold },
  aside: { color: tokens.colorNeutralForeground3 },
  ways: { margin: 0, paddingInlineStart: tokens.spacingHorizontalL, listStyleType: 'none' },
  wrong: { color: tokens.colorStatusDangerForeground1 },
});

interface Props {
  draft: Draft;
  sketch: Sketch;
  chosen: string | null;
  faults: readonly Fault[];
  onOpen(id: string): void;
  onAdd(after: string): void;
  onConnect(from: string): void;
  /** @returns the step to select next, or null */
  onRemove(id: string): string | null;
}

/** All steps as a list, with the same actions as the drawing. */
export function Outline({ sketch: { nodes, edges }, faults, onRemove, ...rest }: Props) {
  const styles = useStyles();
  const text = useText();
  const list = useRef<HTMLOListElement>(null);
  const remove = (id: string): void => {
    const next = onRemove(id);
    const find = () => list.current?.querySelector<HTMLElement>(`[data-step="${CSS.escape(next ?? '')}"] button`);
    requestAnimationFrame(() => find()?.focus()); // the pressed button is gone
  };
  const names = new Map(nodes.map(({ id, name }) => [id, name]));
  return (
    <ol ref={list} className={styles.list} aria-label={text('draw.outline')}>
      {nodes.map((node) => (
        <Step
          key={node.id}
          {...rest}
          onRemove={remove}
          node={node}
          names={names}
          faults={faults.filter(({ nodeId }) => nodeId === node.id)}
          ways={edges.filter(({ from }) => from === node.id)}
        />
      ))}
    </ol>
  );
}

interface StepProps extends Omit<Props, 'sketch' | 'onRemove'> {
  onRemove(id: string): void;
  node: SketchNode;
  ways: readonly SketchEdge[];
  names: ReadonlyMap<string, string>;
}

function Step({ node: { id, name, type }, ways, names, faults, draft, chosen, ...actions }: StepProps) {
  const styles = useStyles();
  const text = useText();
  const wordsOf = ({ to, when, on }: SketchEdge): string => {
    const target = names.get(to)!;
    if (on) return text(`step.${on}`, { to: target });
    return when ? text('step.when', { condition: when, to: target }) : text('step.next', { to: target });
  };
  return (
    <li
      className={mergeClasses(styles.step, chosen === id && styles.chosen)}
      aria-current={chosen === id || undefined}
      data-step={id}
    >
      <div className={styles.head}>
        <div className={styles.name}>
          <div className={styles.strong}>{name}</div>
          <div className={styles.aside}>
            <NodeTypeIcon type={type} /> {wordOfType(type, text)}
          </div>
        </div>
        <Actions {...actions} id={id} name={name} isEnd={type === 'end'} isRemovable={mayRemove(draft, id)} />
      </div>
      <ul className={styles.ways}>
        {faults.map(({ field, message }) => (
          <li key={field} className={styles.wrong}>
            {message}
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

interface ActionsProps extends Pick<StepProps, 'onOpen' | 'onAdd' | 'onConnect' | 'onRemove'> {
  id: string;
  name: string;
  isEnd: boolean;
  isRemovable: boolean;
}

function Actions({ id, name, isEnd, isRemovable, onOpen, onAdd, onConnect, onRemove }: ActionsProps) {
  const text = useText();
  return (
    <>
      <Button size="small" icon={<EditRegular />} aria-label={text('draw.open', { name })} onClick={() => onOpen(id)} />
      {!isEnd && (
        <>
          <Button
            size="small"
            icon={<AddRegular />}
            aria-label={text('draw.addAfterNode', { name })}
            onClick={() => onAdd(id)}
          />
          <Button
            size="small"
            icon={<PlugConnectedRegular />}
            aria-label={text('draw.connect.title', { name })}
            onClick={() => onConnect(id)}
          />
        </>
      )}
      {isRemovable && (
        <Button
          size="small"
          icon={<DeleteRegular />}
          aria-label={text('draw.removeNode', { name })}
          onClick={() => onRemove(id)}
        />
      )}
    </>
  );
}

import { Button, Field, makeStyles, Select, tokens } from '@fluentui/react-components';
import { AddRegular, ArrowDownRegular, ArrowUpRegular, DeleteRegular } from '@fluentui/react-icons';
import { useText } from '../../text.ts';
import { disconnect, edgesOf, moveEdge, nodeOf, nodesOf, setEdge, type Draft, type Part } from '../draft/draft.ts';
import type { Fault } from '../faults.ts';
import { ConditionEditor } from './ConditionEditor.tsx';
import { useFormOfNode } from './formContext.ts';

const useStyles = makeStyles({
  way: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalS,
    padding: tokens.spacingHorizontalM,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusMedium,
    minWidth: 0,
  },
  pair: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: tokens.spacingHorizontalS,
    '& > *': { flex: '1 1 120px', minWidth: 0 },
  },
  bar: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalXS },
  wrong: { margin: 0, color: tokens.colorStatusDangerForeground1, overflowWrap: 'anywhere' },
});

/** What all outgoing edges of a node share. */
export interface WaysOfNode {
  draft: Draft;
  nodeId: string;
  timesOut: boolean;
  faults: readonly Fault[];
  apply(next: Draft, of?: string): void;
  onInsert(edge: number): void;
}

interface Props extends WaysOfNode {
  edge: Part;
  index: number;
  isFirst: boolean;
  isLast: boolean;
}

const nameOf = (draft: Draft, id: unknown): string => {
  const name = typeof id === 'string' ? nodeOf(draft, id)?.['name'] : undefined;
  return typeof name === 'string' && name !== '' ? name : String(id);
};

const wordsIn = (edge: Part, key: 'when' | 'on'): string | undefined =>
  typeof edge[key] === 'string' ? edge[key] : undefined;

/** One outgoing edge: its condition and its target. */
export function Way(props: Props) {
  const { edge, index, draft, nodeId, faults, apply } = props;
  const styles = useStyles();
  const when = wordsIn(edge, 'when');
  const isFork = nodeOf(draft, nodeId)?.['type'] === 'parallel';
  const own = faults.filter(({ field }) => field.startsWith(`edges.${index}.`));
  return (
    <li className={styles.way}>
      <div className={styles.pair}>
        {!isFork && <Kind {...props} />}
        <Target {...props} />
      </div>
      {when !== undefined && (
        <ConditionEditor
          when={when}
          onChange={(next) => apply(setEdge(draft, index, { when: next }), `edge ${index}`)}
        />
      )}
      {own.map(({ field, message }) => (
        <p key={field} className={styles.wrong}>
          {message}
        </p>
      ))}
      <Actions {...props} />
    </li>
  );
}

function Kind({ edge, index, nodeId, draft, timesOut, apply }: Props) {
  const text = useText();
  const asksFirst = edgesOf(draft).some(({ from, when }) => from === nodeId && when !== undefined);
  const { givens } = useFormOfNode();
  const kind = wordsIn(edge, 'on') ?? (wordsIn(edge, 'when') === undefined ? 'always' : 'when');
  const change = (next: string): void => {
    if (next === 'when') return apply(setEdge(draft, index, { when: firstCondition(givens) }));
    apply(setEdge(draft, index, next === 'always' ? {} : { on: next }));
  };
  return (
    <Field label={text('draw.way.kind')}>
      <Select value={kind} onChange={(_event, { value }) => change(value)}>
        <option value="always">{text(asksFirst ? 'draw.way.otherwise' : 'draw.way.always')}</option>
        <option value="when">{text('draw.way.when')}</option>
        <option value="error">{text('draw.way.error')}</option>
        {(timesOut || kind === 'timeout') && <option value="timeout">{text('draw.way.timeout')}</option>}
      </Select>
    </Field>
  );
}

/** A new condition uses the most recent value. */
function firstCondition(givens: ReturnType<typeof useFormOfNode>['givens']): string {
  const last = givens.findLast(({ options }) => options !== null && options.length > 0) ?? givens.at(-1);
  if (!last) return 'true';
  if (last.type === 'number') return `${last.path} > 0`;
  if (last.type === 'boolean') return `${last.path} = true`;
  return `${last.path} = ${JSON.stringify(last.options?.[0]?.value ?? '')}`;
}

function Target({ edge, index, draft, apply }: Props) {
  const text = useText();
  return (
    <Field label={text('draw.way.to')}>
      <Select
        value={String(edge['to'])}
        onChange={(_event, { value }) =>
          apply(setEdge(draft, index, { to: value, when: wordsIn(edge, 'when'), on: wordsIn(edge, 'on') }))
        }
      >
        {nodesOf(draft)
          .filter(({ type, id }) => type !== 'start' || id === edge['to'])
          .map(({ id }) => (
            <option key={String(id)} value={String(id)}>
              {nameOf(draft, id)}
            </option>
          ))}
      </Select>
    </Field>
  );
}

function Actions({ edge, index, isFirst, isLast, draft, apply, onInsert }: Props) {
  const styles = useStyles();
  const text = useText();
  const to = nameOf(draft, edge['to']);
  return (
    <div className={styles.bar}>
      <Button size="small" icon={<AddRegular />} onClick={() => onInsert(index)}>
        {text('draw.insertOn')}
      </Button>
      <Button
        size="small"
        appearance="subtle"
        icon={<ArrowUpRegular />}
        disabledFocusable={isFirst}
        aria-label={text('draw.up', { name: to })}
        onClick={() => apply(moveEdge(draft, index, -1))}
      />
      <Button
        size="small"
        appearance="subtle"
        icon={<ArrowDownRegular />}
        disabledFocusable={isLast}
        aria-label={text('draw.down', { name: to })}
        onClick={() => apply(moveEdge(draft, index, 1))}
      />
      <Button
        size="small"
        appearance="subtle"
        icon={<DeleteRegular />}
        aria-label={text('draw.disconnect', { to })}
        onClick={() => apply(disconnect(draft, index))}
      />
    </div>
  );
}

import { Button, Field, Input, makeStyles, tokens } from '@fluentui/react-components';
import { AddRegular, DeleteRegular, DismissRegular } from '@fluentui/react-icons';
import { useMemo, type ReactNode } from 'react';
import type { NodeTypeList } from '../../../../contract/nodeTypes.ts';
import { useText } from '../../text.ts';
import { configOf, mayRemove, nodeOf, setConfig, setName, type Draft, type Part } from '../draft/draft.ts';
import { typedAt } from '../draft/changes.ts';
import { givensAt } from '../draft/givens.ts';
import { fieldsOf, reshaped, type Schema } from '../draft/schema.ts';
import type { Fault } from '../faults.ts';
import { wordOfType } from '../nodeTypes.ts';
import { NodeTypeIcon } from '../NodeTypeIcon.tsx';
import { QuestionPreview } from '../preview/QuestionPreview.tsx';
import { ConfigField } from './ConfigField.tsx';
import { faultFinder, FormContextProvider, type FormContext } from './formContext.ts';
import { Fields } from './ObjectField.tsx';
import { useGivenWords } from './givenWords.ts';
import { IdField } from './IdField.tsx';
import { askedOfHuman, withItsParts } from './ofHuman.ts';
import { sentenceOfType } from './typeSentences.ts';

const useStyles = makeStyles({
  panel: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalM,
    minWidth: 0,
    overflowWrap: 'anywhere',
    // a select is as wide as its longest option by default
    '& .fui-Field, & .fui-Select, & .fui-Select__select, & .fui-Input, & .fui-Input__input': { minWidth: 0 },
  },
  head: { display: 'flex', alignItems: 'flex-start', gap: tokens.spacingHorizontalS },
  title: {
    flexGrow: 1,
    minWidth: 0,
    margin: 0,
    fontSize: tokens.fontSizeBase400,
    overflowWrap: 'anywhere',
    outline: 'none',
  },
  aside: { margin: 0, color: tokens.colorNeutralForeground3 },
  wrong: { margin: 0, color: tokens.colorStatusDangerForeground1, overflowWrap: 'anywhere' },
  bar: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalS },
  more: { cursor: 'pointer', minHeight: '24px' },
  details: { '& > div': { marginTop: tokens.spacingVerticalS } },
});

/** For a type that the server does not know. */
const NO_SCHEMA: Schema = {};

export interface Editing {
  draft: Draft;
  /** @param of the target of the change: consecutive changes to the same target are undone together */
  apply(next: Draft, of?: string): void;
  types: NodeTypeList;
  faults: readonly Fault[];
}

interface Props extends Editing {
  nodeId: string;
  onRename(id: string): void;
  onAdd(): void;
  onRemove(): void;
  onClose(): void;
  children?: ReactNode;
}

/** The panel of a node: a form generated from its type's schema, and its outgoing edges. */
export function NodePanel({
  draft,
  apply,
  types,
  faults,
  nodeId,
  onRename,
  onAdd,
  onRemove,
  onClose,
  children,
}: Props) {
  const styles = useStyles();
  const text = useText();
  const node = nodeOf(draft, nodeId);
  const type = typeof node?.['type'] === 'string' ? node['type'] : '';
  const schema = (types.nodeTypes.find((each) => each.type === type)?.schema ?? NO_SCHEMA) as Schema;
  const own = useMemo(() => faults.filter((each) => each.nodeId === nodeId), [faults, nodeId]);
  const form = useForm({ draft, nodeId, type, schema, own, types });
  const name = typeof node?.['name'] === 'string' ? node['name'] : '';
  const ofNode = own.filter(({ field }) => !field.startsWith('config.') && !field.startsWith('edges.'));
  return (
    <section className={styles.panel} aria-label={text('draw.panel', { name: name || nodeId })}>
      <Head type={type} onClose={onClose} />
      {ofNode.map(({ field, message }) => (
        <p key={field} className={styles.wrong}>
          {message}
        </p>
      ))}
      <Field label={text('draw.name')}>
        <Input
          value={name}
          placeholder={nodeId}
          onChange={(_event, { value }) => apply(setName(draft, nodeId, value), `${nodeId} name`)}
        />
      </Field>
      <FormContextProvider value={form}>
        <Config draft={draft} apply={apply} nodeId={nodeId} type={type} schema={schema} name={name || nodeId} />
        {children}
      </FormContextProvider>
      <details className={styles.details}>
        <summary className={styles.more}>{text('draw.moreOfNode')}</summary>
        <div>
          <IdField key={nodeId} draft={draft} nodeId={nodeId} onRename={onRename} />
        </div>
      </details>
      <Actions onAdd={type === 'end' ? null : onAdd} onRemove={mayRemove(draft, nodeId) ? onRemove : null} />
    </section>
  );
}

function Head({ type, onClose }: { type: string; onClose(): void }) {
  const styles = useStyles();
  const text = useText();
  return (
    <>
      <div className={styles.head}>
        <h3 className={styles.title} tabIndex={-1} data-panel-title>
          <NodeTypeIcon type={type} /> {wordOfType(type, text)}
        </h3>
        <Button appearance="subtle" icon={<DismissRegular />} aria-label={text('draw.close')} onClick={onClose} />
      </div>
      <p className={styles.aside}>{sentenceOfType(type, text)}</p>
    </>
  );
}

interface ConfigProps extends Pick<Editing, 'draft' | 'apply'> {
  nodeId: string;
  type: string;
  schema: Schema;
  name: string;
}

/** The config fields; for questions also a preview of what the assignee sees. */
function Config({ draft, apply, nodeId, type, schema, name }: ConfigProps) {
  const text = useText();
  const config = configOf(draft, nodeId);
  const fields = fieldsOf(schema, schema, config);
  const change = (given: Part): void => {
    const next = reshaped(schema, schema, config, given);
    const typed = typedAt(config, next);
    apply(setConfig(draft, nodeId, next), typed === null ? undefined : `${nodeId} config.${typed}`);
  };
  return (
    <>
      <Fields
        fields={type === 'human' ? askedOfHuman(fields, config) : fields}
        path={[]}
        value={config}
        onChange={(next) => change(type === 'human' ? withItsParts(next, config, text) : next)}
      />
      {type === 'human' && <QuestionPreview flowName={String(draft['name'] ?? '')} name={name} config={config} />}
    </>
  );
}

/** A null action is not available. */
function Actions({ onAdd, onRemove }: { onAdd: (() => void) | null; onRemove: (() => void) | null }) {
  const styles = useStyles();
  const text = useText();
  return (
    <div className={styles.bar}>
      {onAdd && (
        <Button icon={<AddRegular />} onClick={onAdd}>
          {text('draw.addAfter')}
        </Button>
      )}
      {onRemove && (
        <Button icon={<DeleteRegular />} onClick={onRemove}>
          {text('draw.remove')}
        </Button>
      )}
    </div>
  );
}

interface Parts extends Pick<Editing, 'draft' | 'types'> {
  nodeId: string;
  type: string;
  schema: Schema;
  own: readonly Fault[];
}

function useForm({ draft, nodeId, type, schema, own, types }: Parts): FormContext {
  const words = useGivenWords();
  return useMemo(() => {
    const faults = new Map(own.map(({ field, message }) => [field.replace(/^config\.?/, ''), message]));
    return {
      nodeId,
      nodeType: type,
      root: schema,
      channels: types.channels,
      givens: givensAt(draft, nodeId, words, false),
      faultAt: faultFinder(faults),
      ConfigField,
    };
  }, [draft, nodeId, type, schema, own, types, words]);
}

import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { AddRegular, ArrowDownRegular, ArrowUpRegular, DeleteRegular } from '@fluentui/react-icons';
import type { ReactNode } from 'react';
import { useText } from '../../text.ts';
import { isRecord } from '../sketch.ts';
import { emptyOf, fieldsOf, reshaped, resolved } from '../draft/schema.ts';
import { useFieldNames } from './fieldNames.ts';
import { useFormOfNode, type FieldProps } from './formContext.ts';
import { Fields } from './ObjectField.tsx';

const useStyles = makeStyles({
  list: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalS, minWidth: 0 },
  title: { fontWeight: tokens.fontWeightSemibold, margin: 0, fontSize: tokens.fontSizeBase300 },
  hint: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  wrong: { color: tokens.colorStatusDangerForeground1, fontSize: tokens.fontSizeBase200 },
  items: {
    listStyleType: 'none',
    margin: 0,
    padding: 0,
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalS,
  },
  item: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalXS,
    padding: tokens.spacingHorizontalM,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusMedium,
    minWidth: 0,
  },
  head: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalXS },
  name: { flexGrow: 1, minWidth: 0, fontWeight: tokens.fontWeightSemibold, overflowWrap: 'anywhere' },
  bar: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalS },
});

/** A list of objects, each with its own form. */
export function ListField(props: FieldProps) {
  const { root } = useFormOfNode();
  const item = resolved(props.field.schema.items ?? {}, root);
  return (
    <ItemList {...props} nameOf={nameOf} begin={() => emptyOf(item, root)}>
      {(value, path, onChange) => {
        const object = isRecord(value) ? value : {};
        return (
          <Fields
            fields={fieldsOf(item, root, object)}
            path={path}
            value={object}
            onChange={(next) => onChange(reshaped(item, root, object, next))}
          />
        );
      }}
    </ItemList>
  );
}

const nameOf = (item: unknown): string => {
  const { label, title, name, value } = isRecord(item) ? item : {};
  return [label, title, name, value].find((each) => typeof each === 'string' && each !== '') as string;
};

interface Props extends FieldProps {
  nameOf(item: unknown): string | undefined;
  begin(): unknown;
  addLabel?: string;
  /** An alternative kind of item. */
  other?: { label: string; begin(): unknown };
  children(item: unknown, path: readonly string[], onChange: (next: unknown) => void): ReactNode;
}

/** List items that can be added, moved and removed. */
export function ItemList({ field, path, value, onChange, nameOf, begin, addLabel, other, children }: Props) {
  const styles = useStyles();
  const text = useText();
  const { nodeType, faultAt } = useFormOfNode();
  const names = useFieldNames(nodeType);
  const items = Array.isArray(value) ? (value as unknown[]) : [];
  const put = (next: unknown[]): void => onChange(next.length === 0 && !field.isRequired ? undefined : next);
  const swap = (n: number, m: number): void => put(items.with(n, items[m]).with(m, items[n]));
  const remove = (n: number): void => put(items.filter((_item, m) => m !== n));
  const fault = faultAt(path);
  const hint = names.hint(field.name, field.schema);
  return (
    <section className={styles.list} aria-label={names.label(field.name)}>
      <h4 className={styles.title}>{names.label(field.name)}</h4>
      {hint && <div className={styles.hint}>{hint}</div>}
      {fault && <div className={styles.wrong}>{fault}</div>}
      {items.length > 0 && (
        <ol className={styles.items}>
          {items.map((item, n) => {
            const name = nameOf(item) ?? text('draw.entry', { name: names.label(field.name), number: n + 1 });
            return (
              <li key={n} className={styles.item}>
                <ItemHead name={name} n={n} count={items.length} onSwap={swap} onRemove={remove} />
                {children(item, [...path, String(n)], (next) => put(items.with(n, next)))}
              </li>
            );
          })}
        </ol>
      )}
      <div className={styles.bar}>
        {[{ label: addLabel ?? text('draw.addTo', { name: names.label(field.name) }), begin }, other].map(
          (each) =>
            each && (
              <Button key={each.label} size="small" icon={<AddRegular />} onClick={() => put([...items, each.begin()])}>
                {each.label}
              </Button>
            ),
        )}
      </div>
    </section>
  );
}

interface HeadProps {
  name: string;
  n: number;
  count: number;
  onSwap(n: number, m: number): void;
  onRemove(n: number): void;
}

/** An item's name, with move and remove buttons. */
function ItemHead({ name, n, count, onSwap, onRemove }: HeadProps) {
  const styles = useStyles();
  const text = useText();
  return (
    <div className={styles.head}>
      <span className={styles.name}>{name}</span>
      <Button
        size="small"
        appearance="subtle"
        icon={<ArrowUpRegular />}
        disabledFocusable={n === 0}
        aria-label={text('draw.up', { name })}
        onClick={() => n > 0 && onSwap(n, n - 1)}
      />
      <Button
        size="small"
        appearance="subtle"
        icon={<ArrowDownRegular />}
        disabledFocusable={n === count - 1}
        aria-label={text('draw.down', { name })}
        onClick={() => n < count - 1 && onSwap(n, n + 1)}
      />
      <Button
        size="small"
        appearance="subtle"
        icon={<DeleteRegular />}
        aria-label={text('draw.takeOut', { name })}
        onClick={() => onRemove(n)}
      />
    </div>
  );
}

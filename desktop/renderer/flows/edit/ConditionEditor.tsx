import { Button, Field, Input, makeStyles, Select, tokens } from '@fluentui/react-components';
import { AddRegular, DismissRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import { useText } from '../../text.ts';
import { OPERATORS, parseCondition, writeCondition, type Comparison, type Operator } from '../draft/condition.ts';
import type { Given } from '../draft/givens.ts';
import { useFormOfNode } from './formContext.ts';

const useStyles = makeStyles({
  editor: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalS, minWidth: 0 },
  row: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalXS },
  path: { flex: '2 1 130px', minWidth: 0, '& > select': { minWidth: 0 } },
  operator: { flex: '1 1 90px', minWidth: 0 },
  value: { flex: '2 1 110px', minWidth: 0 },
  code: { fontFamily: tokens.fontFamilyMonospace },
  bar: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalS },
});

interface Props {
  when: string;
  onChange(when: string): void;
}

/** The condition of an edge: built from values of earlier nodes, or edited as an expression. */
export function ConditionEditor({ when, onChange }: Props) {
  const styles = useStyles();
  const text = useText();
  const { givens } = useFormOfNode();
  const condition = parseCondition(when);
  const usable = givens.filter(({ type }) => type !== 'other');
  const isBuilt = condition !== null && usable.length > 0;
  const put = (comparisons: Comparison[], joinedBy = condition!.joinedBy) =>
    onChange(writeCondition({ comparisons, joinedBy }));
  return (
    <div className={styles.editor}>
      {isBuilt &&
        condition.comparisons.map((each, n) => (
          <ComparisonRow
            key={n}
            comparison={each}
            givens={usable}
            onChange={(next) => put(condition.comparisons.with(n, next))}
            onRemove={
              condition.comparisons.length > 1
                ? () => put(condition.comparisons.filter((_comparison, m) => m !== n))
                : null
            }
          />
        ))}
      {isBuilt && (
        <div className={styles.bar}>
          {condition.comparisons.length > 1 && (
            <Select
              aria-label={text('draw.joined')}
              value={condition.joinedBy}
              onChange={(_event, { value }) => put(condition.comparisons, value as 'and' | 'or')}
            >
              <option value="and">{text('draw.joined.and')}</option>
              <option value="or">{text('draw.joined.or')}</option>
            </Select>
          )}
          <Button
            size="small"
            icon={<AddRegular />}
            onClick={() => put([...condition.comparisons, comparisonWith(usable[0]!)])}
          >
            {text('draw.addComparison')}
          </Button>
        </div>
      )}
      <Field label={text('draw.expression')} hint={isBuilt ? undefined : text('draw.expression.hint')}>
        <Input
          dir="ltr"
          input={{ className: styles.code }}
          value={when}
          onChange={(_event, { value }) => onChange(value)}
        />
      </Field>
    </div>
  );
}

const comparisonWith = ({ path, type, options }: Given): Comparison =>
  type === 'number'
    ? { path, operator: '>', value: 0 }
    : { path, operator: '=', value: type === 'boolean' ? true : (options?.[0]?.value ?? '') };

interface RowProps {
  comparison: Comparison;
  givens: readonly Given[];
  onChange(next: Comparison): void;
  onRemove: (() => void) | null;
}

function ComparisonRow({ comparison, givens, onChange, onRemove }: RowProps) {
  const styles = useStyles();
  const text = useText();
  const { path, operator } = comparison;
  const given = givens.find((each) => each.path === path);
  const operators = given && given.type !== 'number' ? OPERATORS.slice(0, 2) : OPERATORS;
  return (
    <div className={styles.row} role="group" aria-label={text('draw.comparison')}>
      <Select
        className={styles.path}
        aria-label={text('draw.compared')}
        value={path}
        onChange={(_event, { value }) => {
          const next = givens.find((each) => each.path === value);
          if (next) onChange(comparisonWith(next));
        }}
      >
        {!given && <option value={path}>{path}</option>}
        {givens.map((each) => (
          <option key={each.path} value={each.path}>
            {each.from === null ? each.label : `${each.from}: ${each.label}`}
          </option>
        ))}
      </Select>
      <Select
        className={styles.operator}
        aria-label={text('draw.operator')}
        value={operator}
        onChange={(_event, { value }) => onChange({ ...comparison, operator: value as Operator })}
      >
        {[...operators, ...(operators.includes(operator) ? [] : [operator])].map((each) => (
          <option key={each} value={each}>
            {text(`draw.operator.${each}`)}
          </option>
        ))}
      </Select>
      <ValueBox comparison={comparison} given={given} onChange={onChange} />
      {onRemove && (
        <Button
          appearance="subtle"
          icon={<DismissRegular />}
          aria-label={text('draw.takeOut', { name: given?.label ?? path })}
          onClick={onRemove}
        />
      )}
    </div>
  );
}

function ValueBox({ comparison, given, onChange }: Pick<RowProps, 'comparison' | 'onChange'> & { given?: Given }) {
  const styles = useStyles();
  const text = useText();
  const { value } = comparison;
  const label = text('draw.value');
  if (typeof value === 'boolean')
    return (
      <Select
        className={styles.value}
        aria-label={label}
        value={String(value)}
        onChange={(_event, data) => onChange({ ...comparison, value: data.value === 'true' })}
      >
        <option value="true">{text('draw.true')}</option>
        <option value="false">{text('draw.false')}</option>
      </Select>
    );
  const options = given?.options;
  if (options && typeof value === 'string')
    return (
      <Select
        className={styles.value}
        aria-label={label}
        value={value}
        onChange={(_event, data) => onChange({ ...comparison, value: data.value })}
      >
        {options.every((each) => each.value !== value) && <option value={value}>{value}</option>}
        {options.map((each) => (
          <option key={each.value} value={each.value}>
            {each.label}
          </option>
        ))}
      </Select>
    );
  if (typeof value === 'number')
    return <NumberBox value={value} onChange={(next) => onChange({ ...comparison, value: next })} />;
  return (
    <Input
      className={styles.value}
      aria-label={label}
      value={value}
      onChange={(_event, data) => onChange({ ...comparison, value: data.value })}
    />
  );
}

/** Keeps incomplete input, such as a minus sign, as typed; the condition keeps the previous number. */
function NumberBox({ value, onChange }: { value: number; onChange(next: number): void }) {
  const styles = useStyles();
  const text = useText();
  const [typed, setTyped] = useState<string | null>(null);
  const isBegun = typed !== null && (typed === '' || Number(typed) === value);
  return (
    <Input
      className={styles.value}
      aria-label={text('draw.value')}
      type="number"
      step="any"
      value={isBegun ? typed : String(value)}
      onChange={(_event, data) => {
        setTyped(data.value);
        if (data.value !== '' && Number.isFinite(Number(data.value))) onChange(Number(data.value));
      }}
      onBlur={() => setTyped(null)}
    />
  );
}

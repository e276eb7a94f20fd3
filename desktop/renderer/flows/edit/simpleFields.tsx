import { Button, Checkbox, Input, makeStyles, Select, tokens } from '@fluentui/react-components';
import { AddRegular, DismissRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import { FieldGroup } from '../../inputs/FieldGroup.tsx';
import { useText } from '../../text.ts';
import { useFieldNames } from './fieldNames.ts';
import { useFormOfNode, type FieldProps } from './formContext.ts';
import { Labelled } from './Labelled.tsx';

const useStyles = makeStyles({
  rows: { display: 'flex', flexDirection: 'column', alignItems: 'flex-start', gap: tokens.spacingVerticalXS },
  row: { display: 'flex', gap: tokens.spacingHorizontalXS, width: '100%' },
  grows: { flexGrow: 1, minWidth: 0 },
  wrong: { color: tokens.colorStatusDangerForeground1, fontSize: tokens.fontSizeBase200 },
});

export function BooleanField({ field, path, value, onChange }: FieldProps) {
  const styles = useStyles();
  const { nodeType, faultAt } = useFormOfNode();
  const names = useFieldNames(nodeType);
  const isOn = typeof value === 'boolean' ? value : field.schema.default === true;
  const fault = faultAt(path);
  return (
    <div>
      <Checkbox
        label={names.label(field.name)}
        checked={isOn}
        onChange={(_event, { checked }) => onChange(leftOut(field, checked === true))}
      />
      {fault && <div className={styles.wrong}>{fault}</div>}
    </div>
  );
}

/** Omits a value that equals the default. */
const leftOut = ({ schema, isRequired }: FieldProps['field'], isOn: boolean): boolean | undefined =>
  !isRequired && isOn === (schema.default === true) ? undefined : isOn;

/** A default is an option like the others. Choosing it stores nothing; a flow that names it keeps that. */
export function ChoiceField({ field, path, value, onChange }: FieldProps) {
  const { nodeType } = useFormOfNode();
  const text = useText();
  const names = useFieldNames(nodeType);
  const { enum: choices = [], default: given } = field.schema;
  const byDefault = !field.isRequired && typeof given === 'string' ? given : undefined;
  const chosen = typeof value === 'string' ? value : (byDefault ?? '');
  const offered = [...new Set([...choices, ...(byDefault === undefined ? [] : [byDefault]), chosen])].filter(Boolean);
  const wordOf = (choice: string): string => {
    const word = names.choice(field.name, choice);
    return choice === byDefault ? text('draw.byDefault', { value: word }) : word;
  };
  return (
    <Labelled field={field} path={path}>
      {(control) => (
        <Select
          {...control}
          value={chosen}
          onChange={(_event, { value: next }) => onChange(next === '' || next === byDefault ? undefined : next)}
        >
          {byDefault === undefined && (!field.isRequired || chosen === '') && (
            <option value="">{text('draw.notSet')}</option>
          )}
          {offered.map((each) => (
            <option key={each} value={each}>
              {wordOf(each)}
            </option>
          ))}
        </Select>
      )}
    </Labelled>
  );
}

export function NumberField({ field, path, value, onChange }: FieldProps) {
  const shown = typeof value === 'number' ? String(value) : '';
  const [typed, setTyped] = useState(shown);
  const current = Number(typed) === value || (typed === '' && value === undefined) ? typed : shown;
  return (
    <Labelled field={field} path={path}>
      {(control) => (
        <Input
          {...control}
          type="number"
          min={field.schema.minimum}
          max={field.schema.maximum}
          step={field.schema.type === 'integer' ? 1 : 'any'}
          placeholder={field.schema.default === undefined ? undefined : String(field.schema.default)}
          value={current}
          onChange={(_event, { value: next }) => {
            setTyped(next);
            onChange(next === '' || !Number.isFinite(Number(next)) ? undefined : Number(next));
          }}
        />
      )}
    </Labelled>
  );
}

/** A list of texts, one per row. */
export function TextsField({ field, path, value, onChange }: FieldProps) {
  const styles = useStyles();
  const text = useText();
  const { nodeType } = useFormOfNode();
  const name = useFieldNames(nodeType).label(field.name);
  const texts = Array.isArray(value) ? (value as string[]) : [];
  const put = (next: string[]): void => onChange(next.length === 0 && !field.isRequired ? undefined : next);
  return (
    <Labelled field={field} path={path}>
      {(control) => (
        <FieldGroup className={styles.rows} control={control}>
          {texts.map((each, n) => (
            <div key={n} className={styles.row}>
              <Input
                className={styles.grows}
                aria-label={text('draw.entry', { name, number: n + 1 })}
                value={each}
                onChange={(_event, data) => put(texts.with(n, data.value))}
              />
              <Button
                icon={<DismissRegular />}
                appearance="subtle"
                aria-label={text('draw.takeOut', { name: each || String(n + 1) })}
                onClick={() => put(texts.filter((_text, m) => m !== n))}
              />
            </div>
          ))}
          <Button icon={<AddRegular />} size="small" onClick={() => put([...texts, ''])}>
            {text('draw.add')}
          </Button>
        </FieldGroup>
      )}
    </Labelled>
  );
}

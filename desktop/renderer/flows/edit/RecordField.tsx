import { Button, Input, makeStyles, tokens } from '@fluentui/react-components';
import { AddRegular, DismissRegular } from '@fluentui/react-icons';
import { useRef, useState } from 'react';
import { FieldGroup } from '../../inputs/FieldGroup.tsx';
import { useText } from '../../text.ts';
import { isRecord } from '../sketch.ts';
import { firstFree } from '../draft/draft.ts';
import { sortOf, type Schema } from '../draft/schema.ts';
import { useFieldNames } from './fieldNames.ts';
import { useFormOfNode, type FieldProps } from './formContext.ts';
import { Labelled } from './Labelled.tsx';
import { InsertButton } from './WordsField.tsx';

const useStyles = makeStyles({
  rows: { display: 'flex', flexDirection: 'column', alignItems: 'flex-start', gap: tokens.spacingVerticalS },
  row: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalXS, width: '100%' },
  name: { flex: '1 1 90px', minWidth: '80px' },
  value: { flex: '2 1 140px', minWidth: '100px' },
  // on its own line below the row
  wrong: { order: 1, flexBasis: '100%', color: tokens.colorStatusDangerForeground1, fontSize: tokens.fontSizeBase200 },
});

/** Pairs of name and text. */
export function RecordField({ field, path, value, onChange }: FieldProps) {
  const styles = useStyles();
  const text = useText();
  const { root, nodeType, faultAt } = useFormOfNode();
  const label = useFieldNames(nodeType).label(field.name);
  const entries = Object.entries(isRecord(value) ? value : {}) as [string, string][];
  const put = (next: [string, string][]): void =>
    onChange(next.length === 0 && !field.isRequired ? undefined : Object.fromEntries(next));
  const sort = sortOf(field.schema.additionalProperties as Schema, root);
  return (
    <Labelled field={field} path={path}>
      {(control) => (
        <FieldGroup className={styles.rows} control={control}>
          {entries.map(([name, each], n) => {
            const fault = faultAt([...path, name]);
            return (
              <div key={n} className={styles.row}>
                <NameBox
                  label={text('draw.record.name', { name: label, number: n + 1 })}
                  name={name}
                  isTaken={(wanted) => entries.some(([other], m) => m !== n && other === wanted)}
                  onChange={(wanted) => put(entries.with(n, [wanted, each]))}
                />
                <Input
                  className={styles.value}
                  aria-label={text('draw.record.value', { name: name || String(n + 1) })}
                  dir={sort === 'expression' ? 'ltr' : undefined}
                  value={each}
                  onChange={(_event, data) => put(entries.with(n, [name, data.value]))}
                />
                <InsertButton
                  onInsert={({ path: given }) =>
                    put(entries.with(n, [name, each + (sort === 'template' ? `{{ ${given} }}` : given)]))
                  }
                />
                <Button
                  icon={<DismissRegular />}
                  appearance="subtle"
                  aria-label={text('draw.takeOut', { name: name || String(n + 1) })}
                  onClick={() => put(entries.filter((_entry, m) => m !== n))}
                />
                {fault && <div className={styles.wrong}>{fault}</div>}
              </div>
            );
          })}
          <Button icon={<AddRegular />} size="small" onClick={() => put([...entries, [freeName(entries), '']])}>
            {text('draw.add')}
          </Button>
        </FieldGroup>
      )}
    </Labelled>
  );
}

interface NameProps {
  label: string;
  name: string;
  isTaken(wanted: string): boolean;
  onChange(name: string): void;
}

/** A duplicate name is allowed while typing; if it stays a duplicate, the previous name is kept. */
function NameBox({ label, name, isTaken, onChange }: NameProps) {
  const styles = useStyles();
  const text = useText();
  const [typed, setTyped] = useState<string | null>(null);
  const before = useRef(name);
  const isHeld = typed !== null && isTaken(typed);
  return (
    <>
      <Input
        className={styles.name}
        aria-label={label}
        aria-invalid={isHeld || undefined}
        value={isHeld ? typed : name}
        onChange={(_event, { value }) => {
          setTyped(value);
          if (!isTaken(value)) onChange(value);
        }}
        onFocus={() => (before.current = name)}
        onBlur={() => {
          setTyped(null);
          if (isHeld) onChange(before.current);
        }}
      />
      {isHeld && <div className={styles.wrong}>{text('draw.record.taken')}</div>}
    </>
  );
}

const freeName = (entries: readonly [string, string][]): string =>
  firstFree(new Set(entries.map(([name]) => name)), (number) => `name${number}`);

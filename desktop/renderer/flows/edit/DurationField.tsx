import { Button, FieldContextProvider, Input, makeStyles, Select, tokens } from '@fluentui/react-components';
import { DismissRegular } from '@fluentui/react-icons';
import { useText } from '../../text.ts';
import { plainDuration, UNITS, writtenDuration, type DurationUnit } from '../draft/durations.ts';
import { useFormOfNode, type FieldProps } from './formContext.ts';
import { Labelled } from './Labelled.tsx';

const useStyles = makeStyles({
  row: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalXS },
  amount: { width: '110px' },
});

/** Node types that wait for machines, not people. */
const IN_SECONDS: ReadonlySet<string> = new Set(['http']);

/** A number and a unit; durations that need several units are edited as text. */
export function DurationField({ field, path, value, onChange }: FieldProps) {
  const styles = useStyles();
  const text = useText();
  const plain = plainDuration(value);
  const isOther = value !== undefined && value !== '' && plain === null;
  const { nodeType } = useFormOfNode();
  const { amount, unit } = plain ?? { amount: null, unit: IN_SECONDS.has(nodeType) ? 'seconds' : 'hours' };
  const put = (count: number, of: DurationUnit): void => onChange(writtenDuration({ amount: count, unit: of }));
  return (
    <Labelled field={field} path={path}>
      {(control) => (
        // otherwise the unit takes the id of the field, too
        <FieldContextProvider value={undefined}>
          <div className={styles.row}>
            {isOther ? (
              <Input
                {...control}
                className={styles.amount}
                value={typeof value === 'string' ? value : JSON.stringify(value)}
                onChange={(_event, data) => onChange(data.value)}
              />
            ) : (
              <>
                <Input
                  {...control}
                  className={styles.amount}
                  type="number"
                  min={1}
                  value={amount === null ? '' : String(amount)}
                  onChange={(_event, data) => {
                    const count = Math.floor(Number(data.value));
                    if (data.value === '' || count < 1) onChange(undefined);
                    else put(count, unit);
                  }}
                />
                <UnitSelect unit={unit} onChange={(next) => put(amount ?? 1, next)} />
              </>
            )}
            {value !== undefined && !field.isRequired && (
              <Button
                icon={<DismissRegular />}
                appearance="subtle"
                aria-label={text('draw.clear')}
                onClick={() => onChange(undefined)}
              />
            )}
          </div>
        </FieldContextProvider>
      )}
    </Labelled>
  );
}

function UnitSelect({ unit, onChange }: { unit: DurationUnit; onChange(unit: DurationUnit): void }) {
  const text = useText();
  return (
    <Select
      aria-label={text('draw.unit')}
      value={unit}
      onChange={(_event, { value }) => onChange(value as DurationUnit)}
    >
      {UNITS.map((each) => (
        <option key={each} value={each}>
          {text(`draw.unit.${each}`)}
        </option>
      ))}
    </Select>
  );
}

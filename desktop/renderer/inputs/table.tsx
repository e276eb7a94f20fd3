import { Button, Checkbox, Input as Control, makeStyles, tokens } from '@fluentui/react-components';
import { AddRegular, DeleteRegular } from '@fluentui/react-icons';
import { useId } from 'react';
import { countBounds } from '../../../contract/answers.ts';
import { labelOf, type TableColumn } from '../../../contract/variables.ts';
import { useHiddenStyles } from '../shell/hidden.ts';
import { useText } from '../text.ts';
import type { InputProps } from './input.ts';

const useStyles = makeStyles({
  scroll: { position: 'relative', overflowX: 'auto' },
  table: { borderCollapse: 'collapse', width: '100%' },
  head: {
    textAlign: 'start',
    padding: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalXS}`,
    fontSize: tokens.fontSizeBase200,
    fontWeight: tokens.fontWeightSemibold,
  },
  cell: { padding: tokens.spacingHorizontalXXS, verticalAlign: 'top' },
  control: { width: '100%', minWidth: '96px' },
  error: { color: tokens.colorPaletteRedForeground1, fontSize: tokens.fontSizeBase200, display: 'block' },
  bottom: { marginTop: tokens.spacingVerticalXS },
});

type Row = Record<string, unknown>;

const asRows = (value: unknown): Row[] => (Array.isArray(value) ? (value as Row[]) : []);

export function TableInput({ spec, value, onChange, isDisabled, inputRef, control, error }: InputProps) {
  const styles = useStyles();
  const { hidden } = useHiddenStyles();
  const text = useText();
  const columns = spec.columns ?? [];
  const rows = asRows(value);
  const setCell = (at: number, column: string, cell: unknown) =>
    onChange(rows.map((row, index) => (index === at ? { ...row, [column]: cell } : row)));
  return (
    <div role="group" aria-labelledby={control['aria-labelledby']} aria-describedby={control['aria-describedby']}>
      {rows.length > 0 && (
        <div className={styles.scroll}>
          <table className={styles.table}>
            <thead>
              <tr>
                {columns.map((column) => (
                  <th key={column.name} className={styles.head} scope="col">
                    {labelOf(column)}
                    {column.required && ' *'}
                  </th>
                ))}
                <th className={styles.head}>
                  <span className={hidden}>{text('input.table.actions')}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row, index) => (
                <TableRow
                  key={index}
                  columns={columns}
                  row={row}
                  number={index + 1}
                  isDisabled={isDisabled}
                  errors={error?.cells?.[index] ?? {}}
                  onCell={(column, cell) => setCell(index, column, cell)}
                  onRemove={() => onChange(rows.filter((_row, at) => at !== index))}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
      <Button
        ref={inputRef}
        className={styles.bottom}
        icon={<AddRegular />}
        disabled={isDisabled || rows.length >= countBounds(spec).max}
        onClick={() => onChange([...rows, emptyRow(columns)])}
      >
        {text('input.table.add')}
      </Button>
    </div>
  );
}

const emptyRow = (columns: readonly TableColumn[]): Row =>
  Object.fromEntries(
    columns.map(({ name, type }) => [name, type === 'boolean' ? false : type === 'number' ? undefined : '']),
  );

interface TableRowProps {
  columns: readonly TableColumn[];
  row: Row;
  number: number;
  isDisabled: boolean;
  errors: Record<string, string>;
  onCell(column: string, value: unknown): void;
  onRemove(): void;
}

function TableRow({ columns, row, number, isDisabled, errors, onCell, onRemove }: TableRowProps) {
  const styles = useStyles();
  const text = useText();
  return (
    <tr>
      {columns.map((column) => (
        <td key={column.name} className={styles.cell}>
          <Cell
            column={column}
            label={text('input.table.cell', { column: labelOf(column), row: number })}
            value={row[column.name]}
            isDisabled={isDisabled}
            error={errors[column.name]}
            onChange={(cell) => onCell(column.name, cell)}
          />
        </td>
      ))}
      <td className={styles.cell}>
        <Button
          appearance="subtle"
          icon={<DeleteRegular />}
          aria-label={text('input.table.remove', { row: number })}
          disabled={isDisabled}
          onClick={onRemove}
        />
      </td>
    </tr>
  );
}

interface CellProps {
  column: TableColumn;
  label: string;
  value: unknown;
  isDisabled: boolean;
  error: string | undefined;
  onChange(value: unknown): void;
}

function Cell({ column: { type }, label, value, isDisabled, error, onChange }: CellProps) {
  const styles = useStyles();
  const errorId = useId();
  if (type === 'boolean')
    return (
      <Checkbox
        aria-label={label}
        checked={value === true}
        disabled={isDisabled}
        onChange={(_event, { checked }) => onChange(checked === true)}
      />
    );
  return (
    <>
      <Control
        className={styles.control}
        aria-label={label}
        aria-invalid={error !== undefined}
        aria-describedby={error === undefined ? undefined : errorId}
        type={type}
        input={type === 'number' ? { step: 'any' } : {}}
        value={value === undefined ? '' : String(value)}
        disabled={isDisabled}
        onChange={(_event, { value: typed }) =>
          onChange(type === 'number' ? (typed === '' ? undefined : Number(typed)) : typed)
        }
      />
      {error !== undefined && (
        <span id={errorId} className={styles.error}>
          {error}
        </span>
      )}
    </>
  );
}

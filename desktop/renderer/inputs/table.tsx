import {
  Button,
  Checkbox,
  FieldContextProvider,
  Input as Control,
  makeStyles,
  tokens,
} from '@fluentui/react-components';
import { AddRegular, ArrowDownRegular, ArrowUpRegular, DeleteRegular } from '@fluentui/react-icons';
import { useId, useRef, type KeyboardEvent, type ReactElement } from 'react';
import { countBounds } from '../../../contract/answers.ts';
import { labelOf, type TableColumn } from '../../../contract/variables.ts';
import { useHiddenStyles } from '../shell/hidden.ts';
import { useText } from '../text.ts';
import type { InputProps } from './input.ts';
import { useTableRows, type Row, type RowDeed } from './useTableRows.ts';

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
  hint: {
    display: 'block',
    '@media (hover: none)': { display: 'none' }, // no keys to speak of
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    marginTop: tokens.spacingVerticalXS,
  },
  bottom: { marginTop: tokens.spacingVerticalXS },
  deeds: { display: 'flex' },
});

const asRows = (value: unknown): Row[] => (Array.isArray(value) ? (value as Row[]) : []);

/** Rows that one adds, moves and removes; Enter in the last row adds one, as in a spreadsheet. */
export function TableInput({ spec, value, onChange, isDisabled, inputRef, control, error }: InputProps) {
  const styles = useStyles();
  const text = useText();
  const columns = spec.columns ?? [];
  const rows = asRows(value);
  const isFull = rows.length >= countBounds(spec).max;
  const root = useRef<HTMLDivElement>(null);
  const editing = useTableRows({ rows, onChange, emptyRow: emptyRow(columns), isFull, root, inputRef, error });
  return (
    <FieldContextProvider value={undefined}>
      <div
        ref={root}
        role="group"
        aria-labelledby={control['aria-labelledby']}
        aria-describedby={control['aria-describedby']}
      >
        {rows.length > 0 && (
          <div className={styles.scroll}>
            <table className={styles.table}>
              <Head columns={columns} />
              <tbody>
                {rows.map((row, index) => (
                  <TableRow
                    key={index}
                    columns={columns}
                    row={row}
                    number={index + 1}
                    isDisabled={isDisabled}
                    errors={error?.cells?.[index] ?? {}}
                    onCell={(column, cell) => onChange(rows.with(index, { ...row, [column]: cell }))}
                    onKeyDown={(event) => editing.onKeyDown(event, index)}
                    isLast={index === rows.length - 1}
                    onDo={(deed) => editing.perform(deed, index)}
                  />
                ))}
              </tbody>
            </table>
          </div>
        )}
        <Button
          data-add
          className={styles.bottom}
          icon={<AddRegular />}
          disabled={isDisabled || isFull}
          onClick={editing.add}
        >
          {text('input.table.add')}
        </Button>
        {rows.length > 1 && !isDisabled && <span className={styles.hint}>{text('input.table.keys')}</span>}
      </div>
    </FieldContextProvider>
  );
}

function Head({ columns }: { columns: readonly TableColumn[] }) {
  const styles = useStyles();
  const { hidden } = useHiddenStyles();
  const text = useText();
  return (
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
  isLast: boolean;
  isDisabled: boolean;
  errors: Record<string, string>;
  onCell(column: string, value: unknown): void;
  onKeyDown(event: KeyboardEvent): void;
  onDo(deed: RowDeed): void;
}

function TableRow({ columns, row, number, isDisabled, errors, onCell, onKeyDown, ...deeds }: TableRowProps) {
  const styles = useStyles();
  const text = useText();
  return (
    <tr onKeyDown={onKeyDown}>
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
      <td className={styles.cell}>{!isDisabled && <RowDeeds number={number} {...deeds} />}</td>
    </tr>
  );
}

const DEED_ICONS: Record<RowDeed, ReactElement> = {
  up: <ArrowUpRegular />,
  down: <ArrowDownRegular />,
  remove: <DeleteRegular />,
};

/** What can be done to a row, within reach of a finger. */
function RowDeeds({ number, isLast, onDo }: Pick<TableRowProps, 'number' | 'isLast' | 'onDo'>) {
  const styles = useStyles();
  const text = useText();
  const deeds: RowDeed[] = number === 1 && isLast ? ['remove'] : ['up', 'down', 'remove'];
  return (
    <span className={styles.deeds}>
      {deeds.map((deed) => (
        <Button
          key={deed}
          data-deed={deed}
          appearance="subtle"
          icon={DEED_ICONS[deed]}
          aria-label={text(`input.table.${deed}`, { row: number })}
          disabledFocusable={(deed === 'up' && number === 1) || (deed === 'down' && isLast)}
          onClick={() => onDo(deed)}
        />
      ))}
    </span>
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

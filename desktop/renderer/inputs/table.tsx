import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { AddRegular } from '@fluentui/react-icons';
import { useRef } from 'react';
import { countBounds } from '../../../contract/answers.ts';
import type { TableColumn } from '../../../contract/variables.ts';
import { useHiddenStyles } from '../shell/hidden.ts';
import { useText } from '../text.ts';
import { FieldGroup } from './FieldGroup.tsx';
import type { InputProps } from './input.ts';
import { headingOf, PHONE, TableRow } from './TableRow.tsx';
import { useTableRows, type Row } from './useTableRows.ts';

const useStyles = makeStyles({
  scroll: { position: 'relative', overflowX: 'auto' },
  table: {
    borderCollapse: 'collapse',
    width: '100%',
    [PHONE]: { display: 'block', '& > tbody': { display: 'block' } },
  },
  headRow: { [PHONE]: { display: 'none' } },
  head: {
    textAlign: 'start',
    padding: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalXS}`,
    fontSize: tokens.fontSizeBase200,
    fontWeight: tokens.fontWeightSemibold,
  },
  hint: {
    display: 'block',
    '@media (hover: none)': { display: 'none' }, // no physical keyboard
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    marginTop: tokens.spacingVerticalXS,
  },
  bottom: { marginTop: tokens.spacingVerticalXS },
});

const asRows = (value: unknown): Row[] => (Array.isArray(value) ? (value as Row[]) : []);

/** Rows that can be added, moved and removed; Enter in the last row adds one, as in a spreadsheet. */
export function TableInput({ spec, value, onChange, isDisabled, inputRef, control, error }: InputProps) {
  const styles = useStyles();
  const text = useText();
  const columns = spec.columns ?? [];
  const rows = asRows(value);
  const isFull = rows.length >= countBounds(spec).max;
  const root = useRef<HTMLDivElement>(null);
  const editing = useTableRows({ rows, onChange, emptyRow: emptyRow(columns), isFull, root, inputRef, error });
  return (
    <FieldGroup ref={root} control={control}>
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
                  onDo={(action) => editing.perform(action, index)}
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
    </FieldGroup>
  );
}

function Head({ columns }: { columns: readonly TableColumn[] }) {
  const styles = useStyles();
  const { hidden } = useHiddenStyles();
  const text = useText();
  return (
    <thead className={styles.headRow}>
      <tr>
        {columns.map((column) => (
          <th key={column.name} className={styles.head} scope="col">
            <bdi>{headingOf(column)}</bdi>
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

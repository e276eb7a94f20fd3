import { Button, Checkbox, Input as Control, makeStyles, tokens } from '@fluentui/react-components';
import { ArrowDownRegular, ArrowUpRegular, DeleteRegular } from '@fluentui/react-icons';
import { useId, type KeyboardEvent, type ReactElement } from 'react';
import { labelOf, type TableColumn } from '../../../contract/variables.ts';
import { useText } from '../text.ts';
import { NumberBox } from './NumberBox.tsx';
import type { Row, RowDeed } from './useTableRows.ts';

/** Where cells have no room beside each other they stand below each other, each with the name of its column. */
export const PHONE = '@media (max-width: 639px)';

const useStyles = makeStyles({
  row: {
    [PHONE]: {
      display: 'block',
      padding: `${tokens.spacingVerticalS} 0`,
      borderTop: `1px solid ${tokens.colorNeutralStroke1}`,
    },
  },
  cell: {
    padding: tokens.spacingHorizontalXXS,
    verticalAlign: 'top',
    [PHONE]: {
      display: 'block',
      '::before': { content: 'attr(data-column)', display: 'block', fontSize: tokens.fontSizeBase200 },
    },
  },
  control: { width: '100%', minWidth: '96px', '& > input': { width: '100%' } }, // else as wide as twenty letters
  error: { color: tokens.colorPaletteRedForeground1, fontSize: tokens.fontSizeBase200, display: 'block' },
  deeds: { display: 'flex', [PHONE]: { justifyContent: 'end' } },
});

/** What stands over a column. */
export const headingOf = (column: TableColumn): string => `${labelOf(column)}${column.required ? ' *' : ''}`;

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

export function TableRow({ columns, row, number, isDisabled, errors, onCell, onKeyDown, ...deeds }: TableRowProps) {
  const styles = useStyles();
  const text = useText();
  return (
    <tr className={styles.row} onKeyDown={onKeyDown}>
      {columns.map((column) => (
        <td key={column.name} className={styles.cell} data-column={headingOf(column)}>
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
  const control = {
    className: styles.control,
    'aria-label': label,
    'aria-invalid': error !== undefined,
    'aria-describedby': error === undefined ? undefined : errorId,
    disabled: isDisabled,
  };
  return (
    <>
      {type === 'number' ? (
        <NumberBox {...control} value={value} onChange={onChange} />
      ) : (
        <Control
          {...control}
          type={type}
          value={value === undefined ? '' : String(value)}
          onChange={(_event, { value: typed }) => onChange(typed)}
        />
      )}
      {error !== undefined && (
        <span id={errorId} className={styles.error}>
          {error}
        </span>
      )}
    </>
  );
}

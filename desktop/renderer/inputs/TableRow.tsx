import { Button, Checkbox, Input as Control, makeStyles, tokens } from '@fluentui/react-components';
import { ArrowDownRegular, ArrowUpRegular, DeleteRegular } from '@fluentui/react-icons';
import { useId, type KeyboardEvent, type ReactElement } from 'react';
import { labelOf, type TableColumn } from '../../../contract/variables.ts';
import { useText } from '../text.ts';
import { NumberBox } from './NumberBox.tsx';
import type { Row, RowAction } from './useTableRows.ts';

/** On narrow screens cells are stacked, each with its column's name. */
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
  control: { width: '100%', minWidth: '96px', '& > input': { width: '100%' } }, // otherwise as wide as twenty characters
  error: { color: tokens.colorPaletteRedForeground1, fontSize: tokens.fontSizeBase200, display: 'block' },
  actions: { display: 'flex', [PHONE]: { justifyContent: 'end' } },
});

/** The heading of a column. */
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
  onDo(action: RowAction): void;
}

export function TableRow({ columns, row, number, isDisabled, errors, onCell, onKeyDown, ...actions }: TableRowProps) {
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
      <td className={styles.cell}>{!isDisabled && <RowActions number={number} {...actions} />}</td>
    </tr>
  );
}

const ACTION_ICONS: Record<RowAction, ReactElement> = {
  up: <ArrowUpRegular />,
  down: <ArrowDownRegular />,
  remove: <DeleteRegular />,
};

/** The buttons of a row. */
function RowActions({ number, isLast, onDo }: Pick<TableRowProps, 'number' | 'isLast' | 'onDo'>) {
  const styles = useStyles();
  const text = useText();
  const actions: RowAction[] = number === 1 && isLast ? ['remove'] : ['up', 'down', 'remove'];
  return (
    <span className={styles.actions}>
      {actions.map((action) => (
        <Button
          key={action}
          data-action={action}
          appearance="subtle"
          icon={ACTION_ICONS[action]}
          aria-label={text(`input.table.${action}`, { row: number })}
          disabledFocusable={(action === 'up' && number === 1) || (action === 'down' && isLast)}
          onClick={() => onDo(action)}
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

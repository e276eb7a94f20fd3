import { Link, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import type { UserNotification } from '../../../contract/notifications.ts';
import { FactValue } from '../FactValue.tsx';
import { followByKey } from '../questionFocus.ts';
import { hrefOf, type InboxFilter } from '../routes.ts';
import { BackArrow } from '../shell/BackArrow.tsx';
import { Loading } from '../shell/states.tsx';
import { useText } from '../text.ts';
import { BulkBar } from './BulkBar.tsx';
import { factColumns, factIn, type FactColumn } from './factColumns.ts';
import type { FoundRows } from './useRows.ts';
import type { Selection } from './useSelection.ts';
import { useSteps } from './useSteps.ts';

const useStyles = makeStyles({
  page: { padding: `${tokens.spacingVerticalL} ${tokens.spacingHorizontalXL}` },
  back: { display: 'inline-flex', alignItems: 'center', gap: tokens.spacingHorizontalXS, minHeight: '24px' },
  heading: { fontSize: tokens.fontSizeBase500, lineHeight: tokens.lineHeightBase500, overflowWrap: 'anywhere' },
  wide: { overflowX: 'auto' },
  table: { width: '100%', borderCollapse: 'collapse', fontSize: tokens.fontSizeBase200 },
  head: { textAlign: 'start', fontWeight: tokens.fontWeightSemibold, color: tokens.colorNeutralForeground2 },
  cell: {
    padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalS}`,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    verticalAlign: 'top',
    textAlign: 'start',
    overflowWrap: 'anywhere',
    minWidth: '72px',
  },
  number: { textAlign: 'end', whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' },
  title: { minWidth: '180px', fontWeight: tokens.fontWeightRegular },
  short: { whiteSpace: 'nowrap' },
  check: { width: '32px', minWidth: '32px', padding: 0 },
  target: { display: 'grid', placeItems: 'center', minHeight: '36px', cursor: 'pointer' },
  box: { width: '16px', height: '16px', accentColor: tokens.colorCompoundBrandBackground },
});

interface Props {
  found: FoundRows;
  filter: InboxFilter;
  selection: Selection;
}

/** Equal questions as a table: differences are in columns, and several can be answered at once. */
export function GroupTable({ found, filter, selection }: Props) {
  const styles = useStyles();
  const text = useText();
  const { rows, total } = found;
  const [last, setLast] = useState(rows[0]); // keeps the group's name after all are answered
  const first = rows[0] ?? last;
  if (first !== last) setLast(first);
  const name = first?.meta.label ?? text('group.none');
  return (
    <section className={styles.page} aria-label={name}>
      <Link
        href={hrefOf({ page: 'notifications', id: null, status: 'pending', filter: withoutGroup(filter) })}
        className={styles.back}
      >
        <BackArrow />
        {text('group.back')}
      </Link>
      <h2 className={styles.heading}>
        {first && total !== null ? text('group.heading', { name, flow: first.flowName, count: total }) : name}
      </h2>
      <BulkBar selected={selection.selected} found={found} onSelect={selection.choose} />
      {found.isLooking && <Loading />}
      {rows.length > 0 ? (
        <Table found={found} filter={filter} name={name} selection={selection} />
      ) : (
        !found.isLooking && first && <p>{text('group.none')}</p>
      )}
    </section>
  );
}

interface TableProps extends Props {
  name: string;
}

function Table({ found, filter, name, selection }: TableProps) {
  const styles = useStyles();
  const text = useText();
  const { rows } = found;
  const end = useRef<HTMLDivElement>(null);
  const { drawn, onFocus } = useSteps(end, rows.length, JSON.stringify(filter), found);
  const columns = factColumns(rows);
  const isAll = rows.every(({ id }) => selection.has(id));
  const heads = ['group.title', 'group.asker', 'group.due'] as const;
  return (
    <>
      <div className={styles.wide} tabIndex={0} role="region" aria-label={text('group.table', { name })}>
        <table className={styles.table}>
          <thead>
            <tr>
              <td className={mergeClasses(styles.cell, styles.check)}>
                <Box
                  label={text('group.selectAll')}
                  isOn={isAll}
                  onToggle={() => selection.choose(isAll ? [] : rows)}
                />
              </td>
              {heads.map((head) => (
                <th key={head} scope="col" className={mergeClasses(styles.cell, styles.head)}>
                  {text(head)}
                </th>
              ))}
              {columns.map(({ label, isNumeric }) => (
                <th
                  key={label}
                  scope="col"
                  dir="auto"
                  className={mergeClasses(styles.cell, styles.head, isNumeric && styles.number)}
                >
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, drawn).map((row, index) => (
              <tr key={row.id} onFocus={onFocus(index)}>
                <td className={mergeClasses(styles.cell, styles.check)}>
                  <Box
                    label={text('notifications.select', { title: row.title })}
                    isOn={selection.has(row.id)}
                    onToggle={() => selection.toggle(row.id)}
                  />
                </td>
                <Cells row={row} columns={columns} filter={filter} />
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div ref={end} />
    </>
  );
}

/** A native checkbox, as in the list, because there may be hundreds. */
function Box({ label, isOn, onToggle }: { label: string; isOn: boolean; onToggle(): void }) {
  const styles = useStyles();
  return (
    <label className={styles.target}>
      <input type="checkbox" className={styles.box} aria-label={label} checked={isOn} onChange={onToggle} />
    </label>
  );
}

interface CellsProps extends Pick<Props, 'filter'> {
  row: UserNotification;
  columns: readonly FactColumn[];
}

function Cells({ row, columns, filter }: CellsProps) {
  const styles = useStyles();
  const intl = useIntl();
  return (
    <>
      <th scope="row" dir="auto" className={mergeClasses(styles.cell, styles.title)}>
        <Link
          href={hrefOf({ page: 'notifications', id: row.id, status: 'pending', filter })}
          onClick={(event) => followByKey(event, row.id)}
        >
          {row.title}
        </Link>
      </th>
      <td dir="auto" className={styles.cell}>
        {row.requester}
      </td>
      <td className={mergeClasses(styles.cell, styles.short)}>
        {intl.formatDate(row.expiresAt, { dateStyle: 'medium', timeStyle: 'short' })}
      </td>
      {columns.map(({ label, isNumeric }) => {
        const fact = factIn(row, label);
        return (
          <td key={label} dir="auto" className={mergeClasses(styles.cell, isNumeric && styles.number)}>
            {fact && <FactValue fact={fact} />}
          </td>
        );
      })}
    </>
  );
}

const withoutGroup = ({ flow: _, node: __, ...filter }: InboxFilter): InboxFilter => filter;

import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { CheckmarkRegular } from '@fluentui/react-icons';
import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import { optionLabel } from '../../../contract/variables.ts';
import { OptionIcon } from './OptionIcon.tsx';
import { offsetsOf, windowOf, type OptionRow } from './optionRows.ts';

const HEIGHT = 320;

const useStyles = makeStyles({
  list: { position: 'relative', overflowY: 'auto', maxHeight: `${HEIGHT}px` },
  row: {
    position: 'absolute',
    insetInlineStart: 0,
    insetInlineEnd: 0,
    boxSizing: 'border-box',
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalS,
    padding: `0 ${tokens.spacingHorizontalS}`,
    whiteSpace: 'nowrap',
    borderRadius: tokens.borderRadiusMedium,
  },
  group: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200, alignItems: 'end' },
  option: { cursor: 'pointer', ':hover': { boxShadow: `inset 0 0 0 1px ${tokens.colorNeutralStroke1}` } },
  active: { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
  disabled: { color: tokens.colorNeutralForegroundDisabled, cursor: 'not-allowed' },
  check: { width: '16px', flexShrink: 0, display: 'inline-flex' },
  words: { minWidth: 0, display: 'flex', flexDirection: 'column' },
  line: { overflow: 'hidden', textOverflow: 'ellipsis' },
  description: {
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
  },
});

interface Props {
  id: string;
  label: string;
  rows: readonly OptionRow[];
  chosen: ReadonlySet<string>;
  isForMany: boolean;
  active: number | null;
  onChoose(row: number): void;
}

export const rowId = (listId: string, row: number): string => `${listId}-${row}`;

/** A virtualized list: only the visible lines and the keyboard's current line are rendered. */
export function OptionList({ id, label, rows, chosen, isForMany, active, onChoose }: Props) {
  const styles = useStyles();
  const list = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const offsets = useMemo(() => offsetsOf(rows), [rows]);
  useLayoutEffect(() => {
    const { current } = list;
    if (!current || active === null) return;
    const [from, to] = [offsets[active]!, offsets[active + 1]!];
    if (from < current.scrollTop) current.scrollTop = from;
    else if (to > current.scrollTop + HEIGHT) current.scrollTop = to - HEIGHT;
    setTop(current.scrollTop);
  }, [active, offsets]);
  const [first, end] = windowOf(offsets, top, top + HEIGHT);
  return (
    <div
      ref={list}
      id={id}
      role="listbox"
      aria-label={label}
      aria-multiselectable={isForMany}
      className={styles.list}
      onScroll={({ currentTarget }) => setTop(currentTarget.scrollTop)}
    >
      <div role="presentation" style={{ height: offsets.at(-1) }}>
        {rows.slice(first, end).map((row, n) => (
          <Row
            key={first + n}
            id={rowId(id, first + n)}
            row={row}
            place={{ top: offsets[first + n]!, height: offsets[first + n + 1]! - offsets[first + n]! }}
            isChosen={'option' in row && chosen.has(row.option.value)}
            isActive={active === first + n}
            onChoose={() => onChoose(first + n)}
          />
        ))}
      </div>
    </div>
  );
}

interface RowProps {
  id: string;
  row: OptionRow;
  place: { top: number; height: number };
  isChosen: boolean;
  isActive: boolean;
  onChoose(): void;
}

function Row({ id, row, place, isChosen, isActive, onChoose }: RowProps) {
  const styles = useStyles();
  if ('group' in row)
    return (
      <div role="presentation" className={mergeClasses(styles.row, styles.group)} style={place}>
        <bdi className={styles.line}>{row.group}</bdi>
      </div>
    );
  const { option, groupLabel } = row;
  const look = option.disabled ? styles.disabled : styles.option;
  return (
    <div
      id={id}
      role="option"
      aria-selected={isChosen}
      aria-disabled={option.disabled}
      aria-description={groupLabel ?? undefined}
      title={optionLabel(option)}
      className={mergeClasses(styles.row, look, isActive && styles.active)}
      style={place}
      onClick={option.disabled ? undefined : onChoose}
    >
      <span className={styles.check}>{isChosen && <CheckmarkRegular aria-hidden />}</span>
      <span className={styles.words}>
        <span className={styles.line}>
          <OptionIcon option={option} isBeforeText />
          <bdi>{optionLabel(option)}</bdi>
        </span>
        {option.description && (
          <bdi className={mergeClasses(styles.line, styles.description)}>{option.description}</bdi>
        )}
      </span>
    </div>
  );
}

import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { GroupListRegular, SearchRegular, TextDensityRegular } from '@fluentui/react-icons';
import type { ReactElement, ReactNode, Ref } from 'react';
import type { InboxTab, UserNotification } from '../../../contract/notifications.ts';
import { DUES, INPUT_TYPES, SORTS, type InboxFilter } from '../routes.ts';
import { useText } from '../text.ts';
import { useDensity } from './useDensity.ts';

const FOCUS = { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-1px' };
const BOX = {
  boxSizing: 'border-box',
  minWidth: 0,
  height: '32px',
  color: tokens.colorNeutralForeground1,
  backgroundColor: tokens.colorNeutralBackground1,
  border: `1px solid ${tokens.colorNeutralStrokeAccessible}`,
  borderRadius: tokens.borderRadiusMedium,
  fontFamily: 'inherit',
} as const;

const useStyles = makeStyles({
  bar: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalS,
    padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalL} 14px`, // room for the pill that reports new rows
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  search: { position: 'relative', display: 'flex' },
  icon: {
    position: 'absolute',
    insetInlineStart: '9px',
    top: '8px',
    fontSize: '16px',
    lineHeight: 0,
    color: tokens.colorNeutralForeground3,
  },
  input: {
    ...BOX,
    flex: 1,
    fontSize: tokens.fontSizeBase300,
    paddingInlineStart: '32px',
    '::placeholder': { color: tokens.colorNeutralForeground3, opacity: 1 },
    ':focus-visible': FOCUS,
  },
  selects: { display: 'flex', gap: tokens.spacingHorizontalS },
  select: { ...BOX, flex: '1 1 0', fontSize: tokens.fontSizeBase200, ':focus-visible': FOCUS },
  toggle: {
    ...BOX,
    flexShrink: 0,
    width: '32px',
    padding: 0,
    display: 'grid',
    placeItems: 'center',
    fontSize: '20px',
    cursor: 'pointer',
    ':focus-visible': FOCUS,
    ':hover': { backgroundColor: tokens.colorNeutralBackground1Hover },
  },
  pressed: {
    color: tokens.colorBrandForeground1,
    border: `2px solid ${tokens.colorCompoundBrandStroke}`,
    backgroundColor: tokens.colorBrandBackground2,
  },
});

interface Props {
  notifications: readonly UserNotification[];
  status: InboxTab;
  filter: InboxFilter;
  onFilter(filter: InboxFilter): void;
  searchRef: Ref<HTMLInputElement>;
  /** Shown beside the order. */
  children?: ReactNode;
}

/** Search and filters. Uses native controls, which are light and suit phones. */
export function FilterBar({ notifications, status, filter, onFilter, searchRef, children }: Props) {
  const styles = useStyles();
  const text = useText();
  const change = (part: InboxFilter): void => {
    const next = Object.entries({ ...filter, ...part }).filter(([, value]) => value);
    onFilter(Object.fromEntries(next));
  };
  const flows = new Map(notifications.map(({ flowId, flowName }) => [flowId, flowName]));
  if (filter.flow && !flows.has(filter.flow)) flows.set(filter.flow, filter.flow);
  return (
    <div role="search" className={styles.bar}>
      <span className={styles.search}>
        <SearchRegular aria-hidden className={styles.icon} />
        <input
          ref={searchRef}
          type="search"
          className={styles.input}
          aria-label={text('filter.search')}
          placeholder={text('filter.search')}
          value={filter.q ?? ''}
          onChange={({ target }) => change({ q: target.value })}
          onKeyDown={({ key, currentTarget }) => key === 'Escape' && currentTarget.blur()}
        />
      </span>
      <span className={styles.selects}>
        <Choice
          label={text('filter.type')}
          all={text('filter.type.any')}
          value={filter.type}
          options={INPUT_TYPES.map((type) => [type, text(`filter.type.${type}`)])}
          onChange={(value) => change({ type: INPUT_TYPES.find((type) => type === value) })}
        />
        <Choice
          label={text('filter.flow')}
          all={text('filter.flow.any')}
          value={filter.flow}
          options={[...flows].sort(([, a], [, b]) => a.localeCompare(b))}
          onChange={(flow) => change({ flow, node: undefined })}
        />
        {status === 'pending' && (
          <Choice
            label={text('filter.due')}
            all={text('filter.due.any')}
            value={filter.due}
            options={DUES.map((due) => [due, text(`filter.due.${due}`)])}
            onChange={(value) => change({ due: DUES.find((due) => due === value) })}
          />
        )}
      </span>
      <Order status={status} filter={filter} onChange={change}>
        {children}
      </Order>
    </div>
  );
}

interface OrderProps extends Pick<Props, 'status' | 'filter' | 'children'> {
  onChange(part: InboxFilter): void;
}

/** Sorting, grouping and density of the rows. */
function Order({ status, filter, onChange, children }: OrderProps) {
  const styles = useStyles();
  const text = useText();
  const [density, setDensity] = useDensity();
  return (
    <span className={styles.selects}>
      {(status === 'pending' || status === 'snoozed') && (
        <Choice
          label={text('sort.label')}
          all={text('sort.due')}
          value={filter.sort}
          options={SORTS.map((sort) => [sort, text(`sort.${sort}`)])}
          onChange={(value) => onChange({ sort: SORTS.find((sort) => sort === value) })}
        />
      )}
      {children}
      {status === 'pending' && (
        <Toggle
          label={text('group.toggle')}
          icon={<GroupListRegular aria-hidden />}
          isOn={filter.group === 'equal'}
          onToggle={(isOn) => onChange({ group: isOn ? 'equal' : undefined })}
        />
      )}
      <Toggle
        label={text('density.compact')}
        icon={<TextDensityRegular aria-hidden />}
        isOn={density === 'compact'}
        onToggle={(isOn) => setDensity(isOn ? 'compact' : 'comfortable')}
      />
    </span>
  );
}

interface ToggleProps {
  label: string;
  icon: ReactElement;
  isOn: boolean;
  onToggle(isOn: boolean): void;
}

function Toggle({ label, icon, isOn, onToggle }: ToggleProps) {
  const styles = useStyles();
  return (
    <button
      type="button"
      className={mergeClasses(styles.toggle, isOn && styles.pressed)}
      aria-label={label}
      title={label}
      aria-pressed={isOn}
      onClick={() => onToggle(!isOn)}
    >
      {icon}
    </button>
  );
}

interface ChoiceProps {
  label: string;
  /** The text if nothing is chosen. */
  all: string;
  value: string | undefined;
  options: (readonly [string, string])[];
  onChange(value: string): void;
}

function Choice({ label, all, value = '', options, onChange }: ChoiceProps) {
  const styles = useStyles();
  return (
    <select
      className={styles.select}
      aria-label={label}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    >
      <option value="">{all}</option>
      {options.map(([option, words]) => (
        <option key={option} value={option}>
          {words}
        </option>
      ))}
    </select>
  );
}

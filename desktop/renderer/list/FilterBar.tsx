import { makeStyles, tokens } from '@fluentui/react-components';
import { SearchRegular } from '@fluentui/react-icons';
import type { Ref } from 'react';
import type { NotificationStatus, UserNotification } from '../../../contract/notifications.ts';
import { DUES, INPUT_TYPES, type InboxFilter } from '../routes.ts';
import { useText } from '../text.ts';

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
    padding: `${tokens.spacingVerticalM} ${tokens.spacingHorizontalL}`,
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
});

interface Props {
  notifications: readonly UserNotification[];
  status: NotificationStatus;
  filter: InboxFilter;
  onFilter(filter: InboxFilter): void;
  searchRef: Ref<HTMLInputElement>;
}

/** Search and filters. The browser's own controls: they are light, and phones show them their own way. */
export function FilterBar({ notifications, status, filter, onFilter, searchRef }: Props) {
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
          onChange={(flow) => change({ flow })}
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
    </div>
  );
}

interface ChoiceProps {
  label: string;
  /** What is read where nothing is chosen. */
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

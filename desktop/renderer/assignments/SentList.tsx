import { Checkbox, Field, Input, makeStyles, mergeClasses, Select, tokens } from '@fluentui/react-components';
import { PeopleRegular } from '@fluentui/react-icons';
import { useState, type ReactNode } from 'react';
import { ASSIGNMENT_STATUSES, type Assignment } from '../../../contract/assignments.ts';
import { useAssignments, type AssignmentSearch } from '../api/assignments.ts';
import { usePageStyles } from '../shell/page.ts';
import { Empty } from '../shell/states.tsx';
import { useText, type TextId } from '../text.ts';
import { AssignmentCard } from './AssignmentCard.tsx';
import { Pages } from '../shell/Pages.tsx';
import { SentActions } from './SentActions.tsx';

const useStyles = makeStyles({
  list: { gap: tokens.spacingVerticalM },
  filters: { display: 'flex', flexWrap: 'wrap', alignItems: 'flex-end', gap: tokens.spacingHorizontalM },
  search: { flex: '1 1 180px', minWidth: 0 },
});

interface Props {
  search: AssignmentSearch;
  /** The text for an empty list without filters. */
  none?: TextId;
  /** Replaces the list while no filter is set. */
  unfiltered?: ReactNode;
}

/** Sent assignments, with filters and bulk actions. */
export function SentList({ search, none = 'sendings.none', unfiltered }: Props) {
  const [filter, setFilter] = useState<AssignmentSearch>({});
  const isFiltered = Object.values(filter).some((each) => each !== undefined && each !== '');
  const wanted: AssignmentSearch = { direction: 'outbound', ...search, ...filter };
  return (
    <>
      <Filters filter={filter} onFilter={setFilter} />
      {unfiltered && !isFiltered ? unfiltered : <Found wanted={wanted} none={isFiltered ? 'sendings.none' : none} />}
    </>
  );
}

function Found({ wanted, none }: { wanted: AssignmentSearch; none: TextId }) {
  const page = usePageStyles();
  const styles = useStyles();
  const text = useText();
  const [ids, setIds] = useState<readonly string[]>([]);
  const read = useAssignments(wanted, true);
  const shown = read.data?.pages.flatMap(({ items }) => items) ?? [];
  const choosable = shown.filter(({ senderActions }) => senderActions.length > 0);
  // only those that are visible and selectable
  const picked = choosable.filter(({ id }) => ids.includes(id));
  const toggle = (id: string) =>
    setIds((before) => (before.includes(id) ? before.filter((each) => each !== id) : [...before, id]));
  return (
    <>
      <SentActions search={wanted} picked={picked} onDone={setIds} />
      {choosable.length > 1 && (
        <Checkbox
          label={text('sendings.pickAll')}
          checked={picked.length === choosable.length || (picked.length > 0 && 'mixed')}
          onChange={(_event, { checked }) => setIds(checked === true ? choosable.map(({ id }) => id) : [])}
        />
      )}
      <Pages read={read} empty={<Empty icon={<PeopleRegular />} title={text(none)} />}>
        {(items) => (
          <ul className={mergeClasses(page.list, styles.list)}>
            {items.map((assignment) => (
              <li key={assignment.id}>
                <AssignmentCard
                  assignment={assignment}
                  side="outbound"
                  pick={<Pick assignment={assignment} isPicked={ids.includes(assignment.id)} onToggle={toggle} />}
                />
              </li>
            ))}
          </ul>
        )}
      </Pages>
    </>
  );
}

interface PickProps {
  assignment: Assignment;
  isPicked: boolean;
  onToggle(id: string): void;
}

function Pick({ assignment: { id, assignee, senderActions }, isPicked, onToggle }: PickProps) {
  const text = useText();
  if (senderActions.length === 0) return null;
  const label = text('sendings.pick', { name: assignee.displayName });
  return <Checkbox checked={isPicked} aria-label={label} onChange={() => onToggle(id)} />;
}

interface FilterProps {
  filter: AssignmentSearch;
  onFilter(filter: AssignmentSearch): void;
}

function Filters({ filter, onFilter }: FilterProps) {
  const styles = useStyles();
  const text = useText();
  const chosen = filter.overdue ? 'late' : (filter.status ?? '');
  const choose = (value: string) => {
    const status = ASSIGNMENT_STATUSES.find((each) => each === value);
    onFilter({ ...filter, status, overdue: value === 'late' ? true : undefined });
  };
  return (
    <div role="search" className={styles.filters}>
      <Field label={text('sendings.search')} className={styles.search}>
        <Input
          type="search"
          value={filter.search ?? ''}
          onChange={(_event, { value }) => onFilter({ ...filter, search: value.trim() === '' ? undefined : value })}
        />
      </Field>
      <Field label={text('sendings.status')}>
        <Select value={chosen} onChange={(_event, { value }) => choose(value)}>
          <option value="">{text('sendings.status.any')}</option>
          <option value="late">{text('sendings.status.late')}</option>
          {ASSIGNMENT_STATUSES.map((status) => (
            <option key={status} value={status}>
              {text(`assignments.status.${status}`)}
            </option>
          ))}
        </Select>
      </Field>
    </div>
  );
}

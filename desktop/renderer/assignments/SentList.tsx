import { Button, Checkbox, Field, Input, makeStyles, mergeClasses, Select, tokens } from '@fluentui/react-components';
import { ArrowDownloadRegular, PeopleRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import { ASSIGNMENT_STATUSES, type Assignment } from '../../../contract/assignments.ts';
import { useAssignments, useBulkAct, useExport, type AssignmentSearch } from '../api/assignments.ts';
import { usePageStyles } from '../shell/page.ts';
import { Empty } from '../shell/states.tsx';
import { useText } from '../text.ts';
import { AssignmentCard } from './AssignmentCard.tsx';
import { ActProblem } from './HandDialog.tsx';
import { Pages } from './Pages.tsx';

const useStyles = makeStyles({
  list: { gap: tokens.spacingVerticalM },
  filters: { display: 'flex', flexWrap: 'wrap', alignItems: 'flex-end', gap: tokens.spacingHorizontalM },
  search: { flex: '1 1 180px', minWidth: 0 },
});

/** What was sent, as a list that can be narrowed, and dealt with several at a time. */
export function SentList({ search }: { search: AssignmentSearch }) {
  const page = usePageStyles();
  const styles = useStyles();
  const text = useText();
  const [filter, setFilter] = useState<AssignmentSearch>({});
  const [picked, setPicked] = useState<readonly string[]>([]);
  const wanted: AssignmentSearch = { direction: 'outbound', ...search, ...filter };
  const read = useAssignments(wanted);
  const toggle = (id: string) =>
    setPicked((before) => (before.includes(id) ? before.filter((each) => each !== id) : [...before, id]));
  return (
    <>
      <Filters filter={filter} onFilter={setFilter} />
      <Deeds search={wanted} picked={picked} onDone={() => setPicked([])} />
      <Pages read={read} empty={<Empty icon={<PeopleRegular />} title={text('sendings.none')} />}>
        {(items) => (
          <ul className={mergeClasses(page.list, styles.list)}>
            {items.map((assignment) => (
              <li key={assignment.id}>
                <AssignmentCard
                  assignment={assignment}
                  side="outbound"
                  pick={<Pick assignment={assignment} isPicked={picked.includes(assignment.id)} onToggle={toggle} />}
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
          <option value="late">{text('assignments.late')}</option>
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

interface DeedsProps {
  search: AssignmentSearch;
  picked: readonly string[];
  onDone(): void;
}

/** What can be done with those that are picked, and with all that are shown. */
function Deeds({ search, picked, onDone }: DeedsProps) {
  const page = usePageStyles();
  const text = useText();
  const act = useBulkAct();
  const download = useDownload();
  const isIdle = picked.length === 0 || act.isPending;
  const take = (action: 'remind' | 'cancel') => {
    if (!isIdle) act.mutate({ action, ids: [...picked] }, { onSuccess: onDone });
  };
  const results = act.data?.results ?? [];
  const failed = results.filter(({ done }) => !done).length;
  return (
    <>
      <div className={page.deeds}>
        <Button disabledFocusable={isIdle} onClick={() => take('remind')}>
          {text('sendings.remind', { count: picked.length })}
        </Button>
        <Button disabledFocusable={isIdle} onClick={() => take('cancel')}>
          {text('sendings.cancel', { count: picked.length })}
        </Button>
        <Button icon={<ArrowDownloadRegular />} onClick={() => void download.save(search)}>
          {text('sendings.export')}
        </Button>
      </div>
      <div role="status">{results.length > 0 && text('sendings.done', { count: results.length - failed, failed })}</div>
      {(act.error ?? download.error) && <ActProblem problem={(act.error ?? download.error)!} />}
    </>
  );
}

/** Saves the list as a file. */
function useDownload() {
  const read = useExport();
  const [error, setError] = useState<Error | null>(null);
  return {
    error,
    async save(search: AssignmentSearch): Promise<void> {
      setError(null);
      try {
        const url = URL.createObjectURL(await read(search));
        const link = document.createElement('a');
        link.href = url;
        link.download = 'assignments.csv';
        link.click();
        URL.revokeObjectURL(url);
      } catch (problem) {
        setError(problem as Error);
      }
    },
  };
}

import { lazy, Suspense, useEffect, useRef, useState, type ReactNode, type RefCallback, type RefObject } from 'react';
import type { InboxTab, UserNotification } from '../../../contract/notifications.ts';
import { itemsOf, PENDING, useInbox, useMarkRead } from '../api/inbox.ts';
import type { InboxFilter } from '../routes.ts';
import { Boundary } from '../shell/Boundary.tsx';
import { useHiddenStyles } from '../shell/hidden.ts';
import { quiet } from '../shell/quiet.ts';
import { Failed, Loading } from '../shell/states.tsx';
import { ToCome } from '../shell/ToCome.tsx';
import { useText } from '../text.ts';
import { goTo, replaceRoute } from '../useRoute.ts';
import { makeStyles, tokens } from '@fluentui/react-components';
import { FilterBar } from './FilterBar.tsx';
import { Nothing } from './Nothing.tsx';
import { Rows } from './Rows.tsx';
import { isNarrowing } from './inboxRules.ts';
import { useSnoozing } from './useSnoozing.tsx';
import { ListTitle, Tabs } from './Tabs.tsx';
import { Told } from './Told.tsx';
import { useListKeys } from './useListKeys.ts';
import type { Neighbours } from './useNeighbours.ts';
import type { FoundRows } from './useRows.ts';
import type { Selection } from './useSelection.ts';

const GroupRows = lazy(async () => ({ default: (await import('./GroupRows.tsx')).GroupRows }));
const ViewsMenu = lazy(async () => ({ default: (await import('./ViewsMenu.tsx')).ViewsMenu }));
const loadBulkBar = () => import('./BulkBar.tsx');
const BulkBar = lazy(async () => ({ default: (await loadBulkBar()).BulkBar }));
const FreshPill = lazy(async () => ({ default: (await import('./FreshPill.tsx')).FreshPill }));

const useStyles = makeStyles({
  // sticky if the viewport is high enough
  views: {
    flexShrink: 0,
    maxWidth: '50%',
    height: '32px',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    paddingInline: tokens.spacingHorizontalM,
    border: `1px solid ${tokens.colorNeutralStrokeAccessible}`,
    borderRadius: tokens.borderRadiusMedium,
    color: tokens.colorNeutralForeground1,
    backgroundColor: tokens.colorNeutralBackground1,
    fontFamily: 'inherit',
    fontSize: tokens.fontSizeBase200,
    cursor: 'pointer',
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
  pills: {
    height: 0,
    display: 'flex',
    justifyContent: 'center',
    alignItems: 'flex-start',
    gap: tokens.spacingHorizontalS,
  },
  head: {
    backgroundColor: tokens.colorNeutralBackground1,
    '@media (min-height: 500px)': { position: 'sticky', top: 0, zIndex: 2 },
  },
});

interface Props {
  status: InboxTab;
  filter: InboxFilter | undefined;
  currentId: string | null;
  found: FoundRows;
  neighbours: Neighbours;
  selection: Selection;
  /** A table of the same questions is beside it and has the bulk actions. */
  isBesideTable: boolean;
}

export function NotificationList({ status, filter, currentId, found, neighbours, selection, isBesideTable }: Props) {
  const styles = useStyles();
  const list = useRef<HTMLDivElement>(null);
  const search = useRef<HTMLInputElement>(null);
  const [pills, setPills] = useState<HTMLElement | null>(null);
  const { all, rows } = found;
  const pending = itemsOf(useInbox(PENDING).data);
  useBackFocus(list, currentId);
  const snoozing = useSnoozing();
  useKeys({ list, search, rows, selection, status, filter, currentId, neighbours, snoozing });
  const onFilter = (next: InboxFilter): void =>
    replaceRoute({
      page: 'notifications',
      id: currentId,
      status,
      ...(Object.keys(next).length > 0 && { filter: next }),
    });
  const canSnooze = status === 'pending' || status === 'snoozed';
  return (
    <>
      <ListTitle filter={filter} />
      <div className={styles.head}>
        <Tabs status={status} filter={filter} />
        {(all.length > 0 || isNarrowing(filter)) && (
          <FilterBar
            notifications={[...all, ...pending]}
            status={status}
            filter={filter ?? {}}
            onFilter={onFilter}
            searchRef={search}
          >
            <Views status={status} filter={filter ?? {}} />
          </FilterBar>
        )}
        {selection.isUsed && !isBesideTable && (
          <LazyPart>
            <BulkBar selected={selection.selected} found={found} onSelect={selection.choose} />
          </LazyPart>
        )}
        <Pills place={setPills} list={list} found={found} />
      </div>
      <FoundCount found={found} />
      {status === 'pending' && filter === undefined && <Told isAboveRows={rows.length > 0} pills={pills} />}
      <Listed
        list={list}
        found={found}
        status={status}
        filter={filter}
        currentId={currentId}
        selection={selection}
        onSnooze={canSnooze ? snoozing.snooze : null}
        onFilter={onFilter}
      />
      {snoozing.dialog}
    </>
  );
}

/** Loads the bulk bar before it is needed: it moves the rows down, which must not happen between two of their presses. */
function useBulkBarAtHand(canSelect: boolean): void {
  useEffect(() => {
    if (canSelect)
      void quiet()
        .then(loadBulkBar)
        .catch(() => undefined); // loaded with the first selection
  }, [canSelect]);
}

interface PillsProps extends Pick<Props, 'found'> {
  place: RefCallback<HTMLElement>;
  list: RefObject<HTMLElement | null>;
}

/** What is new and would move the rows. */
function Pills({ place, list, found: { fresh, showFresh } }: PillsProps) {
  const styles = useStyles();
  return (
    <div ref={place} className={styles.pills}>
      {fresh.length > 0 && (
        <LazyPart>
          <FreshPill count={fresh.length} list={list} onShow={showFresh} />
        </LazyPart>
      )}
    </div>
  );
}

/** Tells screen readers how many rows a search or filter leaves; they do not notice that the list has changed. */
function FoundCount({ found: { narrowedTo, isLooking, total } }: Pick<Props, 'found'>) {
  const { hidden } = useHiddenStyles();
  const text = useText();
  return (
    <span role="status" className={hidden}>
      {isNarrowing(narrowedTo) && !isLooking && total !== null && text('filter.found', { count: total })}
    </span>
  );
}

interface ListedProps extends Omit<Props, 'neighbours' | 'isBesideTable'> {
  list: RefObject<HTMLDivElement | null>;
  onSnooze: ((notification: UserNotification) => void) | null;
  onFilter(filter: InboxFilter): void;
}

/** Below the head: rows, possibly grouped, or why there are none. */
function Listed({ list, found, status, filter, currentId, selection, onSnooze, onFilter }: ListedProps) {
  useBulkBarAtHand(status === 'pending' && found.rows.length > 0);
  if (status === 'pending' && filter?.group === 'equal' && !isNarrowing(filter))
    return (
      <LazyPart>
        <GroupRows list={list} currentId={currentId} filter={filter} />
      </LazyPart>
    );
  if (found.problem) return <Failed error={found.problem} onRetry={found.retry} />;
  if (found.isLooking) return <Loading />;
  if (found.rows.length === 0)
    return (
      <Nothing status={status} isFiltered={isNarrowing(filter)} onClear={() => onFilter(withoutNarrowing(filter))} />
    );
  return (
    <Rows
      list={list}
      found={found}
      status={status}
      currentId={currentId}
      isSelected={selection.has}
      onSelect={status === 'pending' ? selection.toggle : null}
      onSnooze={onSnooze}
    />
  );
}

const withoutNarrowing = ({ scope, sort, group }: InboxFilter = {}): InboxFilter => ({
  ...(scope && { scope }),
  ...(sort && { sort }),
  ...(group && { group }),
});

/** A lazily loaded part of the list. */
const LazyPart = ({ children, fallback = null }: { children: ReactNode; fallback?: ReactNode }) => (
  <Boundary isPart>
    <Suspense fallback={fallback}>{children}</Suspense>
  </Boundary>
);

/** The menu loads when first opened; people without views do not need it. */
function Views(props: { status: InboxTab; filter: InboxFilter }) {
  const styles = useStyles();
  const text = useText();
  const [isAsked, setAsked] = useState(false);
  const button = (
    <button
      type="button"
      className={styles.views}
      aria-haspopup="menu"
      autoFocus={isAsked}
      onClick={() => setAsked(true)}
    >
      {text('views.button')}
    </button>
  );
  if (!isAsked) return button;
  return (
    <LazyPart fallback={<ToCome onLeft={() => setAsked(false)}>{button}</ToCome>}>
      <ViewsMenu className={styles.views} {...props} />
    </LazyPart>
  );
}

interface KeysProps extends Omit<Props, 'found' | 'isBesideTable'> {
  list: RefObject<HTMLElement | null>;
  search: RefObject<HTMLInputElement | null>;
  rows: readonly UserNotification[];
  snoozing: ReturnType<typeof useSnoozing>;
}

function useKeys({ list, search, rows, selection, snoozing, status, filter, currentId, neighbours }: KeysProps): void {
  const { mutate: markRead } = useMarkRead();
  const focusSearch = useSearchFocus(search, currentId);
  const open = (id: string | null): void => goTo({ page: 'notifications', id, status, filter });
  useListKeys(
    { element: list, rows, currentId, neighbours },
    {
      open,
      toggle: (id) => status === 'pending' && selection.toggle(id),
      markRead: (id) => {
        const aimed = selection.selected.length > 0 ? selection.selected : rows.filter((row) => row.id === id);
        for (const { id: each, isRead } of aimed) if (!isRead) markRead(each);
      },
      snooze(id) {
        const row = rows.find((each) => each.id === id);
        if (row) snoozing.snooze(row);
      },
      back: () => open(null),
      search: () => focusSearch() || open(null),
    },
  );
}

/** @returns a function that focuses the search; if a question hides it, once the question is left */
function useSearchFocus(search: RefObject<HTMLInputElement | null>, currentId: string | null): () => boolean {
  const isWanted = useRef(false);
  const focus = (): boolean => {
    search.current?.focus();
    return document.activeElement === search.current;
  };
  useEffect(() => {
    if (currentId === null && isWanted.current) search.current?.focus();
    isWanted.current = false;
  }, [search, currentId]);
  return () => (isWanted.current = !focus()) === false;
}

/** Focuses a question's row after leaving it. */
function useBackFocus(list: RefObject<HTMLElement | null>, currentId: string | null): void {
  const left = useRef<string | null>(null);
  useEffect(() => {
    if (currentId === null && left.current !== null && document.activeElement === document.body)
      list.current?.querySelector<HTMLElement>(`a[data-id="${CSS.escape(left.current)}"]`)?.focus();
    left.current = currentId;
  }, [list, currentId]);
}

import { Button, makeStyles, Spinner } from '@fluentui/react-components';
import { useLayoutEffect, useRef, type MouseEvent, type ReactNode } from 'react';
import { focusOn } from './focusOn.ts';
import { ProblemBar } from './ProblemBar.tsx';
import { Failed, Loading } from './states.tsx';
import { useText } from '../text.ts';

const CONTROLS = 'a[href], button, input, summary';

const useStyles = makeStyles({
  place: { display: 'contents' },
  more: { alignSelf: 'center', flexShrink: 0 },
});

interface Read<Item> {
  data: { pages: { items: Item[] }[] } | undefined;
  isPending: boolean;
  error: Error | null;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  refetch(): unknown;
  fetchNextPage(): unknown;
}

interface Props<Item> {
  read: Read<Item>;
  empty: ReactNode;
  children(items: Item[]): ReactNode;
}

/** The loaded part of a list, with a button for more. The children are a `ul`, with an `li` for each item. */
export function Pages<Item>({ read, empty, children }: Props<Item>) {
  const styles = useStyles();
  const text = useText();
  const items = read.data?.pages.flatMap((page) => page.items) ?? [];
  const { place, onMore } = useFocusOnNew(items.length);
  if (read.isPending) return <Loading />;
  if (!read.data) return <Failed error={read.error!} onRetry={() => void read.refetch()} />;
  const readOn = ({ currentTarget }: MouseEvent<HTMLElement>): void => {
    onMore(currentTarget);
    void read.fetchNextPage();
  };
  return (
    <div ref={place} className={styles.place}>
      {/* a page of a search may be empty although there are more */}
      {items.length === 0 ? empty : children(items)}
      {read.hasNextPage && (
        <Button
          className={styles.more}
          disabledFocusable={read.isFetchingNextPage}
          icon={read.isFetchingNextPage ? <Spinner size="tiny" /> : undefined}
          onClick={readOn}
        >
          {text('list.more')}
        </Button>
      )}
      {read.isFetchNextPageError && <ProblemBar problem={read.error!} />}
    </div>
  );
}

/**
 * Moves the focus from the button for more to the first new item. It would be below all of them otherwise, or, after the
 * last page, nowhere.
 */
function useFocusOnNew(count: number) {
  const place = useRef<HTMLDivElement>(null);
  const asked = useRef<{ button: HTMLElement; shown: number } | null>(null);
  useLayoutEffect(() => {
    if (!asked.current || count <= asked.current.shown) return;
    const { button, shown } = asked.current;
    asked.current = null;
    if (![button, document.body].includes(document.activeElement as HTMLElement)) return; // the person has gone on
    const row = place.current!.querySelectorAll<HTMLElement>(':scope > ul > li')[shown];
    if (!row) return;
    focusOn(row.querySelector<HTMLElement>(CONTROLS) ?? row);
    row.scrollIntoView({ block: 'nearest' });
  }, [count]);
  return { place, onMore: (button: HTMLElement) => void (asked.current = { button, shown: count }) };
}

import { Button, makeStyles, Spinner } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { Failed, Loading } from './states.tsx';
import { useText } from '../text.ts';

const useStyles = makeStyles({ more: { alignSelf: 'center', flexShrink: 0 } });

interface Read<Item> {
  data: { pages: { items: Item[] }[] } | undefined;
  isPending: boolean;
  error: Error | null;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  refetch(): unknown;
  fetchNextPage(): unknown;
}

interface Props<Item> {
  read: Read<Item>;
  empty: ReactNode;
  children(items: Item[]): ReactNode;
}

/** The loaded part of a list, with a button for more. */
export function Pages<Item>({ read, empty, children }: Props<Item>) {
  const styles = useStyles();
  const text = useText();
  if (read.isPending) return <Loading />;
  if (!read.data) return <Failed error={read.error!} onRetry={() => void read.refetch()} />;
  const items = read.data.pages.flatMap((page) => page.items);
  return (
    <>
      {/* a page of a search may be empty although there are more */}
      {items.length === 0 ? empty : children(items)}
      {read.hasNextPage && (
        <Button
          className={styles.more}
          disabledFocusable={read.isFetchingNextPage}
          icon={read.isFetchingNextPage ? <Spinner size="tiny" /> : undefined}
          onClick={() => void read.fetchNextPage()}
        >
          {text('list.more')}
        </Button>
      )}
    </>
  );
}

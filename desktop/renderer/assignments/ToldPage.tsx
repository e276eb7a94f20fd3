import { Button, makeStyles, mergeClasses } from '@fluentui/react-components';
import { AlertRegular } from '@fluentui/react-icons';
import { useReadAllTold, useTold } from '../api/assignments.ts';
import { ScopeTabs } from '../list/ScopeTabs.tsx';
import type { Scope } from '../routes.ts';
import { usePageStyles } from '../shell/page.ts';
import { Empty } from '../shell/states.tsx';
import { useText } from '../text.ts';
import { Pages } from '../shell/Pages.tsx';
import { ToldRow } from './ToldRow.tsx';

const useStyles = makeStyles({
  rows: { overflow: 'hidden', padding: 0, '@media (max-width: 639px)': { padding: 0 } },
});

/** The inbox, filtered to events on received or sent assignments. */
export function ToldPage({ scope }: { scope: Scope }) {
  const page = usePageStyles();
  const styles = useStyles();
  const text = useText();
  const readAll = useReadAllTold();
  const told = useTold({ scope });
  return (
    <div className={page.page}>
      <header className={page.head}>
        <h1 className={page.heading}>{text('title.notifications')}</h1>
        {told.data?.pages.some(({ items }) => items.length > 0) && (
          <Button disabledFocusable={readAll.isPending} onClick={() => readAll.mutate(scope)}>
            {text('told.readAll')}
          </Button>
        )}
      </header>
      <ScopeTabs current={scope} />
      <Pages
        read={told}
        empty={
          <Empty icon={<AlertRegular />} title={text('told.empty.title')}>
            {text(`told.empty.${scope}`)}
          </Empty>
        }
      >
        {(items) => (
          <ul className={mergeClasses(page.card, page.list, styles.rows)}>
            {items.map((told) => (
              <ToldRow key={told.id} told={told} />
            ))}
          </ul>
        )}
      </Pages>
    </div>
  );
}

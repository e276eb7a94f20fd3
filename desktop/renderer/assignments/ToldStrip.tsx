import { Button, Link, makeStyles, tokens } from '@fluentui/react-components';
import { useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { AssignmentCounts } from '../../../contract/assignments.ts';
import { useReadAllTold, useTold } from '../api/assignments.ts';
import { Pill } from '../list/FreshPill.tsx';
import { hrefOf } from '../routes.ts';
import { usePageStyles } from '../shell/page.ts';
import { useText } from '../text.ts';
import { ToldRow } from './ToldRow.tsx';
import { hasMore, newsOf, steadyNews, type UnreadEvents } from './toldRules.ts';

const useStyles = makeStyles({
  strip: {
    backgroundColor: tokens.colorNeutralBackground2,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  line: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'space-between',
    columnGap: tokens.spacingHorizontalS,
    padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalS} ${tokens.spacingVerticalS} ${tokens.spacingHorizontalL}`,
  },
});

interface Props {
  unread: AssignmentCounts['unread'];
  /** It comes when the rows below have been drawn already. */
  isLate: boolean;
  /** Whether there are rows below, which must not move. */
  isAboveRows: boolean;
  /** Where pills are, above the rows. */
  pills: HTMLElement | null;
}

/**
 * Unread events on assignments, above the questions, so that both are in one place. It neither grows nor shrinks above
 * rows that a person may be about to press; what has happened since is shown on demand.
 */
export function ToldStrip({ unread, isLate, isAboveRows, pills }: Props) {
  const styles = useStyles();
  const text = useText();
  const page = usePageStyles();
  const place = useRef<HTMLElement>(null);
  const news = newsOf(unread, useTold({ unread: true }).data?.pages[0]?.items ?? []);
  const [shown, show] = useState(isLate && isAboveRows ? null : news);
  const steady = isAboveRows ? steadyNews(shown, news) : news;
  if (!isAboveRows && shown?.key !== news?.key) show(news);
  const onShow = (): void => {
    show(news);
    requestAnimationFrame(() => {
      const first = place.current?.querySelector('a');
      first?.scrollIntoView({ block: 'center' });
      first?.focus({ preventScroll: true });
    });
  };
  return (
    <>
      {pills &&
        news &&
        isAboveRows &&
        hasMore(steady, news) &&
        createPortal(<Pill words={text('told.many', { count: news.count })} onShow={onShow} />, pills)}
      {steady && (
        <section ref={place} className={styles.strip} aria-label={text('told.latest')}>
          {steady.items ? (
            <ul className={page.list}>
              {steady.items.map((each) => (
                <ToldRow key={each.id} told={each} isBrief />
              ))}
            </ul>
          ) : (
            <Much {...steady} onRead={() => show(null)} />
          )}
        </section>
      )}
    </>
  );
}

interface MuchProps extends Pick<UnreadEvents, 'count' | 'scopes'> {
  onRead(): void;
}

/** The number of events in one line, with a link to them; the tabs above show the numbers by kind. */
function Much({ count, scopes, onRead }: MuchProps) {
  const styles = useStyles();
  const text = useText();
  const readAll = useReadAllTold();
  const read = async (button: HTMLElement): Promise<void> => {
    const main = button.closest('main');
    await Promise.all(scopes.map((scope) => readAll.mutateAsync(scope)));
    if ([button, document.body].includes(document.activeElement as HTMLElement)) main?.focus(); // the pressed button disappears
    onRead();
  };
  return (
    <div className={styles.line}>
      <Link href={hrefOf({ page: 'told', scope: scopes[0]! })}>{text('told.many', { count })}</Link>
      <Button
        size="small"
        appearance="subtle"
        disabledFocusable={readAll.isPending}
        onClick={({ currentTarget }) => void read(currentTarget).catch(() => undefined)}
      >
        {text('told.readMany')}
      </Button>
    </div>
  );
}

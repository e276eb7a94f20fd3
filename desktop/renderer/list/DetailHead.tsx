import { Button, Link, makeStyles, tokens } from '@fluentui/react-components';
import { ChevronDownRegular, ChevronUpRegular } from '@fluentui/react-icons';
import type { InboxTab } from '../../../contract/notifications.ts';
import { useQuestionsAhead } from '../api/prompts.ts';
import { hrefOf, type InboxFilter } from '../routes.ts';
import { BackArrow } from '../shell/BackArrow.tsx';
import { useText } from '../text.ts';
import { goTo } from '../useRoute.ts';
import type { Neighbours } from './useNeighbours.ts';

const useStyles = makeStyles({
  head: {
    display: 'flex',
    justifyContent: 'space-between',
    alignItems: 'center',
    minHeight: '32px',
    maxWidth: '720px',
    margin: '0 auto',
    boxSizing: 'border-box',
    padding: `${tokens.spacingHorizontalXL} ${tokens.spacingHorizontalXL} 0`,
    '@media (max-width: 639px)': { padding: `${tokens.spacingHorizontalS} ${tokens.spacingHorizontalM} 0` },
    '@media print': { display: 'none' },
  },
  back: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalXS,
    minHeight: '24px',
    '@media (min-width: 900px)': { display: 'none' },
  },
  steps: { display: 'flex', alignItems: 'center', marginInlineStart: 'auto', color: tokens.colorNeutralForeground3 },
  place: { marginInlineEnd: tokens.spacingHorizontalS },
});

interface Props {
  status: InboxTab;
  filter: InboxFilter | undefined;
  neighbours: Neighbours;
}

/** Links to the previous and next question, and back to the list if the question fills the page. */
export function DetailHead({ status, filter, neighbours }: Props) {
  const styles = useStyles();
  const text = useText();
  const { place, count, previousId, nextId, ahead } = neighbours;
  useQuestionsAhead(ahead);
  const open = (id: string | null): void => {
    if (id !== null) goTo({ page: 'notifications', id, status, filter });
  };
  return (
    <div className={styles.head}>
      <Link href={hrefOf({ page: 'notifications', id: null, status, filter })} className={styles.back}>
        <BackArrow />
        {text('notifications.back')}
      </Link>
      {(previousId ?? nextId) !== null && (
        <div className={styles.steps}>
          {place !== null && <span className={styles.place}>{text('notifications.place', { place, count })}</span>}
          <Button
            appearance="subtle"
            icon={<ChevronUpRegular />}
            aria-label={text('notifications.previous')}
            disabledFocusable={previousId === null}
            onClick={() => open(previousId)}
          />
          <Button
            appearance="subtle"
            icon={<ChevronDownRegular />}
            aria-label={text('notifications.next')}
            disabledFocusable={nextId === null}
            onClick={() => open(nextId)}
          />
        </div>
      )}
    </div>
  );
}

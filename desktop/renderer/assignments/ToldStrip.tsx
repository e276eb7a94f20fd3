import { Link, makeStyles, tokens } from '@fluentui/react-components';
import type { AssignmentCounts } from '../../../contract/assignments.ts';
import { useTold } from '../api/assignments.ts';
import { hrefOf } from '../routes.ts';
import { usePageStyles } from '../shell/page.ts';
import { useText } from '../text.ts';
import { ToldRow } from './ToldRow.tsx';
import { latestTold } from './toldRules.ts';

const useStyles = makeStyles({
  strip: {
    backgroundColor: tokens.colorNeutralBackground2,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  more: {
    display: 'flex',
    flexWrap: 'wrap',
    columnGap: tokens.spacingHorizontalL,
    rowGap: tokens.spacingVerticalS,
    padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalL}`,
    borderTop: `1px solid ${tokens.colorNeutralStroke3}`,
  },
});

/** What has happened to assignments since the person looked, above the questions, so that both are seen in one place. */
export function ToldStrip({ unread }: Pick<AssignmentCounts, 'unread'>) {
  const page = usePageStyles();
  const styles = useStyles();
  const text = useText();
  const told = useTold({ unread: true });
  const { shown, more } = latestTold(told.data?.pages[0]?.items ?? [], unread);
  if (shown.length === 0) return null;
  return (
    <section className={styles.strip} aria-label={text('told.latest')}>
      <ul className={page.list}>
        {shown.map((each) => (
          <ToldRow key={each.id} told={each} isBrief />
        ))}
      </ul>
      {more.length > 0 && (
        <div className={styles.more}>
          {more.map(({ scope, count }) => (
            <Link key={scope} href={hrefOf({ page: 'told', scope })}>
              {text(`told.more.${scope}`, { count })}
            </Link>
          ))}
        </div>
      )}
    </section>
  );
}

import { Button, Link, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import type { FlowSummary } from '../../../contract/flows.ts';
import { useFlowVersions } from '../api/flows.ts';
import { hrefOf } from '../routes.ts';
import { Failed, Loading } from '../shell/states.tsx';
import { useText } from '../text.ts';
import { usePageStyles } from '../shell/page.ts';
import { SavedBy } from './SavedBy.tsx';

const useStyles = makeStyles({
  card: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM, alignItems: 'flex-start' },
  rows: { gap: tokens.spacingVerticalS },
  row: { display: 'flex', flexWrap: 'wrap', columnGap: tokens.spacingHorizontalM, minHeight: '24px' },
});

/** All saved versions of a flow; they are immutable. */
export function VersionList({ flow }: { flow: FlowSummary }) {
  const page = usePageStyles();
  const styles = useStyles();
  const text = useText();
  const versions = useFlowVersions(flow.id);
  return (
    <section className={mergeClasses(page.card, styles.card)} aria-labelledby="versions">
      <h2 id="versions" className={page.subheading}>
        {text('flows.versions')}
      </h2>
      {versions.isPending && <Loading rows={1} />}
      {versions.isError && <Failed error={versions.error} onRetry={() => void versions.refetch()} />}
      <ul className={mergeClasses(page.list, styles.rows)}>
        {versions.data?.pages
          .flatMap(({ items }) => items)
          .map(({ version, createdAt, createdBy }) => (
            <li key={version} className={styles.row}>
              <Link href={hrefOf({ page: 'flow', id: flow.id, version })}>{text('flows.version', { version })}</Link>
              <SavedBy person={createdBy} at={createdAt} />
            </li>
          ))}
      </ul>
      {versions.hasNextPage && (
        <Button disabledFocusable={versions.isFetchingNextPage} onClick={() => void versions.fetchNextPage()}>
          {text('list.more')}
        </Button>
      )}
    </section>
  );
}

import { Link, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import type { FlowSummary } from '../../../contract/flows.ts';
import { useFlowVersions } from '../api/flows.ts';
import { hrefOf } from '../routes.ts';
import { Pages } from '../shell/Pages.tsx';
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
      <Pages read={versions} empty={null}>
        {(items) => (
          <ul className={mergeClasses(page.list, styles.rows)}>
            {items.map(({ version, createdAt, createdBy }) => (
              <li key={version} className={styles.row}>
                <Link href={hrefOf({ page: 'flow', id: flow.id, version })}>{text('flows.version', { version })}</Link>
                <SavedBy person={createdBy} at={createdAt} />
              </li>
            ))}
          </ul>
        )}
      </Pages>
    </section>
  );
}

import { makeStyles, tokens } from '@fluentui/react-components';
import { useFaultyDocuments } from '../api/indexing.ts';
import { Pages } from '../shell/Pages.tsx';
import { usePageStyles } from '../shell/page.ts';
import { useText } from '../text.ts';
import { When } from '../When.tsx';
import { useSiteStyles } from './SiteTitle.tsx';

const useStyles = makeStyles({
  list: { gap: tokens.spacingVerticalS },
  name: { fontWeight: tokens.fontWeightSemibold },
});

/** Documents that were not fully indexed, and why. */
export function FaultyDocuments({ source }: { source: string }) {
  const page = usePageStyles();
  const styles = useStyles();
  const site = useSiteStyles();
  const text = useText();
  const read = useFaultyDocuments(source);
  return (
    <Pages read={read} empty={<p className={site.words}>{text('indexing.noFaults')}</p>}>
      {(documents) => (
        <ul className={`${page.list} ${styles.list}`}>
          {documents.map(({ item, title, fault, attempts, nextAt }) => (
            <li key={item} className={site.site}>
              <span className={styles.name}>{title}</span>
              <span>{text(`indexing.fault.${fault}`)}</span>
              {attempts > 0 && (
                <span className={site.words}>
                  {text('indexing.attempts', { count: attempts })} <When at={nextAt} />
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
    </Pages>
  );
}

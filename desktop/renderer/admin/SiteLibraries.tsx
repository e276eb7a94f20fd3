import { Link, mergeClasses } from '@fluentui/react-components';
import type { SiteList, SiteView } from '../../../contract/documents.ts';
import { useSites } from '../api/documents.ts';
import { hrefOf } from '../routes.ts';
import { usePageStyles } from '../shell/page.ts';
import { Failed, Loading } from '../shell/states.tsx';
import { useText } from '../text.ts';
import { SiteTitle, useSiteStyles } from './SiteTitle.tsx';

/** The readable sites and their libraries. */
export function SiteLibraries() {
  const page = usePageStyles();
  const styles = useSiteStyles();
  const text = useText();
  const sites = useSites();
  return (
    <section className={mergeClasses(page.card, styles.card)} aria-labelledby="sites">
      <h2 id="sites" className={page.subheading}>
        {text('documents.sites')}
      </h2>
      {sites.isPending && <Loading rows={2} />}
      {sites.error && <Failed error={sites.error} onRetry={() => void sites.refetch()} />}
      {sites.data && <Sites list={sites.data} />}
    </section>
  );
}

function Sites({ list: { items, total, reach } }: { list: SiteList }) {
  const styles = useSiteStyles();
  const text = useText();
  return (
    <>
      <p className={styles.words}>{text(`documents.sites.${reach}`)}</p>
      {items.length === 0 && <p className={styles.words}>{text('documents.sites.none')}</p>}
      <ul className={styles.list}>
        {items.map((site) => (
          <SiteEntry key={site.id} site={site} />
        ))}
      </ul>
      {total > items.length && (
        <p className={styles.words}>{text('documents.sites.cut', { shown: items.length, total })}</p>
      )}
      {reach === 'selected' && (
        <Link href={hrefOf({ page: 'admin', section: 'sharepointentitlement' })}>{text('documents.sites.grant')}</Link>
      )}
    </>
  );
}

function SiteEntry({ site }: { site: SiteView }) {
  const styles = useSiteStyles();
  const text = useText();
  const { libraries, fault } = site;
  const names = libraries.map((library) => library.name).join(', ');
  return (
    <li className={styles.site}>
      <SiteTitle site={site} />
      {fault ? (
        <span className={styles.fault}>{text(`check.${fault.id}`, fault.values)}</span>
      ) : (
        <span className={styles.words}>{names || text('documents.libraries.none')}</span>
      )}
    </li>
  );
}

import { Button, Link, mergeClasses } from '@fluentui/react-components';
import { ArrowSyncRegular, LibraryRegular } from '@fluentui/react-icons';
import { useIndexing, useReadNow } from '../api/indexing.ts';
import { hrefOf } from '../routes.ts';
import { usePageStyles } from '../shell/page.ts';
import { ProblemBar } from '../shell/ProblemBar.tsx';
import { Empty, Failed, Loading } from '../shell/states.tsx';
import { useText } from '../text.ts';
import { useSay } from '../useSay.ts';
import { When } from '../When.tsx';
import { IndexedSource } from './IndexedSource.tsx';
import { useSiteStyles } from './SiteTitle.tsx';

/** The indexing progress of document libraries (behaviour 5.6). */
export function IndexingSection() {
  const page = usePageStyles();
  const styles = useSiteStyles();
  const text = useText();
  const indexing = useIndexing();
  const say = useSay();
  const read = useReadNow();
  const readAll = () => read.mutate(undefined, { onSuccess: () => say(text('indexing.readingAll')) });
  return (
    <>
      <section className={mergeClasses(page.card, styles.card)}>
        <p className={styles.words}>{text('indexing.text')}</p>
        {indexing.data?.fault && <span className={styles.fault}>{text(`indexing.fault.${indexing.data.fault}`)}</span>}
        {indexing.data?.listedAt && (
          <span className={styles.words}>
            {text('indexing.listed')} <When at={indexing.data.listedAt} />
          </span>
        )}
        <div className={page.actions}>
          <Button
            icon={<ArrowSyncRegular />}
            disabledFocusable={read.isPending}
            onClick={() => !read.isPending && readAll()}
          >
            {text('indexing.readAll')}
          </Button>
        </div>
        {read.error && <ProblemBar problem={read.error} />}
      </section>
      {indexing.isPending && <Loading rows={2} />}
      {indexing.error && <Failed error={indexing.error} onRetry={() => void indexing.refetch()} />}
      {indexing.data?.items.length === 0 && <NoLibraries />}
      {indexing.data?.items.map((source) => (
        <IndexedSource key={source.id} source={source} />
      ))}
      {indexing.data && indexing.data.total > indexing.data.items.length && (
        <p className={styles.words}>
          {text('documents.sites.cut', { shown: indexing.data.items.length, total: indexing.data.total })}
        </p>
      )}
    </>
  );
}

function NoLibraries() {
  const text = useText();
  return (
    <div style={{ textAlign: 'center' }}>
      <Empty icon={<LibraryRegular />} title={text('indexing.none')}>
        {text('indexing.none.text')}
      </Empty>
      <Link href={hrefOf({ page: 'admin', section: 'sharepointconn' })}>{text('admin.section.sharepointconn')}</Link>
    </div>
  );
}

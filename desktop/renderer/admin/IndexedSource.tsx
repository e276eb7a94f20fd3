import { Badge, Button, Link, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import type { IndexedSourceView } from '../../../contract/indexing.ts';
import { useReindex, useReadNow } from '../api/indexing.ts';
import { ConfirmButton } from '../shell/ConfirmButton.tsx';
import { usePageStyles } from '../shell/page.ts';
import { ProblemBar } from '../shell/ProblemBar.tsx';
import { useText } from '../text.ts';
import { useSay } from '../useSay.ts';
import { When } from '../When.tsx';
import { FaultyDocuments } from './FaultyDocuments.tsx';
import { useSiteStyles } from './SiteTitle.tsx';

const useStyles = makeStyles({
  head: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalS },
  name: { margin: 0, fontSize: tokens.fontSizeBase400, overflowWrap: 'anywhere' },
  counts: { margin: 0, display: 'flex', flexWrap: 'wrap', columnGap: tokens.spacingHorizontalL },
  link: { overflowWrap: 'anywhere' },
});

const COLORS = {
  walking: 'informative',
  sweeping: 'informative',
  following: 'success',
  leaving: 'warning',
  gone: 'danger',
} as const satisfies Record<IndexedSourceView['state'], string>;

interface Props {
  source: IndexedSourceView;
}

/** A library: indexing progress, faults and actions. */
export function IndexedSource({ source }: Props) {
  const { id, title, siteName, address, state, documents, pending, failed, fault } = source;
  const page = usePageStyles();
  const styles = useStyles();
  const site = useSiteStyles();
  const text = useText();
  const heading = `source-${id}`;
  return (
    <section className={mergeClasses(page.card, site.card)} aria-labelledby={heading}>
      <div className={styles.head}>
        <h2 id={heading} className={styles.name}>
          {text('indexing.name', { site: siteName, library: title })}
        </h2>
        <Badge appearance="tint" color={COLORS[state]}>
          {text(`indexing.state.${state}`)}
        </Badge>
      </div>
      <Link href={address} target="_blank" rel="noreferrer" className={styles.link}>
        {address}
      </Link>
      <p className={styles.counts}>
        <span>{text('indexing.documents', { count: documents })}</span>
        {pending > 0 && <span>{text('indexing.pending', { count: pending })}</span>}
        {failed > 0 && <span>{text('indexing.failed', { count: failed })}</span>}
      </p>
      <Times source={source} />
      {fault && <span className={site.fault}>{text(`indexing.fault.${fault}`)}</span>}
      {state !== 'gone' && state !== 'leaving' && <Actions source={source} />}
    </section>
  );
}

function Times({ source: { state, walkedAt, nextAt } }: Props) {
  const page = usePageStyles();
  const text = useText();
  return (
    <div className={page.meta}>
      {walkedAt !== null && (
        <span>
          {text('indexing.walked')} <When at={walkedAt} />
        </span>
      )}
      {nextAt !== null && state !== 'leaving' && (
        <span>
          {text('indexing.next')} <When at={nextAt} />
        </span>
      )}
    </div>
  );
}

function Actions({ source: { id, siteName, title, failed } }: Props) {
  const page = usePageStyles();
  const text = useText();
  const [isOpen, setOpen] = useState(false);
  const say = useSay();
  const read = useReadNow(id);
  const reindex = useReindex(id);
  const name = text('indexing.name', { site: siteName, library: title });
  return (
    <>
      <div className={page.actions}>
        <Button
          aria-label={text('indexing.of', { action: text('indexing.read'), name })}
          disabledFocusable={read.isPending}
          onClick={() =>
            !read.isPending && read.mutate(undefined, { onSuccess: () => say(text('indexing.reading', { name })) })
          }
        >
          {text('indexing.read')}
        </Button>
        <ConfirmButton
          label={text('indexing.anew')}
          of={name}
          title={text('indexing.anewTitle', { name })}
          confirmLabel={text('indexing.anewYes')}
          keepLabel={text('dialog.cancel')}
          said={text('indexing.readingAnew', { name })}
          onConfirm={reindex}
        >
          {text('indexing.anewText')}
        </ConfirmButton>
        {failed > 0 && (
          <Button appearance="subtle" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {text(isOpen ? 'indexing.hideFaults' : 'indexing.showFaults')}
          </Button>
        )}
      </div>
      {read.error && <ProblemBar problem={read.error} />}
      {isOpen && failed > 0 && <FaultyDocuments source={id} />}
    </>
  );
}

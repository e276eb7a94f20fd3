import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useMakeApiKey, useRevokeApiKey } from '../api/documents.ts';
import { useSettings } from '../api/settings.ts';
import { RedirectUri } from '../setup/RedirectUri.tsx';
import { ConfirmButton } from '../shell/ConfirmButton.tsx';
import { usePageStyles } from '../shell/page.ts';
import { ProblemBar } from '../shell/ProblemBar.tsx';
import { Failed, Loading } from '../shell/states.tsx';
import { useText } from '../text.ts';
import { When } from '../When.tsx';

const useStyles = makeStyles({
  card: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM },
  words: { margin: 0, color: tokens.colorNeutralForeground3 },
});

/** The key with which scripts grant sites: create, show once, replace and revoke (behaviour 2.9). */
export function SiteKey() {
  const page = usePageStyles();
  const styles = useStyles();
  const text = useText();
  const settings = useSettings();
  const [key, setKey] = useState<string | null>(null); // held by this page only and gone when it closes
  const [refusal, setRefusal] = useState<Error | null>(null);
  if (settings.isPending) return <Loading rows={2} />;
  if (!settings.data) return <Failed error={settings.error} onRetry={() => void settings.refetch()} />;
  const { items, etag } = settings.data;
  const stored = items.find(({ name }) => name === 'docSiteAdminApiKey');
  const actions = { etag, onMade: setKey, onRefused: setRefusal };
  return (
    <section className={mergeClasses(page.card, styles.card)} aria-labelledby="key">
      <h2 id="key" className={page.subheading}>
        {text('documents.key')}
      </h2>
      <p className={styles.words}>{text('documents.key.text')}</p>
      {stored?.isSet && stored.updatedAt !== null ? (
        <p className={styles.words}>
          {text('documents.key.since')} <When at={stored.updatedAt} />
        </p>
      ) : (
        <p className={styles.words}>{text('documents.key.none')}</p>
      )}
      <div role="status">
        {key !== null && (
          <RedirectUri label={text('documents.key.label')} hint={text('documents.key.once')} uri={key} />
        )}
      </div>
      {refusal && <ProblemBar problem={refusal} />}
      {stored?.isSet ? <KeyActions {...actions} /> : <MakeKey {...actions} />}
    </section>
  );
}

interface Props {
  /** The tag of the settings that the page shows. */
  etag: string | null;
  /** Shown in the page itself, because the pressed button may be gone by then. Null: it succeeded. */
  onRefused(problem: Error | null): void;
  /** Null: the key was revoked. */
  onMade(key: string | null): void;
}

function MakeKey({ etag, onMade, onRefused }: Props) {
  const page = usePageStyles();
  const text = useText();
  const make = useMakeApiKey();
  // does not keep the key itself
  const making = useMutation({
    mutationFn: () => make(etag).then(onMade),
    onSettled: (_, problem) => onRefused(problem),
  });
  return (
    <div className={page.actions}>
      <Button disabledFocusable={making.isPending} onClick={() => !making.isPending && making.mutate()}>
        {text('documents.key.make')}
      </Button>
    </div>
  );
}

function KeyActions({ etag, onMade, onRefused }: Props) {
  const page = usePageStyles();
  const text = useText();
  const make = useMakeApiKey();
  const revoke = useRevokeApiKey();
  return (
    <div className={page.actions}>
      <ConfirmButton
        label={text('documents.key.replace')}
        title={text('documents.key.replaceTitle')}
        confirmLabel={text('documents.key.replaceYes')}
        keepLabel={text('dialog.cancel')}
        onConfirm={() =>
          make(etag)
            .then(onMade)
            .then(() => onRefused(null))
        }
      >
        {text('documents.key.replaceText')}
      </ConfirmButton>
      <ConfirmButton
        label={text('documents.key.take')}
        title={text('documents.key.takeTitle')}
        confirmLabel={text('documents.key.takeYes')}
        keepLabel={text('dialog.cancel')}
        onConfirm={() =>
          revoke(etag)
            .then(() => onMade(null))
            .then(() => onRefused(null))
        }
      >
        {text('documents.key.takeText')}
      </ConfirmButton>
    </div>
  );
}

import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { AddRegular, KeyRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import type { SecretSummary } from '../../../contract/secrets.ts';
import { useSecrets } from '../api/secrets.ts';
import { usePageStyles } from '../shell/page.ts';
import { Empty, Failed, Loading } from '../shell/states.tsx';
import { useText } from '../text.ts';
import { DeleteDialog } from './DeleteDialog.tsx';
import { SecretCard } from './SecretCard.tsx';
import { SecretDialog } from './SecretDialog.tsx';

const useStyles = makeStyles({
  list: { gap: tokens.spacingVerticalM },
  hint: { margin: 0, color: tokens.colorNeutralForeground3 },
});

export function SecretList() {
  const page = usePageStyles();
  const styles = useStyles();
  const text = useText();
  const secrets = useSecrets();
  const { chosen, action, open, close } = useOpened();
  if (secrets.isPending) return <Loading />;
  if (!secrets.data) return <Failed isPage error={secrets.error} onRetry={() => void secrets.refetch()} />;
  return (
    <>
      <header className={page.head}>
        <h1 className={page.heading}>{text('title.secrets')}</h1>
        <Button appearance="primary" icon={<AddRegular />} onClick={() => open('save', null)}>
          {text('secrets.add')}
        </Button>
      </header>
      {secrets.data.length === 0 ? (
        <Empty icon={<KeyRegular />} title={text('secrets.empty.title')}>
          {text('secrets.empty.text')}
        </Empty>
      ) : (
        <>
          <p className={styles.hint}>{text('secrets.hint')}</p>
          <ul className={mergeClasses(page.list, styles.list)}>
            {secrets.data.map((secret) => (
              <li key={secret.name} className={page.card}>
                <SecretCard
                  secret={secret}
                  onChange={() => open('save', secret)}
                  onDelete={() => open('delete', secret)}
                />
              </li>
            ))}
          </ul>
        </>
      )}
      <SecretDialog secret={chosen} isOpen={action === 'save'} onClose={close} />
      {chosen && <DeleteDialog secret={chosen} isOpen={action === 'delete'} onClose={close} />}
    </>
  );
}

/** The open dialog and its secret, which is kept while the dialog closes. */
function useOpened() {
  const [chosen, setChosen] = useState<SecretSummary | null>(null);
  const [action, setAction] = useState<'save' | 'delete' | null>(null);
  return {
    chosen,
    action,
    open: (next: 'save' | 'delete', secret: SecretSummary | null): void => {
      setChosen(secret);
      setAction(next);
    },
    close: (): void => setAction(null),
  };
}

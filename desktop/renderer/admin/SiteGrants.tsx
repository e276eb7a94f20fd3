import { Button, makeStyles, mergeClasses, tokens, useAnnounce } from '@fluentui/react-components';
import { AddRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import type { SiteGrantView } from '../../../contract/documents.ts';
import { useGrantSite, useRevokeSite, useSiteGrants } from '../api/documents.ts';
import { ApiProblem } from '../api/client.ts';
import { ConfirmButton } from '../shell/ConfirmButton.tsx';
import { DialogForm } from '../shell/DialogForm.tsx';
import { FormDialog } from '../shell/FormDialog.tsx';
import { usePageStyles } from '../shell/page.ts';
import { Failed, Loading } from '../shell/states.tsx';
import { useText, type TextId } from '../text.ts';
import { When } from '../When.tsx';
import { SiteTitle, useSiteStyles } from './SiteTitle.tsx';

const useStyles = makeStyles({
  entry: {
    display: 'flex',
    flexWrap: 'wrap',
    justifyContent: 'space-between',
    alignItems: 'flex-start',
    gap: tokens.spacingHorizontalM,
  },
});

/** The granting registration is not set up yet; not a failure, and a retry would not help. */
function unsetIn(error: Error | null): TextId | null {
  const checks = error instanceof ApiProblem ? (error.extra.checks ?? {}) : {};
  const unset = Object.entries(checks).filter(([, { id }]) => NOT_SET.has(id));
  if (unset.length === 0) return null;
  return unset.some(([field]) => field.startsWith('docSiteAdmin'))
    ? 'documents.grants.unset'
    : 'documents.grants.unsetSites';
}

const NOT_SET = new Set<string>(['registrationNotSet', 'registrationSecretNotSet']);

/** The sites that the document-site registration may access: list, grant and revoke (behaviour 5.3 C). */
export function SiteGrants() {
  const page = usePageStyles();
  const styles = useSiteStyles();
  const text = useText();
  const grants = useSiteGrants();
  const unset = unsetIn(grants.error);
  return (
    <section className={mergeClasses(page.card, styles.card)} aria-labelledby="grants">
      <h2 id="grants" className={page.subheading}>
        {text('documents.grants')}
      </h2>
      <p className={styles.words}>{text('documents.grants.text')}</p>
      {grants.isPending && <Loading rows={2} />}
      {unset && <p className={styles.words}>{text(unset)}</p>}
      {grants.error && !unset && <Failed error={grants.error} onRetry={() => void grants.refetch()} />}
      {grants.data?.items.length === 0 && <p className={styles.words}>{text('documents.grants.none')}</p>}
      <ul className={styles.list}>
        {grants.data?.items.map((grant) => (
          <Grant key={grant.id} grant={grant} />
        ))}
      </ul>
      {grants.data && <AddGrant />}
    </section>
  );
}

function Grant({ grant }: { grant: SiteGrantView }) {
  const { id, name, roles, grantedAt } = grant;
  const { entry } = useStyles();
  const styles = useSiteStyles();
  const text = useText();
  const revoke = useRevokeSite();
  return (
    <li className={entry}>
      <div className={styles.site}>
        <SiteTitle site={grant} />
        {roles.length > 0 ? (
          <span className={styles.words}>{text('documents.grants.roles', { roles: roles.join(', ') })}</span>
        ) : (
          <span className={styles.fault}>{text('documents.grants.gone')}</span>
        )}
        {grantedAt !== null && (
          <span className={styles.words}>
            {text('documents.grants.since')} <When at={grantedAt} />
          </span>
        )}
      </div>
      <ConfirmButton
        label={text('documents.grants.take')}
        of={name}
        title={text('documents.grants.takeTitle', { name })}
        confirmLabel={text('documents.grants.takeYes')}
        keepLabel={text('dialog.cancel')}
        said={text('documents.grants.taken', { name })}
        onConfirm={() => revoke(id)}
      >
        {text('documents.grants.takeText')}
      </ConfirmButton>
    </li>
  );
}

function AddGrant() {
  const page = usePageStyles();
  const text = useText();
  const grant = useGrantSite();
  const [isOpen, setOpen] = useState(false);
  const { announce } = useAnnounce();
  const close = () => setOpen(false);
  const add = async (values: Record<string, unknown>): Promise<void> => {
    const { name } = await grant(String(values['site']));
    close();
    announce(text('documents.grants.given', { name }));
  };
  const label = text('documents.grants.site');
  return (
    <div className={page.actions}>
      <Button icon={<AddRegular />} onClick={() => setOpen(true)}>
        {text('documents.grants.add')}
      </Button>
      <FormDialog title={text('documents.grants.addTitle')} isOpen={isOpen} onClose={close}>
        <DialogForm
          specs={[{ name: 'site', type: 'text', label, required: true, validation: { max: 2000 } }]}
          submitLabel={text('documents.grants.submit')}
          onSubmit={add}
          onCancel={close}
        />
      </FormDialog>
    </div>
  );
}

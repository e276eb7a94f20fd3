import { Button, Link, makeStyles, mergeClasses, Spinner, tokens } from '@fluentui/react-components';
import { PlugConnectedRegular } from '@fluentui/react-icons';
import type { ConnectionCheck, SiteConnection, SiteRegistrationName } from '../../../contract/documents.ts';
import { useTestConnection } from '../api/documents.ts';
import { useSettings } from '../api/settings.ts';
import { CheckRow, useCheckStyles } from '../shell/CheckRow.tsx';
import { usePageStyles } from '../shell/page.ts';
import { ProblemBar } from '../shell/ProblemBar.tsx';
import { useText } from '../text.ts';
import { SETTINGS_OF } from './settingForm.ts';
import { useForgotten } from './useForgotten.ts';

const PAGES = { docSite: 'sharepointconn', entitlement: 'sharepointentitlement' } as const;

const useStyles = makeStyles({
  card: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM },
});

/** Tests a registration for document sites and shows the result of each check (behaviour 5.3 C). */
export function SiteConnectionTest({ registration }: { registration: SiteRegistrationName }) {
  const page = usePageStyles();
  const styles = useStyles();
  const text = useText();
  const test = useTestConnection(registration);
  const names: readonly string[] = SETTINGS_OF[PAGES[registration]];
  const settings = useSettings().data?.items.filter(({ name }) => names.includes(name));
  useForgotten(test, JSON.stringify(settings)); // with the moments of the last change, since secrets are not shown
  return (
    <section className={mergeClasses(page.card, styles.card)}>
      <div className={page.actions}>
        <Button
          icon={test.isPending ? <Spinner size="tiny" /> : <PlugConnectedRegular />}
          disabledFocusable={test.isPending}
          onClick={() => !test.isPending && test.mutate()}
        >
          {text('documents.test')}
        </Button>
      </div>
      <div role="status">{test.data && <Checks found={test.data} />}</div>
      {test.error && <ProblemBar problem={test.error} />}
    </section>
  );
}

function Checks({ found }: { found: SiteConnection }) {
  const styles = useCheckStyles();
  return (
    <ul className={styles.list}>
      {found.checks.map((check) => (
        <Check key={check.check} check={check} found={found} />
      ))}
    </ul>
  );
}

interface CheckProps {
  check: ConnectionCheck;
  found: SiteConnection;
}

function Check({ check: { check, fault, consentUrl }, found }: CheckProps) {
  const text = useText();
  const values = { permission: found.permission ?? '', count: found.siteCount ?? 0 };
  return (
    <CheckRow fault={fault} passed={text(`documents.check.${check}`, values)}>
      {consentUrl !== null && (
        <Link href={consentUrl} target="_blank" rel="noreferrer">
          {text('admin.health.consent')}
        </Link>
      )}
    </CheckRow>
  );
}

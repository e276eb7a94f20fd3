import { Badge, Button, Link, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import type { PermissionView, RegistrationHealth } from '../../../contract/settings.ts';
import { useCheckAgain, useRegistrationHealth } from '../api/settings.ts';
import { usePageStyles } from '../shell/page.ts';
import { ProblemBar } from '../shell/ProblemBar.tsx';
import { Failed, Loading } from '../shell/states.tsx';
import { useText } from '../text.ts';
import { When } from '../When.tsx';
import { purposeOf } from './purposes.ts';
import { SearchState } from './SearchState.tsx';

const useStyles = makeStyles({
  card: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM },
  list: { margin: 0, padding: 0, listStyleType: 'none', display: 'grid', gap: tokens.spacingVerticalM },
  permission: { display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', columnGap: tokens.spacingHorizontalS },
  name: { fontFamily: tokens.fontFamilyMonospace, overflowWrap: 'anywhere' },
  purpose: { flexBasis: '100%', color: tokens.colorNeutralForeground3 },
});

/** What the server registration was granted (behaviour 5.3 B), what it lacks, and where to consent. */
export function RegistrationState() {
  const page = usePageStyles();
  const styles = useStyles();
  const text = useText();
  const health = useRegistrationHealth();
  if (health.isPending) return <Loading />;
  if (!health.data) return <Failed error={health.error} onRetry={() => void health.refetch()} />;
  const { permissions, problem, checkedAt, consentUrl, search } = health.data;
  return (
    <>
      <section className={mergeClasses(page.card, styles.card)} aria-labelledby="permissions">
        <h2 id="permissions" className={page.subheading}>
          {text('admin.health')}
        </h2>
        <div>{problem ?? <Verdict health={health.data} />}</div>
        {problem === null && (
          <ul className={styles.list}>
            {permissions.map((permission) => (
              <Permission key={permission.name} permission={permission} />
            ))}
          </ul>
        )}
        <div className={page.meta}>
          <span>
            {text('admin.health.checked')} <When at={checkedAt} />
          </span>
          <Link href={consentUrl} target="_blank" rel="noreferrer">
            {text('admin.health.consent')}
          </Link>
        </div>
        <CheckAgain />
      </section>
      {search && <SearchState search={search} />}
    </>
  );
}

function Verdict({ health: { isHealthy, missing, organization } }: { health: RegistrationHealth }) {
  const text = useText();
  if (!isHealthy) return text('admin.health.missing', { names: missing.join(', ') });
  return organization === null ? text('admin.health.well') : text('admin.health.wellIn', { name: organization });
}

function Permission({ permission }: { permission: PermissionView }) {
  const { name, isGranted, isNeeded } = permission;
  const styles = useStyles();
  const text = useText();
  return (
    <li className={styles.permission}>
      <span className={styles.name}>{name}</span>
      <Badge appearance="tint" color={isGranted ? 'success' : isNeeded ? 'warning' : 'informative'}>
        {text(isGranted ? 'admin.health.granted' : isNeeded ? 'admin.health.lacking' : 'admin.health.notNeeded')}
      </Badge>
      <span className={styles.purpose}>{purposeOf('server', permission, text)}</span>
    </li>
  );
}

function CheckAgain() {
  const page = usePageStyles();
  const text = useText();
  const check = useCheckAgain();
  return (
    <div className={page.actions}>
      <Button disabledFocusable={check.isPending} onClick={() => !check.isPending && check.mutate()}>
        {text('admin.health.again')}
      </Button>
      {check.error && <ProblemBar problem={check.error} />}
    </div>
  );
}

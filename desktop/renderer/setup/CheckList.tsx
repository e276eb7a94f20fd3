import { Link, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { CheckmarkCircleFilled, DismissCircleFilled } from '@fluentui/react-icons';
import type { RegistrationCheck } from '../../../contract/setup.ts';
import { useText } from '../text.ts';

const useStyles = makeStyles({
  list: { margin: 0, padding: 0, listStyleType: 'none', display: 'grid', gap: tokens.spacingVerticalS },
  row: { display: 'flex', gap: tokens.spacingHorizontalS },
  icon: { flexShrink: 0, fontSize: '20px', height: '20px' },
  works: { color: tokens.colorStatusSuccessForeground1 },
  fails: { color: tokens.colorStatusDangerForeground1 },
  words: { minWidth: 0, overflowWrap: 'anywhere', display: 'grid', gap: tokens.spacingVerticalXS },
  aside: { color: tokens.colorNeutralForeground3 },
});

/** What works and what does not, in the order in which it was tried. */
export function CheckList({ checks }: { checks: readonly RegistrationCheck[] }) {
  const styles = useStyles();
  const asked = checks.find(({ consentUrl }) => consentUrl !== null);
  return (
    <ul className={styles.list}>
      {checks.map((check) => (
        <Check key={check.check} check={check} withConsent={check === asked} />
      ))}
    </ul>
  );
}

interface CheckProps {
  check: RegistrationCheck;
  /** The way to consent stands here; once is enough. */
  withConsent: boolean;
}

function Check({ check: { check, fault, unavailable, consentUrl }, withConsent }: CheckProps) {
  const styles = useStyles();
  const text = useText();
  const Icon = fault ? DismissCircleFilled : CheckmarkCircleFilled;
  return (
    <li className={styles.row}>
      <Icon
        className={mergeClasses(styles.icon, fault ? styles.fails : styles.works)}
        aria-label={text(fault ? 'setup.fails' : 'setup.works')}
      />
      <span className={styles.words}>
        {fault ? text(`check.${fault.id}`, fault.values) : text(`setup.check.${check}`)}
        {unavailable.length > 0 && (
          <span className={styles.aside}>{text('setup.unavailable', { names: unavailable.join(', ') })}</span>
        )}
        {withConsent && consentUrl !== null && (
          <>
            <Link href={consentUrl} target="_blank" rel="noreferrer">
              {text('admin.health.consent')}
            </Link>
            <span className={styles.aside}>{text('setup.afterConsent')}</span>
          </>
        )}
      </span>
    </li>
  );
}

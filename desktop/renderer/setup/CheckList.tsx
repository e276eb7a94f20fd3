import { Link, makeStyles, tokens } from '@fluentui/react-components';
import type { RegistrationCheck } from '../../../contract/setup.ts';
import { CheckRow, useCheckStyles } from '../shell/CheckRow.tsx';
import { useText } from '../text.ts';

const useStyles = makeStyles({ aside: { color: tokens.colorNeutralForeground3 } });

/** The results of the checks, in order. */
export function CheckList({ checks }: { checks: readonly RegistrationCheck[] }) {
  const styles = useCheckStyles();
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
  /** Shows the consent link, which is needed only once. */
  withConsent: boolean;
}

function Check({ check: { check, fault, unavailable, consentUrl }, withConsent }: CheckProps) {
  const styles = useStyles();
  const text = useText();
  return (
    <CheckRow fault={fault} passed={text(`setup.check.${check}`)}>
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
    </CheckRow>
  );
}

import { makeStyles, tokens } from '@fluentui/react-components';
import { WarningRegular } from '@fluentui/react-icons';
import { useIntl } from 'react-intl';
import { canSignIn } from '../../contract/people.ts';
import type { Unreached as Found } from '../../contract/unreached.ts';
import { useText } from './text.ts';

const useStyles = makeStyles({
  unreached: {
    display: 'flex',
    alignItems: 'flex-start',
    gap: tokens.spacingHorizontalXS,
    color: tokens.colorStatusWarningForeground3,
    overflowWrap: 'anywhere',
  },
  icon: { display: 'flex', flexShrink: 0, alignItems: 'center', height: tokens.lineHeightBase300 },
});

/** Warns that no message has told these people of something, and says whether they can find it. */
export function Unreached({ of: { people, hasMore } }: { of: Found }) {
  const styles = useStyles();
  const text = useText();
  const intl = useIntl();
  if (people.length === 0) return null;
  const names = people.map(({ displayName }) => displayName);
  if (hasMore) names.push(text('unreached.others'));
  const advice = people.every(canSignIn) ? 'unreached.web' : !people.some(canSignIn) && 'unreached.noWay';
  return (
    <span className={styles.unreached}>
      <span className={styles.icon} aria-hidden>
        <WarningRegular />
      </span>
      <span dir="auto">
        {text('unreached.names', { names: intl.formatList(names) })} {advice && text(advice)}
      </span>
    </span>
  );
}

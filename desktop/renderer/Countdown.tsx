import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { TimerRegular } from '@fluentui/react-icons';
import { useIntl } from 'react-intl';
import { useText } from './text.ts';
import { useNow } from './useNow.ts';
import { countdown } from './countdown.ts';

const useStyles = makeStyles({
  countdown: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalXS,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    whiteSpace: 'nowrap',
    color: tokens.colorNeutralForeground3,
  },
  calm: {},
  soon: { color: tokens.colorStatusWarningForeground3, fontWeight: tokens.fontWeightSemibold },
  urgent: { color: tokens.colorStatusDangerForeground1, fontWeight: tokens.fontWeightSemibold },
  over: { color: tokens.colorStatusDangerForeground1 },
});

export function Countdown({ expiresAt }: { expiresAt: string }) {
  const styles = useStyles();
  const text = useText();
  const intl = useIntl();
  const left = countdown(expiresAt, useNow());
  return (
    <span
      className={mergeClasses(styles.countdown, styles[left.urgency])}
      title={intl.formatDate(expiresAt, { dateStyle: 'full', timeStyle: 'short' })}
    >
      <TimerRegular aria-hidden />
      {text(left.text, left.values)}
    </span>
  );
}

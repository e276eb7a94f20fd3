import { makeStyles, tokens } from '@fluentui/react-components';
import { useIntl } from 'react-intl';
import { inOwnWords } from '../../../contract/approval.ts';
import type { NextStep } from '../../../contract/nextSteps.ts';
import { nextWords } from '../../../contract/nextWords.ts';
import type { UserNotification } from '../../../contract/notifications.ts';
import { useText } from '../text.ts';

const useStyles = makeStyles({
  heading: {
    margin: 0,
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    fontWeight: tokens.fontWeightRegular,
  },
  steps: { listStyleType: 'none', margin: 0, padding: 0 },
  step: { overflowWrap: 'anywhere' },
});

/** The next steps after each answer, from the flow's definition. */
export function NextSteps({ notification, steps }: { notification: UserNotification; steps: readonly NextStep[] }) {
  const styles = useStyles();
  const text = useText();
  const { locale } = useIntl();
  const specs = inOwnWords(notification.inputType, notification.meta.variables, text);
  if (steps.length === 0) return null;
  return (
    <section>
      <h3 className={styles.heading}>{text('next.title')}</h3>
      <ul className={styles.steps}>
        {steps.map((step, index) => (
          <li key={index} className={styles.step}>
            {nextWords(step, specs, { locale, say: text })}
          </li>
        ))}
      </ul>
    </section>
  );
}

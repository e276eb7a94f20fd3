import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { CheckmarkCircleFilled, DismissCircleFilled } from '@fluentui/react-icons';
import type { ReactNode } from 'react';
import type { FailedCheck } from '../../../contract/problem.ts';
import { useText } from '../text.ts';

export const useCheckStyles = makeStyles({
  list: { margin: 0, padding: 0, listStyleType: 'none', display: 'grid', gap: tokens.spacingVerticalS },
  row: { display: 'flex', gap: tokens.spacingHorizontalS },
  icon: { flexShrink: 0, fontSize: '20px', height: '20px' },
  works: { color: tokens.colorStatusSuccessForeground1 },
  fails: { color: tokens.colorStatusDangerForeground1 },
  words: { minWidth: 0, overflowWrap: 'anywhere', display: 'grid', gap: tokens.spacingVerticalXS },
});

interface Props {
  fault: FailedCheck | null;
  /** What is said where nothing is wrong. */
  passed: string;
  /** What else stands below it. */
  children?: ReactNode;
}

/** One thing that was looked at: whether it works, and what is wrong with it. */
export function CheckRow({ fault, passed, children }: Props) {
  const styles = useCheckStyles();
  const text = useText();
  const Icon = fault ? DismissCircleFilled : CheckmarkCircleFilled;
  return (
    <li className={styles.row}>
      <Icon
        className={mergeClasses(styles.icon, fault ? styles.fails : styles.works)}
        aria-label={text(fault ? 'setup.fails' : 'setup.works')}
      />
      <span className={styles.words}>
        {fault ? text(`check.${fault.id}`, fault.values) : passed}
        {children}
      </span>
    </li>
  );
}

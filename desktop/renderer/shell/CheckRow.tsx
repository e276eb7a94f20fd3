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
  /** The text if the check passed. */
  passed: string;
  /** Shown below. */
  children?: ReactNode;
}

/** One check: passed, or its fault. */
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

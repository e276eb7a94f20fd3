import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import type { Fact } from '../../../contract/facts.ts';
import { FactValue } from '../FactValue.tsx';
import { useText } from '../text.ts';

const useStyles = makeStyles({
  table: {
    width: '100%',
    borderCollapse: 'collapse',
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  cell: {
    padding: `${tokens.spacingVerticalS} 0`,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    textAlign: 'start',
    verticalAlign: 'top',
    overflowWrap: 'anywhere',
  },
  label: {
    width: '35%',
    paddingInlineEnd: tokens.spacingHorizontalM,
    color: tokens.colorNeutralForeground3,
    fontWeight: tokens.fontWeightRegular,
  },
  value: { fontWeight: tokens.fontWeightSemibold, fontVariantNumeric: 'tabular-nums' },
});

/** The key figures of a question, one per row. Text of either direction aligns with the start of its column. */
export function FactTable({ facts }: { facts: readonly Fact[] }) {
  const styles = useStyles();
  const text = useText();
  if (facts.length === 0) return null;
  return (
    <table className={styles.table} aria-label={text('facts.label')}>
      <tbody>
        {facts.map((fact, index) => (
          <tr key={index}>
            <th scope="row" className={mergeClasses(styles.cell, styles.label)}>
              <bdi>{fact.label}</bdi>
            </th>
            <td className={mergeClasses(styles.cell, styles.value)}>
              <bdi>
                <FactValue fact={fact} />
              </bdi>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

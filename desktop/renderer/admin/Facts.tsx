import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { usePageStyles } from '../shell/page.ts';

const useStyles = makeStyles({
  facts: {
    margin: 0,
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 14rem) minmax(0, 1fr)',
    gap: `${tokens.spacingVerticalM} ${tokens.spacingHorizontalL}`,
    '@media (max-width: 639px)': { gridTemplateColumns: 'minmax(0, 1fr)', rowGap: tokens.spacingVerticalXS },
  },
  name: { color: tokens.colorNeutralForeground3, overflowWrap: 'anywhere' },
  value: {
    margin: 0,
    overflowWrap: 'anywhere',
    '@media (max-width: 639px)': { marginBlockEnd: tokens.spacingVerticalS },
  },
});

/** Names and what is known of each. */
export function Facts({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) {
  const page = usePageStyles();
  const styles = useStyles();
  return (
    <dl className={mergeClasses(page.card, styles.facts)}>
      {facts.map(([name, value]) => (
        <Fact key={name} name={name} value={value} />
      ))}
    </dl>
  );
}

function Fact({ name, value }: { name: string; value: ReactNode }) {
  const styles = useStyles();
  return (
    <>
      <dt className={styles.name}>{name}</dt>
      <dd className={styles.value}>{value}</dd>
    </>
  );
}

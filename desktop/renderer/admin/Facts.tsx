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

interface Props {
  facts: readonly (readonly [name: string, value: ReactNode])[];
}

/** Names and values, on a card. */
export function Facts({ facts }: Props) {
  const page = usePageStyles();
  return <FactList className={page.card} facts={facts} />;
}

/** Names and values, without a card. */
export function FactList({ facts, className }: Props & { className?: string }) {
  const styles = useStyles();
  return (
    <dl className={mergeClasses(className, styles.facts)}>
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

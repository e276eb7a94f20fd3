import { Link, makeStyles, tokens } from '@fluentui/react-components';
import type { Fact, FactPerson } from '../../contract/facts.ts';
import { factUrl } from '../../contract/factText.ts';
import { PersonPhoto } from './PersonPhoto.tsx';
import { useFactWords } from './useFactWords.ts';

const useStyles = makeStyles({
  missing: { color: tokens.colorNeutralForeground3, fontStyle: 'italic' },
  person: { display: 'inline-flex', alignItems: 'center', gap: tokens.spacingHorizontalXS, verticalAlign: 'middle' },
});

/** The value of a fact; links are clickable, people have their photo before them. */
export function FactValue({ fact }: { fact: Fact }) {
  const styles = useStyles();
  const words = useFactWords()(fact);
  const url = factUrl(fact);
  if (fact.value === null) return <span className={styles.missing}>{words}</span>;
  if (fact.kind === 'person') return <Person person={fact.value} />;
  if (url === null) return words;
  return (
    <Link inline href={url} title={url} target="_blank" rel="noopener noreferrer">
      {words}
    </Link>
  );
}

function Person({ person: { id = '', displayName } }: { person: FactPerson }) {
  const styles = useStyles();
  return (
    <span className={styles.person}>
      <PersonPhoto id={id} />
      {displayName}
    </span>
  );
}

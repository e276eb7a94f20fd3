import { makeStyles, tokens } from '@fluentui/react-components';
import type { Person } from '../../../contract/people.ts';
import { useText } from '../text.ts';
import { When } from '../When.tsx';

const useStyles = makeStyles({ words: { color: tokens.colorNeutralForeground3, overflowWrap: 'anywhere' } });

interface Props {
  /** Null if the server does not know. */
  person: Person | null;
  at: string;
}

/** Who saved a version, and when. */
export function SavedBy({ person, at }: Props) {
  const styles = useStyles();
  const text = useText();
  return (
    <span className={styles.words}>
      {person ? text('flows.savedBy', { name: person.displayName }) : text('flows.saved')} · <When at={at} />
    </span>
  );
}

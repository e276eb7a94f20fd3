import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { workOf } from '../../contract/profileRules.ts';
import { useProfile } from './api/profiles.ts';
import { PersonPhoto } from './PersonPhoto.tsx';
import { useText } from './text.ts';

const useStyles = makeStyles({
  asker: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalXS,
    minWidth: 0,
    maxWidth: '100%',
    overflowWrap: 'anywhere',
    verticalAlign: 'middle',
  },
  // what comes later must not move what is below
  withWork: { display: 'flex', flexBasis: '100%' },
  work: { flex: '1 1 0', minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
});

interface Props {
  /** Object id. */
  id: string;
  name: string;
  /** Whether to show job title and department. */
  saysWork?: boolean;
}

/** The asker, with their photo. */
export function Asker({ id, name, saysWork = false }: Props) {
  const styles = useStyles();
  const text = useText();
  const profile = useProfile(id);
  const work = saysWork && profile ? workOf(profile) : null;
  return (
    <bdi className={mergeClasses(styles.asker, saysWork && styles.withWork)}>
      <PersonPhoto id={id} />
      <span>{text('notifications.from', { requester: name })}</span>
      {work !== null && (
        <span className={styles.work} title={work}>
          {` (${work})`}
        </span>
      )}
    </bdi>
  );
}

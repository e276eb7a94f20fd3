import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { workOf } from '../../contract/profileRules.ts';
import { useProfile } from './api/profiles.ts';
import { useText } from './text.ts';

const PHOTO = '20px';

const useStyles = makeStyles({
  asker: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalXS,
    minWidth: 0,
    maxWidth: '100%',
    minHeight: PHOTO, // also before the photo is there
    overflowWrap: 'anywhere',
    verticalAlign: 'middle',
  },
  // what comes later must not move what is below
  withWork: { display: 'flex', flexBasis: '100%' },
  work: { flex: '1 1 0', minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  photo: { width: PHOTO, height: PHOTO, borderRadius: '50%', flexShrink: 0 },
});

interface Props {
  /** Object id. */
  id: string;
  name: string;
  /** Whether to show job title and department. */
  saysWork?: boolean;
}

/** The asker, with their photo if there is one. */
export function Asker({ id, name, saysWork = false }: Props) {
  const styles = useStyles();
  const text = useText();
  const profile = useProfile(id);
  const work = saysWork && profile ? workOf(profile) : null;
  return (
    <bdi className={mergeClasses(styles.asker, saysWork && styles.withWork)}>
      {profile?.photo && <img src={profile.photo} alt="" className={styles.photo} />}
      <span>{text('notifications.from', { requester: name })}</span>
      {work !== null && (
        <span className={styles.work} title={work}>
          ({work})
        </span>
      )}
    </bdi>
  );
}

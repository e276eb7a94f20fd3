import { makeStyles, tokens } from '@fluentui/react-components';
import { workOf } from '../../contract/profileRules.ts';
import { useProfile } from './api/profiles.ts';
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
  photo: { width: '20px', height: '20px', borderRadius: '50%', flexShrink: 0 },
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
    <bdi className={styles.asker}>
      {profile?.photo && <img src={profile.photo} alt="" className={styles.photo} />}
      <span>
        {text('notifications.from', { requester: name })}
        {work !== null && ` (${work})`}
      </span>
    </bdi>
  );
}

import { makeStyles, tokens } from '@fluentui/react-components';
import { PersonFilled } from '@fluentui/react-icons';
import { useProfile } from './api/profiles.ts';

const SIZE = '20px';

const useStyles = makeStyles({
  photo: { width: SIZE, height: SIZE, borderRadius: '50%', flexShrink: 0 },
  instead: {
    width: SIZE,
    height: SIZE,
    borderRadius: '50%',
    flexShrink: 0,
    display: 'inline-grid',
    placeItems: 'center',
    fontSize: tokens.fontSizeBase200,
    color: tokens.colorNeutralForeground3,
    backgroundColor: tokens.colorNeutralBackground5,
  },
});

/**
 * Stands before a name. Without a photo, and until it comes, there is a picture of nobody: the same room, so that
 * nothing moves.
 *
 * @param id object id
 */
export function PersonPhoto({ id }: { id: string }) {
  const styles = useStyles();
  const photo = useProfile(id)?.photo;
  if (photo) return <img src={photo} alt="" className={styles.photo} />;
  return (
    <span className={styles.instead} aria-hidden>
      <PersonFilled />
    </span>
  );
}

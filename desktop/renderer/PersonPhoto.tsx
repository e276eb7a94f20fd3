import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useProfile } from './api/profiles.ts';

const INK = tokens.colorNeutralForeground3;

const useStyles = makeStyles({
  photo: { display: 'inline-block', width: '20px', height: '20px', borderRadius: '50%', flexShrink: 0 },
  // head and shoulders; an icon would be more script for the inbox to load
  nobody: {
    backgroundColor: tokens.colorNeutralBackground5,
    backgroundImage: `radial-gradient(circle at 50% 38%, ${INK} 3px, transparent 4px), radial-gradient(circle at 50% 90%, ${INK} 5px, transparent 6px)`,
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
  return <span className={mergeClasses(styles.photo, styles.nobody)} aria-hidden />;
}

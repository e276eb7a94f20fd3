import { makeStyles, tokens } from '@fluentui/react-components';
import type { UserNotification } from '../../../contract/notifications.ts';
import { useRequest } from '../api/prompts.ts';
import { useText } from '../text.ts';
import { When } from '../When.tsx';
import { channelName } from '../channelName.ts';
import { chosenInOwnWords } from '../ownWords.ts';

const MOST_SHOWN = 20;

const useStyles = makeStyles({
  section: { marginTop: tokens.spacingVerticalS },
  heading: {
    margin: 0,
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    fontWeight: tokens.fontWeightRegular,
  },
  list: { listStyleType: 'none', margin: 0, padding: 0 },
  item: { overflowWrap: 'anywhere' },
  comment: {
    margin: `0 0 ${tokens.spacingVerticalXS}`,
    paddingInlineStart: tokens.spacingHorizontalS,
    borderInlineStartWidth: '2px',
    borderInlineStartStyle: 'solid',
    borderInlineStartColor: tokens.colorNeutralStroke1,
    whiteSpace: 'pre-wrap',
  },
  aside: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
});

/** Who answered what, and where, for all other assignees. Optional, like `Asked`. */
export function Responses({ notification }: { notification: UserNotification }) {
  const styles = useStyles();
  const text = useText();
  const { id, strategy, response } = notification;
  const people = useRequest(id).data?.assignees ?? [];
  const answered = people.filter(({ respondedAt }) => respondedAt !== null);
  if (answered.length === 0 || (response !== null && strategy === 'any')) return null;
  return (
    <div className={styles.section}>
      <h4 className={styles.heading}>{text('responses.label')}</h4>
      <ul className={styles.list}>
        {answered.slice(0, MOST_SHOWN).map(({ id: person, displayName, answer, comment, channel, respondedAt }) => (
          <li key={person} className={styles.item}>
            {answer === null ? displayName : `${displayName}: ${chosenInOwnWords(notification, answer, text)}`}{' '}
            <span className={styles.aside}>
              {channel !== null && `${channelName(channel, text)} · `}
              <When at={respondedAt!} />
            </span>
            {comment !== undefined && (
              <p dir="auto" className={styles.comment}>
                {comment}
              </p>
            )}
          </li>
        ))}
        {answered.length > MOST_SHOWN && (
          <li className={styles.aside}>{text('responses.more', { count: answered.length - MOST_SHOWN })}</li>
        )}
      </ul>
    </div>
  );
}

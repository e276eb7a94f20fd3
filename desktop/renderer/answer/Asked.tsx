import { makeStyles, tokens } from '@fluentui/react-components';
import type { UserNotification } from '../../../contract/notifications.ts';
import type { AssigneeView, RequestView } from '../../../contract/requests.ts';
import { useMe } from '../api/queries.ts';
import { PersonPhoto } from '../PersonPhoto.tsx';
import { useText } from '../text.ts';

const MOST_SHOWN = 20;
/** More names than this are collapsed, to keep the form in view. */
const FEW = 6;

const useStyles = makeStyles({
  asked: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalXS,
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
  },
  summary: {
    cursor: 'pointer',
    marginBottom: tokens.spacingVerticalXS,
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
  people: {
    listStyleType: 'none',
    margin: 0,
    padding: 0,
    paddingInlineStart: tokens.spacingHorizontalL,
    display: 'flex',
    flexWrap: 'wrap',
    columnGap: tokens.spacingHorizontalL,
    rowGap: tokens.spacingVerticalXS,
  },
  person: { display: 'inline-flex', alignItems: 'center', gap: tokens.spacingHorizontalXS, minWidth: 0 },
  name: { overflowWrap: 'anywhere', minWidth: 0 },
});

/** Why this person is asked, who else is, and how many answered. Optional: the question works without it. */
export function Asked({ notification, request }: { notification: UserNotification; request: RequestView }) {
  const styles = useStyles();
  const text = useText();
  const { askedAs, counts } = request;
  const hasOthers = counts.assignees > 1;
  if (askedAs === null && !hasOthers) return null;
  return (
    <div className={styles.asked}>
      {askedAs && (
        <span>
          {askedAs.kind === 'group' ? text('askedAs.group', { group: askedAs.name }) : text(`askedAs.${askedAs.kind}`)}
        </span>
      )}
      {hasOthers && (
        <details open={counts.assignees <= FEW}>
          <summary className={styles.summary}>
            {text(`asked.${notification.strategy}`, {
              others: counts.assignees - 1,
              assignees: counts.assignees,
              responses: counts.responses,
            })}
          </summary>
          <Others request={request} />
        </details>
      )}
    </div>
  );
}

/** The other assignees, those who answered first. */
function Others({ request: { assignees, counts, status } }: { request: RequestView }) {
  const styles = useStyles();
  const text = useText();
  const me = useMe().data?.id;
  const isAsked = assignees.some(({ id }) => id === me);
  const others = assignees
    .filter(({ id }) => id !== me)
    .sort((one, other) => Number(other.respondedAt !== null) - Number(one.respondedAt !== null));
  const shown = others.slice(0, MOST_SHOWN);
  const more = counts.assignees - shown.length - (isAsked ? 1 : 0);
  return (
    <ul className={styles.people} aria-label={text('asked.others')}>
      {shown.map((person) => (
        <Other key={person.id} person={person} isOpen={status === 'waiting'} />
      ))}
      {more > 0 && <li>{text('asked.others.more', { count: more })}</li>}
    </ul>
  );
}

function Other({ person: { id, displayName, respondedAt }, isOpen }: { person: AssigneeView; isOpen: boolean }) {
  const styles = useStyles();
  const text = useText();
  const state = respondedAt !== null ? 'answered' : isOpen ? 'waiting' : 'unanswered';
  return (
    <li className={styles.person}>
      <PersonPhoto id={id} />
      <span className={styles.name}>
        <bdi>{displayName}</bdi> {text(`asked.state.${state}`)}
      </span>
    </li>
  );
}

import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { HourglassRegular } from '@fluentui/react-icons';
import type { TimelineEntry, WaitingFor } from '../../../contract/executions.ts';
import { usePendingAmong } from '../api/inbox.ts';
import { Countdown } from '../Countdown.tsx';
import { PersonPhoto } from '../PersonPhoto.tsx';
import { useText } from '../text.ts';
import { Unreached } from '../Unreached.tsx';
import { goTo } from '../useRoute.ts';
import { usePageStyles } from '../shell/page.ts';

const MOST_FACES = 5;

const useStyles = makeStyles({
  list: { gap: tokens.spacingVerticalM },
  row: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: tokens.spacingHorizontalM,
    borderLeft: `4px solid ${tokens.colorStatusWarningBorder2}`,
  },
  icon: { display: 'flex', fontSize: '24px', color: tokens.colorNeutralForeground3 },
  words: { flex: 1, minWidth: '180px', display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalXXS },
  people: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    columnGap: tokens.spacingHorizontalM,
    rowGap: tokens.spacingVerticalXXS,
  },
  person: { display: 'inline-flex', alignItems: 'center', gap: tokens.spacingHorizontalXS },
  title: { fontWeight: tokens.fontWeightSemibold },
});

interface Props {
  waitingFor: readonly WaitingFor[];
  timeline: readonly TimelineEntry[];
}

/** Whom the flow waits for, until when, and a link to the question for its assignees. */
export function WaitingForList({ waitingFor, timeline }: Props) {
  const page = usePageStyles();
  const styles = useStyles();
  const text = useText();
  const pending = usePendingAmong(waitingFor.flatMap(({ requestId }) => requestId ?? []));
  return (
    <ul className={mergeClasses(page.list, styles.list)} aria-label={text('waiting.label')}>
      {waitingFor.map(({ nodeId, requestId, people, peopleCount, answered, unreached, until }) => {
        const name = timeline.find((entry) => entry.nodeId === nodeId)?.name ?? nodeId;
        return (
          <li key={nodeId} className={mergeClasses(page.card, styles.row)}>
            <span className={styles.icon} aria-hidden>
              <HourglassRegular />
            </span>
            <div className={styles.words}>
              <span className={styles.title}>
                {text(people.length > 0 ? 'waiting.forPeople' : 'waiting.at', { node: name })}
              </span>
              {people.length > 0 && (
                <span className={styles.people}>
                  {people.slice(0, MOST_FACES).map((person) => (
                    <span key={person.id} className={styles.person}>
                      <PersonPhoto id={person.id} />
                      <bdi>{person.displayName}</bdi>
                    </span>
                  ))}
                  {peopleCount > MOST_FACES && (
                    <span>{text('waiting.others', { count: peopleCount - MOST_FACES })}</span>
                  )}
                </span>
              )}
              {answered > 0 && <span>{text('waiting.progress', { answered, of: answered + peopleCount })}</span>}
              <Unreached of={unreached} />
              {until && <Countdown expiresAt={until} />}
            </div>
            {requestId && pending.has(requestId) && (
              <Button
                appearance="primary"
                onClick={() => goTo({ page: 'notifications', id: requestId, status: 'pending' })}
              >
                {text('waiting.answer')}
              </Button>
            )}
          </li>
        );
      })}
    </ul>
  );
}

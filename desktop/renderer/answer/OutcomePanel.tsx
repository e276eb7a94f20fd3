import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { CheckmarkCircleFilled, ClockDismissRegular, ProhibitedRegular } from '@fluentui/react-icons';
import type { ReactElement } from 'react';
import { useIntl } from 'react-intl';
import { decimalSignOf, writtenNumber } from '../../../contract/answers/numbers.ts';
import { inOwnWords } from '../../../contract/approval.ts';
import { commentLabel } from '../../../contract/commentField.ts';
import type { UserNotification } from '../../../contract/notifications.ts';
import { summaryWords } from '../../../contract/summaryWords.ts';
import { Table } from '../PromptContent.tsx';
import { useText, type Text } from '../text.ts';
import { When } from '../When.tsx';
import { AnswerFiles } from './AnswerFiles.tsx';
import { channelName } from '../channelName.ts';
import { Responses } from './Responses.tsx';
import { showResponse, type ShownAnswer } from './showResponse.ts';

const useStyles = makeStyles({
  panel: {
    display: 'flex',
    gap: tokens.spacingHorizontalM,
    padding: tokens.spacingHorizontalL,
    borderRadius: tokens.borderRadiusLarge,
    backgroundColor: tokens.colorNeutralBackground2,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  icon: { display: 'flex', fontSize: '24px', color: tokens.colorNeutralForeground3 },
  good: { color: tokens.colorPaletteGreenForeground1 },
  words: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalXS,
    minWidth: 0,
    overflowWrap: 'anywhere',
  },
  title: { margin: 0, fontSize: tokens.fontSizeBase400, lineHeight: tokens.lineHeightBase400 },
  aside: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  answers: {
    margin: `${tokens.spacingVerticalXS} 0 0`,
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalS,
  },
  label: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  value: { margin: 0, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' },
});

/** A closed question: its outcome, the person's own answer, and who answered if it was someone else. */
export function OutcomePanel({ notification }: { notification: UserNotification }) {
  const styles = useStyles();
  const text = useText();
  const intl = useIntl();
  const { status, outcome, outcomeSaid, respondedAt, response, answeredIn, inputType, meta } = notification;
  const variables = inOwnWords(inputType, meta.variables, text);
  const answers = showResponse(
    { inputType, response, meta: { ...meta, variables } },
    {
      yes: text('value.yes'),
      no: text('value.no'),
      provided: text('value.provided'),
      date: (iso) => intl.formatDate(`${iso}T00:00:00Z`, { dateStyle: 'long', timeZone: 'UTC' }),
      dateTime: (iso) => intl.formatDate(iso, { dateStyle: 'long', timeStyle: 'short' }),
      number: (value) => writtenNumber(value, decimalSignOf(intl.locale)),
    },
  );
  return (
    <section className={styles.panel} aria-label={text('outcome.label')}>
      <span className={mergeClasses(styles.icon, status === 'completed' && styles.good)} aria-hidden>
        {iconOf(notification)}
      </span>
      <div className={styles.words}>
        <h3 className={styles.title}>{titleOf(notification, text)}</h3>
        {outcome !== null && <bdi>{summaryWords(outcome, outcomeSaid, text)}</bdi>}
        {respondedAt !== null && response !== null && (
          <span className={styles.aside}>
            {answeredIn === null
              ? text('outcome.at')
              : text('outcome.through', { channel: channelName(answeredIn, text) })}
            {' · '}
            <When at={respondedAt} />
          </span>
        )}
        {answers.length > 0 && (
          <dl className={styles.answers}>
            {answers.map((answer, index) => (
              <div key={index}>
                <dt dir="auto" className={styles.label}>
                  {answer.label ?? text('outcome.yourAnswer')}
                </dt>
                <dd dir="auto" className={styles.value}>
                  <AnswerValue answer={answer} />
                </dd>
              </div>
            ))}
            <OwnComment notification={notification} />
          </dl>
        )}
        <Responses notification={notification} />
      </div>
    </section>
  );
}

function AnswerValue({ answer: { text, files, table } }: { answer: ShownAnswer }) {
  if (files) return <AnswerFiles files={files} />;
  if (!table) return text;
  const spansOf = (cells: string[]) => cells.map((cell) => [{ text: cell }]);
  return <Table table={{ head: spansOf(table.head), rows: table.rows.map(spansOf) }} />;
}

function iconOf({ status, closedReason }: UserNotification): ReactElement {
  if (status === 'completed') return <CheckmarkCircleFilled />;
  return closedReason === 'cancelled' ? <ProhibitedRegular /> : <ClockDismissRegular />;
}

function OwnComment({ notification: { comment, commentOffer } }: { notification: UserNotification }) {
  const styles = useStyles();
  const text = useText();
  if (comment === undefined) return null;
  return (
    <div>
      <dt className={styles.label}>{commentLabel(commentOffer ?? {}, { say: text })}</dt>
      <dd dir="auto" className={styles.value}>
        {comment}
      </dd>
    </div>
  );
}

function titleOf({ status, closedReason, response, answeredBy }: UserNotification, text: Text): string {
  if (status === 'expired')
    return text(closedReason === 'cancelled' ? 'outcome.title.cancelled' : 'outcome.title.timedOut');
  if (response !== null)
    return text(closedReason === null ? 'outcome.title.waitingForOthers' : 'outcome.title.answered');
  return answeredBy === null
    ? text('outcome.title.answeredElsewhere')
    : text('outcome.title.answeredBy', { name: answeredBy });
}

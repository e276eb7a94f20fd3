import { Button, Link, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { SendRegular } from '@fluentui/react-icons';
import type { Occurrence, Sending } from '../../../contract/sendings.ts';
import { useCancelForAll, useEndRecurrence, useNewMembers, useOccurrences, useSending } from '../api/assignments.ts';
import { hrefOf } from '../routes.ts';
import { BackArrow } from '../shell/BackArrow.tsx';
import { ConfirmButton } from '../shell/ConfirmButton.tsx';
import { NotShown } from '../shell/NotShown.tsx';
import { usePageStyles } from '../shell/page.ts';
import { Loading } from '../shell/states.tsx';
import { useText, type Text } from '../text.ts';
import { Instant } from './Instant.tsx';
import { ActProblem } from './HandDialog.tsx';
import { ruleWords } from './ruleWords.ts';
import { Pages } from '../shell/Pages.tsx';
import { ProgressPicture } from './ProgressPicture.tsx';
import { SendingFacts } from './SentPage.tsx';
import { SentList } from './SentList.tsx';

const useStyles = makeStyles({
  card: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalS },
  dates: { margin: 0, paddingInlineStart: tokens.spacingHorizontalXL },
});

/** One sending: its progress and its assignees. */
export function SendingPage({ id }: { id: string }) {
  const page = usePageStyles();
  const styles = useStyles();
  const text = useText();
  const sending = useSending(id);
  if (sending.isPending) return <Loading />;
  if (!sending.data)
    return (
      <NotShown
        back={{ href: hrefOf({ page: 'sent' }), words: text('title.sent') }}
        icon={<SendRegular />}
        title={text('sendings.missing.title')}
        error={sending.error}
        onRetry={() => void sending.refetch()}
      >
        {text('sendings.missing.text')}
      </NotShown>
    );
  const { name, recurrence, principals } = sending.data;
  return (
    <div className={page.page}>
      <Link className={page.back} href={hrefOf({ page: 'sent' })}>
        <BackArrow />
        {text('title.sent')}
      </Link>
      <h1 className={page.heading}>
        <bdi>{name}</bdi>
      </h1>
      <section className={mergeClasses(page.card, styles.card)} aria-label={text('sendings.progress')}>
        <SendingFacts sending={sending.data} />
        <ProgressPicture sending={sending.data} />
        <div className={page.actions}>
          {recurrence === null && principals.some(({ kind }) => kind === 'group') && <NewMembers id={id} />}
          <CancelForAll sending={sending.data} />
        </div>
      </section>
      {recurrence && <Recurrence sending={sending.data} />}
      <SentList search={{ sendingId: id }} none="sendings.nobodyYet" />
    </div>
  );
}

/** Lets the sender assign to people who joined the groups later. */
function NewMembers({ id }: { id: string }) {
  const page = usePageStyles();
  const text = useText();
  const assign = useNewMembers(id);
  return (
    <>
      <div className={page.actions}>
        <Button disabledFocusable={assign.isPending} onClick={() => !assign.isPending && assign.mutate()}>
          {text('sendings.newMembers')}
        </Button>
        <span role="status">{assign.data && text('sendings.newMembersDone', { count: assign.data.people })}</span>
      </div>
      {assign.error && <ActProblem problem={assign.error} />}
    </>
  );
}

/** Cancels all open assignments, which takes a while for very many. */
function CancelForAll({ sending: { id, progress, recurrence, isBeingCancelled } }: { sending: Sending }) {
  const page = usePageStyles();
  const text = useText();
  const cancel = useCancelForAll(id);
  const count = progress.pending + progress.in_progress;
  const recurs = recurrence !== null && recurrence.next.length > 0;
  if (count === 0) return null;
  return (
    <div className={page.actions}>
      {!isBeingCancelled && (
        <ConfirmButton
          label={text('sendings.cancelAll')}
          title={text('sendings.cancelAll.title', { count })}
          confirmLabel={text('sendings.cancelAll.confirm')}
          keepLabel={text('sendings.cancelAll.keep')}
          onConfirm={() => cancel.mutateAsync()}
          renderProblem={(problem) => <ActProblem problem={problem} />}
        >
          {`${text('sendings.cancelAll.text')}${recurs ? ` ${text('sendings.cancelAll.recurs')}` : ''}`}
        </ConfirmButton>
      )}
      <span role="status">{isBeingCancelled && text('sendings.cancelAll.underWay', { count })}</span>
    </div>
  );
}

/** The future and past dates. */
function Recurrence({ sending: { id, recurrence } }: { sending: Sending }) {
  const page = usePageStyles();
  const styles = useStyles();
  const text = useText();
  const end = useEndRecurrence(id);
  const past = useOccurrences(id);
  const { next, timeZone } = recurrence!;
  return (
    <section className={mergeClasses(page.card, styles.card)} aria-labelledby="recurrence">
      <h2 id="recurrence" className={page.subheading}>
        {text('sendings.recurrence')}
      </h2>
      <span>{ruleWords(recurrence!, text)}</span>
      {next.length === 0 ? (
        <span>{text('sendings.recurrenceEnded')}</span>
      ) : (
        <>
          <Dates dates={next} timeZone={timeZone} />
          <div className={page.actions}>
            <ConfirmButton
              label={text('sendings.end')}
              title={text('sendings.end.title')}
              confirmLabel={text('sendings.end.confirm')}
              keepLabel={text('sendings.end.keep')}
              said={text('sendings.recurrenceEnded')}
              onConfirm={() => end.mutateAsync()}
              renderProblem={(problem) => <ActProblem problem={problem} />}
            >
              {text('sendings.end.text')}
            </ConfirmButton>
          </div>
        </>
      )}
      <h3 className={page.subheading}>{text('sendings.past')}</h3>
      <Pages read={past} empty={<span>{text('sendings.noPast')}</span>}>
        {(items) => (
          <ul className={styles.dates}>
            {items.map((occurrence) => (
              <li key={occurrence.at}>
                <Instant at={occurrence.at} timeZone={timeZone} /> · {becameOf(occurrence, text)}
              </li>
            ))}
          </ul>
        )}
      </Pages>
    </section>
  );
}

/** The result of a past date. */
function becameOf({ outcome, reason, people, isUnderWay }: Occurrence, text: Text): string {
  if (isUnderWay) return text('sendings.occurrence.underWay', { count: people });
  if (reason === null || reason === 'nobody') return text(`sendings.occurrence.${outcome}`, { count: people });
  return outcome === 'skipped'
    ? text(`sendings.skipped.${reason}`)
    : text(`sendings.stopped.${reason}`, { count: people });
}

/** Future dates, in words, by the clocks that their rule goes by. */
export function Dates({ dates, timeZone }: { dates: readonly string[]; timeZone: string | undefined }) {
  const styles = useStyles();
  return (
    <ul className={styles.dates}>
      {dates.map((at) => (
        <li key={at}>
          <Instant at={at} timeZone={timeZone} />
        </li>
      ))}
    </ul>
  );
}

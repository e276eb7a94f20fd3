import { Button, Field, makeStyles, Textarea, tokens, useAnnounce } from '@fluentui/react-components';
import { useRef, useState, type ReactNode } from 'react';
import { inOwnWords } from '../../../contract/approval.ts';
import { SIMPLE_FIELD } from '../../../contract/answers.ts';
import { COMMENT_CHARACTERS, needsComment } from '../../../contract/comment.ts';
import type { UserNotification } from '../../../contract/notifications.ts';
import { optionLabel, type Option } from '../../../contract/variables.ts';
import { useFocusBehind } from '../shell/states.tsx';
import { useText, type Text } from '../text.ts';
import { useTooLong } from '../tooLong.ts';
import { useHasOutboxBars } from '../outbox/loadOutboxBars.ts';
import { UNDO_MS } from '../outbox/outbox.ts';
import { useOutboxState } from '../outbox/OutboxProvider.tsx';
import { Toast } from '../outbox/Toast.tsx';
import { BulkResults } from './BulkResults.tsx';
import { sharedOptions } from './inboxRules.ts';
import { useBulk, type BulkAnswer } from './useBulk.ts';
import { MOST_SELECTED, type FoundRows } from './useRows.ts';

const useStyles = makeStyles({
  bar: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalS,
    padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalL} 14px`, // as below the filters
    backgroundColor: tokens.colorNeutralBackground2,
    borderBottom: `1px solid ${tokens.colorNeutralStroke1}`,
  },
  confirm: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalS },
  line: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalS },
  count: { fontWeight: tokens.fontWeightSemibold, marginInlineEnd: 'auto' },
  hint: { fontSize: tokens.fontSizeBase200, color: tokens.colorNeutralForeground2 },
});

interface Props {
  selected: readonly UserNotification[];
  /** The rows that the list shows now. */
  found: FoundRows;
  onSelect(notifications: readonly UserNotification[]): void;
}

/** The bulk actions on the selected questions, and their results. */
export function BulkBar({ selected, found, onSelect }: Props) {
  const styles = useStyles();
  const text = useText();
  const { announce } = useAnnounce();
  const { work, markRead, answer, forget } = useBulk();
  const isRunning = work?.isRunning ?? false;
  const canUndoElsewhere = useHasOutboxBars();
  const [undoneHere, setUndoneHere] = useState<readonly UserNotification[]>([]);
  const most = found.total ?? Infinity;
  const markAll = async (items = selected): Promise<void> => {
    const failed = await markRead(items);
    onSelect([]);
    announce(text('bulk.done', { done: items.length - failed, total: items.length }));
    if (failed === 0) forget();
  };
  const answerAll = (given: BulkAnswer, items = selected): void => {
    setUndoneHere(canUndoElsewhere ? [] : items);
    answer(items, given);
    announce(text('submission.given', { answer: optionLabel(given.option), seconds: UNDO_MS / 1000 }));
  };
  if (selected.length === 0 && !work) return null;
  return (
    <Bar>
      {work ? (
        <>
          <UndoHere answered={undoneHere} />
          <BulkResults
            work={work}
            onRetry={(items) => (work.answer ? answerAll(work.answer, items) : void markAll(items))}
            onClose={forget}
          />
        </>
      ) : (
        <>
          <div className={styles.line}>
            <span className={styles.count}>{text('bulk.selected', { count: selected.length })}</span>
            {selected.length < Math.min(most, MOST_SELECTED) && (
              <Button size="small" appearance="subtle" onClick={() => void found.readAll().then(onSelect)}>
                {selectWords(found.total, text)}
              </Button>
            )}
            <Button size="small" onClick={() => void markAll()}>
              {text('bulk.markRead')}
            </Button>
            <Button size="small" appearance="subtle" onClick={() => onSelect([])}>
              {text('bulk.clear')}
            </Button>
          </div>
          <Answers selected={selected} isDisabled={isRunning} onAnswer={answerAll} />
        </>
      )}
    </Bar>
  );
}

/** Undoes answers that were given before the bars that do so on every page were loaded. */
function UndoHere({ answered }: { answered: readonly UserNotification[] }) {
  const ids = new Set(answered.map(({ id }) => id));
  const onTheirWay = useOutboxState().submissions.filter(({ requestId, refusal }) => ids.has(requestId) && !refusal);
  return onTheirWay.length > 0 && <Toast submissions={onTheirWay} />;
}

/** Keeps the focus while its content is replaced, and when the bar disappears. */
function Bar({ children }: { children: ReactNode }) {
  const styles = useStyles();
  const text = useText();
  const place = useRef<HTMLElement>(null);
  useFocusBehind(place);
  return (
    <section ref={place} tabIndex={-1} className={styles.bar} aria-label={text('bulk.label')}>
      {children}
    </section>
  );
}

/** The label of "select all": the total if known and not too many, otherwise the limit. */
function selectWords(total: number | null, text: Text): string {
  if (total === null) return text('bulk.selectMost', { count: MOST_SELECTED });
  const isAll = total <= MOST_SELECTED;
  return text(isAll ? 'bulk.selectAll' : 'bulk.selectFirst', { count: isAll ? total : MOST_SELECTED });
}

interface AnswersProps {
  selected: readonly UserNotification[];
  isDisabled: boolean;
  onAnswer(answer: BulkAnswer): void;
}

/** One answer for equal questions: first choose it, then confirm it for all. */
function Answers({ selected, isDisabled, onAnswer }: AnswersProps) {
  const styles = useStyles();
  const text = useText();
  const [chosen, setChosen] = useState<Option | null>(null);
  const shared = sharedOptions(selected);
  if (!shared) return selected.length > 1 ? <span className={styles.hint}>{text('bulk.notEqual')}</span> : null;
  const { options } = inOwnWords(selected[0]!.inputType, [{ options: shared }], text)[0]!;
  const option = options.find(({ value }) => value === chosen?.value);
  if (!option)
    return (
      <div className={styles.line} role="group" aria-label={text('bulk.answer')}>
        <span className={styles.hint}>{text('bulk.answer')}</span>
        {options.map((each) => (
          <Button key={each.value} size="small" disabled={isDisabled} onClick={() => setChosen(each)}>
            <bdi>{optionLabel(each)}</bdi>
          </Button>
        ))}
      </div>
    );
  return (
    <Confirmation
      selected={selected}
      option={option}
      options={options}
      onAnswer={onAnswer}
      onCancel={() => setChosen(null)}
    />
  );
}

interface ConfirmationProps extends Pick<AnswersProps, 'selected' | 'onAnswer'> {
  option: Option;
  options: Option[];
  onCancel(): void;
}

/** Confirms the answer and the number of questions, with one comment for those that take one. */
function Confirmation({ selected, option, options, onAnswer, onCancel }: ConfirmationProps) {
  const styles = useStyles();
  const text = useText();
  const place = useRef<HTMLFormElement>(null);
  useFocusBehind(place);
  const [comment, setComment] = useState('');
  const [isComplaining, setComplaining] = useState(false);
  const offers = selected.flatMap(({ commentOffer }) => commentOffer ?? []);
  const chosen = { [SIMPLE_FIELD]: option.value };
  const isNeeded = offers.some((offer) =>
    needsComment({ comment: offer, variables: [{ name: SIMPLE_FIELD, options }] }, chosen),
  );
  const isMissing = isNeeded && comment.trim() === '';
  const tooLong = useTooLong(comment, COMMENT_CHARACTERS);
  const missing = isComplaining && isMissing ? text('check.comment') : undefined;
  const fault = tooLong ?? missing;
  return (
    <form
      ref={place}
      className={styles.confirm}
      onSubmit={(event) => {
        event.preventDefault();
        if (isMissing) setComplaining(true);
        else if (!tooLong) onAnswer({ option, comment: comment.trim() });
      }}
    >
      <span>{text('bulk.confirm', { answer: optionLabel(option), count: selected.length })}</span>
      {offers.length > 0 && (
        <Field label={text('bulk.comment')} required={isNeeded} validationMessage={fault}>
          <Textarea
            autoFocus={isNeeded}
            value={comment}
            rows={1}
            resize="vertical"
            onChange={(_event, { value }) => setComment(value)}
          />
        </Field>
      )}
      <div className={styles.line}>
        <Button type="submit" size="small" appearance="primary" autoFocus={!isNeeded}>
          {text('bulk.send', { count: selected.length })}
        </Button>
        <Button size="small" onClick={onCancel}>
          {text('dialog.cancel')}
        </Button>
      </div>
    </form>
  );
}

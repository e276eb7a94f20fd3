import { Button, makeStyles, tokens, useAnnounce } from '@fluentui/react-components';
import { useState } from 'react';
import { inOwnWords } from '../../../contract/approval.ts';
import type { UserNotification } from '../../../contract/notifications.ts';
import { optionLabel, type Option } from '../../../contract/variables.ts';
import { useText } from '../text.ts';
import { BulkResults } from './BulkResults.tsx';
import { sharedOptions } from './inboxRules.ts';
import { useBulk } from './useBulk.ts';
import { MOST_SELECTED, type FoundRows } from './useRows.ts';

const useStyles = makeStyles({
  bar: {
    position: 'sticky',
    top: 0,
    zIndex: 1,
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalS,
    padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalL}`,
    backgroundColor: tokens.colorNeutralBackground2,
    borderBottom: `1px solid ${tokens.colorNeutralStroke1}`,
  },
  line: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalS },
  count: { fontWeight: tokens.fontWeightSemibold, marginInlineEnd: 'auto' },
  hint: { fontSize: tokens.fontSizeBase200, color: tokens.colorNeutralForeground2 },
});

interface Props {
  selected: readonly UserNotification[];
  /** What the list shows now. */
  found: FoundRows;
  onSelect(notifications: readonly UserNotification[]): void;
}

/** What can be done to all that are selected, and what became of it. */
export function BulkBar({ selected, found, onSelect }: Props) {
  const styles = useStyles();
  const text = useText();
  const { announce } = useAnnounce();
  const { work, run, forget } = useBulk();
  const isRunning = work?.isRunning ?? false;
  const most = found.total ?? Infinity;
  const start = async (answer: string | null, items = selected): Promise<void> => {
    const failed = await run(items, answer);
    onSelect([]);
    announce(text('bulk.done', { done: items.length - failed, total: items.length }));
    if (answer === null && failed === 0) forget();
  };
  if (selected.length === 0 && !work) return null;
  return (
    <section className={styles.bar} aria-label={text('bulk.label')}>
      {work ? (
        <BulkResults work={work} onRetry={(items) => void start(work.answer, items)} onClose={forget} />
      ) : (
        <>
          <div className={styles.line}>
            <span className={styles.count}>{text('bulk.selected', { count: selected.length })}</span>
            {selected.length < Math.min(most, MOST_SELECTED) && (
              <Button size="small" appearance="subtle" onClick={() => void found.readAll().then(onSelect)}>
                {most > MOST_SELECTED ? text('bulk.selectFirst', { count: MOST_SELECTED }) : text('bulk.selectAll')}
              </Button>
            )}
            <Button size="small" onClick={() => void start(null)}>
              {text('bulk.markRead')}
            </Button>
            <Button size="small" appearance="subtle" onClick={() => onSelect([])}>
              {text('bulk.clear')}
            </Button>
          </div>
          <Answers selected={selected} isDisabled={isRunning} onAnswer={(answer) => void start(answer)} />
        </>
      )}
    </section>
  );
}

interface AnswersProps {
  selected: readonly UserNotification[];
  isDisabled: boolean;
  onAnswer(answer: string): void;
}

/** One answer for equal questions: first which, then that it is meant, for nobody can take it back. */
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
            {optionLabel(each)}
          </Button>
        ))}
      </div>
    );
  return (
    <div className={styles.line}>
      <span>{text('bulk.confirm', { answer: optionLabel(option), count: selected.length })}</span>
      <Button size="small" appearance="primary" autoFocus onClick={() => onAnswer(option.value)}>
        {text('bulk.send', { count: selected.length })}
      </Button>
      <Button size="small" onClick={() => setChosen(null)}>
        {text('dialog.cancel')}
      </Button>
    </div>
  );
}

import { Badge, Button, Link, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { SendRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { NUDGE_PAUSE_MS } from '../../../contract/nudges.ts';
import type { SentRequest } from '../../../contract/sent.ts';
import { summaryWords } from '../../../contract/summaryWords.ts';
import { useAsked, useNudge } from '../api/sent.ts';
import { Pages } from '../shell/Pages.tsx';
import { Countdown } from '../Countdown.tsx';
import { hrefOf } from '../routes.ts';
import { LinkTabs } from '../shell/LinkTabs.tsx';
import { usePageStyles } from '../shell/page.ts';
import { ProblemBar } from '../shell/ProblemBar.tsx';
import { Empty } from '../shell/states.tsx';
import { useText } from '../text.ts';
import { useNow } from '../useNow.ts';
import { useSay } from '../useSay.ts';
import { Unreached } from '../Unreached.tsx';
import { When } from '../When.tsx';
import { ScopeTabs } from './ScopeTabs.tsx';
import { UnansweredDialog, type Unanswered } from './UnansweredDialog.tsx';
import { WithdrawDialog } from './WithdrawDialog.tsx';

const useStyles = makeStyles({
  rows: { overflow: 'hidden', padding: 0, '@media (max-width: 639px)': { padding: 0 } },
  row: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalXS,
    padding: `${tokens.spacingVerticalM} ${tokens.spacingHorizontalL}`,
    borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
  },
  title: {
    margin: 0,
    fontSize: tokens.fontSizeBase300,
    fontWeight: tokens.fontWeightSemibold,
    overflowWrap: 'anywhere',
  },
});

/** The questions the person asked through flows and chats: whom they wait for, and the actions on them. */
export function AskedPage({ status }: { status: 'waiting' | 'closed' }) {
  const page = usePageStyles();
  const styles = useStyles();
  const text = useText();
  const [withdrawing, setWithdrawing] = useState<SentRequest | null>(null);
  const [shown, setShown] = useState<Unanswered | null>(null);
  return (
    <div className={page.page}>
      <header className={page.head}>
        <h1 className={page.heading}>{text('title.asked')}</h1>
      </header>
      <ScopeTabs current="asked" />
      <LinkTabs
        label={text('asked.tabs')}
        places={(['waiting', 'closed'] as const).map((each) => ({
          href: hrefOf({ page: 'asked', status: each }),
          words: text(`asked.tab.${each}`),
          isCurrent: each === status,
        }))}
      />
      <Pages
        read={useAsked(status)}
        empty={
          <Empty icon={<SendRegular />} title={text(`asked.empty.${status}.title`)}>
            {text(`asked.empty.${status}.text`)}
          </Empty>
        }
      >
        {(items) => (
          <ul className={mergeClasses(page.card, page.list, styles.rows)}>
            {items.map((asked) => (
              <li key={asked.id} className={styles.row}>
                <AskedRow
                  asked={asked}
                  onWithdraw={() => setWithdrawing(asked)}
                  onShow={(who) => setShown({ asked, who })}
                />
              </li>
            ))}
          </ul>
        )}
      </Pages>
      {shown && <UnansweredDialog {...shown} onClose={() => setShown(null)} />}
      {withdrawing && <WithdrawDialog asked={withdrawing} onClose={() => setWithdrawing(null)} />}
    </div>
  );
}

interface RowProps {
  asked: SentRequest;
  onWithdraw(): void;
  /** Shows all whom it waits for, or those of them whom no message has reached. */
  onShow(who: Unanswered['who']): void;
}

function AskedRow({ asked, ...actions }: RowProps) {
  const page = usePageStyles();
  const styles = useStyles();
  const text = useText();
  const { title, flowName, executionId, status, expiresAt, progress, raisedAt, outcome, outcomeSaid } = asked;
  return (
    <>
      <h2 dir="auto" className={styles.title}>
        {title}
      </h2>
      <div className={page.meta}>
        <Link href={hrefOf({ page: 'execution', id: executionId })}>{flowName}</Link>
        <When at={raisedAt} />
        {status === 'waiting' && <Countdown expiresAt={expiresAt} />}
        {progress && <Badge appearance="tint">{text('asked.progress', progress)}</Badge>}
      </div>
      {status === 'waiting' ? (
        <>
          <WaitsFor asked={asked} />
          <Unreached of={asked.unreached} />
          <Actions asked={asked} {...actions} />
        </>
      ) : (
        <span dir="auto">{outcome && summaryWords(outcome, outcomeSaid, text)}</span>
      )}
    </>
  );
}

/** Whom it waits for, by name for the first few. */
function WaitsFor({ asked: { waitsFor, waitsForCount, strategy } }: { asked: SentRequest }) {
  const text = useText();
  const intl = useIntl();
  const more = waitsForCount - waitsFor.length;
  const names = waitsFor.map(({ displayName }) => displayName);
  if (more > 0) names.push(text('asked.more', { count: more }));
  const type = strategy === 'any' ? 'disjunction' : 'conjunction';
  return <span dir="auto">{text('asked.waitsFor', { names: intl.formatList(names, { type }) })}</span>;
}

function Actions({ asked: { id, title, nudgedAt, waitsFor, waitsForCount, unreached }, onWithdraw, onShow }: RowProps) {
  const page = usePageStyles();
  const text = useText();
  const say = useSay();
  const nudge = useNudge(id);
  const intl = useIntl();
  const now = useNow();
  const nextNudge = nudgedAt === null ? now : Date.parse(nudgedAt) + NUDGE_PAUSE_MS;
  const canNudge = nextNudge <= now && !nudge.isPending;
  const remind = async (): Promise<void> => {
    await nudge.mutateAsync();
    say(text('asked.nudgeSaid', { title }));
  };
  return (
    <>
      <div className={page.actions}>
        <Button
          size="small"
          aria-label={text('asked.nudgeOf', { title })}
          disabledFocusable={!canNudge}
          onClick={() => canNudge && void remind().catch(() => undefined)}
        >
          {text('asked.nudge')}
        </Button>
        <Button size="small" aria-label={text('asked.withdrawOf', { title })} onClick={onWithdraw}>
          {text('asked.withdraw')}
        </Button>
        {waitsForCount > waitsFor.length && (
          <Button size="small" aria-label={text('asked.everyoneOf', { title })} onClick={() => onShow('everyone')}>
            {text('asked.everyone')}
          </Button>
        )}
        {unreached.hasMore && (
          <Button size="small" aria-label={text('asked.unreachedOf', { title })} onClick={() => onShow('unreached')}>
            {text('asked.unreached')}
          </Button>
        )}
        {nudgedAt && (
          <span className={page.meta}>
            {text('asked.nudged')} <When at={nudgedAt} />
            {nextNudge > now &&
              ` · ${text('asked.nudgeAgain', { at: intl.formatTime(nextNudge, { timeStyle: 'short' }) })}`}
          </span>
        )}
      </div>
      {nudge.error && <ProblemBar problem={nudge.error} />}
    </>
  );
}

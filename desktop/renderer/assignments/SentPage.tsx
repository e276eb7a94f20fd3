import { Link, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { SendRegular } from '@fluentui/react-icons';
import type { Sending } from '../../../contract/sendings.ts';
import { useSendings } from '../api/assignments.ts';
import { useMe } from '../api/queries.ts';
import { hrefOf } from '../routes.ts';
import { usePageStyles } from '../shell/page.ts';
import { Empty } from '../shell/states.tsx';
import { useText } from '../text.ts';
import { When } from '../When.tsx';
import { Instant } from './Instant.tsx';
import { Pages } from '../shell/Pages.tsx';
import { ProgressPicture } from './ProgressPicture.tsx';
import { SentList } from './SentList.tsx';
import { Sides } from './Sides.tsx';

const useStyles = makeStyles({
  list: { gap: tokens.spacingVerticalM },
  card: { position: 'relative', display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalS },
  name: { margin: 0, fontSize: tokens.fontSizeBase400, lineHeight: tokens.lineHeightBase400, overflowWrap: 'anywhere' },
  // the whole card links to the sending
  link: { color: tokens.colorNeutralForeground1, '::after': { content: '""', position: 'absolute', inset: 0 } },
});

/**
 * The person's sendings with their progress, and a search through all their assignments; or all assignments of one
 * chat.
 */
export function SentPage({ chatId }: { chatId: string | null }) {
  const page = usePageStyles();
  const text = useText();
  return (
    <div className={page.page}>
      <h1 className={page.heading}>{text('title.sent')}</h1>
      <Sides current="sent" />
      {chatId === null ? <All /> : <SentList search={{ chatId }} />}
    </div>
  );
}

function All() {
  const read = useSendings();
  const isSomethingSent = read.data?.pages.some(({ items }) => items.length > 0) ?? false;
  const sendings = <Sendings read={read} />;
  return isSomethingSent ? <SentList search={{}} unfiltered={sendings} /> : sendings;
}

function Sendings({ read }: { read: ReturnType<typeof useSendings> }) {
  const page = usePageStyles();
  const styles = useStyles();
  const text = useText();
  const isGuest = useMe().data?.isGuest ?? false;
  return (
    <Pages
      read={read}
      empty={
        <Empty icon={<SendRegular />} title={text('sendings.empty.title')}>
          {text(isGuest ? 'sendings.empty.guest' : 'sendings.empty.text')}
        </Empty>
      }
    >
      {(items) => (
        <ul className={mergeClasses(page.list, styles.list)}>
          {items.map((sending) => (
            <li key={sending.id} className={mergeClasses(page.card, styles.card)}>
              <h2 className={styles.name}>
                <Link className={styles.link} href={hrefOf({ page: 'sending', id: sending.id })}>
                  <bdi>{sending.name}</bdi>
                </Link>
              </h2>
              <SendingFacts sending={sending} />
              <ProgressPicture sending={sending} />
            </li>
          ))}
        </ul>
      )}
    </Pages>
  );
}

/** The recipients, date and due date of a sending. */
export function SendingFacts({ sending }: { sending: Sending }) {
  const page = usePageStyles();
  const text = useText();
  const { principals, createdAt, dueAt, recurrence, criterion } = sending;
  const names = principals.map(({ displayName }) => displayName).join(', ');
  return (
    <div className={page.meta}>
      <span>{text('sendings.to', { names })}</span>
      <span>
        {text('sendings.sentAt')} <When at={createdAt} />
      </span>
      <span>{text(`assignments.criterion.${criterion}`)}</span>
      {dueAt !== null && (
        <span>
          {text('assignments.due')} <Instant at={dueAt} />
        </span>
      )}
      {recurrence &&
        (recurrence.next[0] === undefined ? (
          <span>{text('sendings.recurrenceEnded')}</span>
        ) : (
          <span>
            {text('sendings.next')} <Instant at={recurrence.next[0]} />
          </span>
        ))}
    </div>
  );
}

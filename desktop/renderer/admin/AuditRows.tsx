import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import type { AuditEntry } from '../../../contract/audit.ts';
import { channelName } from '../channelName.ts';
import { Json } from '../flows/JsonView.tsx';
import { usePageStyles } from '../shell/page.ts';
import { useText } from '../text.ts';
import { useIntl } from 'react-intl';
import type { AuditFilters } from './auditFilters.ts';
import { actionWords, actorWords, verifiedWords } from './auditWords.ts';

const useStyles = makeStyles({
  list: { gap: tokens.spacingVerticalXS },
  row: { paddingBlock: tokens.spacingVerticalM },
  summary: {
    cursor: 'pointer',
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
  action: { fontWeight: tokens.fontWeightSemibold },
  subject: { overflowWrap: 'anywhere', fontFamily: tokens.fontFamilyMonospace, fontSize: tokens.fontSizeBase200 },
  opened: {
    marginBlockStart: tokens.spacingVerticalM,
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalM,
  },
});

interface Props {
  entries: readonly AuditEntry[];
  /** Filters for rows that share a value with this one. */
  onNarrow(narrowed: Partial<AuditFilters>): void;
}

/** Audit rows, newest first; each expands to its full content. */
export function AuditRows({ entries, onNarrow }: Props) {
  const page = usePageStyles();
  const styles = useStyles();
  return (
    <ul className={mergeClasses(page.list, styles.list)}>
      {entries.map((entry) => (
        <li key={entry.seq} className={mergeClasses(page.card, styles.row)}>
          <Row entry={entry} onNarrow={onNarrow} />
        </li>
      ))}
    </ul>
  );
}

function Row({ entry, onNarrow }: { entry: AuditEntry } & Pick<Props, 'onNarrow'>) {
  const page = usePageStyles();
  const styles = useStyles();
  const text = useText();
  const { actor, action, subject, channel } = entry;
  const verified = verifiedWords(entry.verifiedBy, text);
  return (
    <details>
      <summary className={styles.summary}>
        <span className={styles.action}>{actionWords(action, text)}</span>
        <div className={page.meta}>
          <Moment at={entry.at} />
          <span>
            <bdi>{actorWords(actor, text)}</bdi>
          </span>
          {verified !== null && <span>{verified}</span>}
          {channel !== null && <span>{channelName(channel, text)}</span>}
          <span dir="ltr" className={styles.subject}>
            {subject}
          </span>
        </div>
      </summary>
      <div className={styles.opened}>
        <Json value={entry} />
        <div className={page.actions}>
          <Button size="small" onClick={() => onNarrow({ actor: actor.id })}>
            {text('audit.narrow.actor', { name: actorWords(actor, text) })}
          </Button>
          <Button size="small" onClick={() => onNarrow({ subject })}>
            {text('audit.narrow.subject')}
          </Button>
        </div>
      </div>
    </details>
  );
}

/** Precise to the second, because the order matters here. */
function Moment({ at }: { at: string }) {
  const intl = useIntl();
  return <time dateTime={at}>{intl.formatDate(at, { dateStyle: 'medium', timeStyle: 'medium' })}</time>;
}

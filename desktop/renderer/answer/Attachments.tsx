import { Link, makeStyles, tokens } from '@fluentui/react-components';
import type { Attachment } from '../../../contract/attachments.ts';
import { useIntl } from 'react-intl';
import { decimalSignOf } from '../../../contract/answers/numbers.ts';
import { attachmentText } from '../../../contract/attachmentText.ts';
import { useText } from '../text.ts';
import { AnswerFiles } from './AnswerFiles.tsx';

const useStyles = makeStyles({
  heading: {
    margin: 0,
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    fontWeight: tokens.fontWeightRegular,
  },
  list: { listStyleType: 'none', margin: 0, padding: 0 },
  item: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    columnGap: tokens.spacingHorizontalM,
    minHeight: '32px',
    overflowWrap: 'anywhere',
  },
  label: { color: tokens.colorNeutralForeground3 },
  missing: { color: tokens.colorNeutralForeground3, fontStyle: 'italic' },
});

/** Links and files that come with a question. */
export function Attachments({ attachments }: { attachments: readonly Attachment[] }) {
  const styles = useStyles();
  const text = useText();
  if (attachments.length === 0) return null;
  return (
    <section aria-label={text('attachments.label')}>
      <h3 className={styles.heading}>{text('attachments.label')}</h3>
      <ul className={styles.list}>
        {attachments.map((attachment, index) => (
          <li key={index} className={styles.item}>
            <span dir="auto" className={styles.label}>
              {attachment.label}
            </span>
            <Attached attachment={attachment} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Attached({ attachment }: { attachment: Attachment }) {
  const styles = useStyles();
  const text = useText();
  const words = attachmentText(attachment, text('fact.notAvailable'), decimalSignOf(useIntl().locale));
  if (attachment.kind === 'file' && attachment.file) return <AnswerFiles files={[attachment.file]} />;
  if (attachment.kind === 'file' || attachment.url === null) return <span className={styles.missing}>{words}</span>;
  return (
    <Link inline href={attachment.url} title={attachment.url} target="_blank" rel="noopener noreferrer">
      {words}
    </Link>
  );
}

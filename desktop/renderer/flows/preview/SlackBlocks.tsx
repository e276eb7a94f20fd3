import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { isRecord } from '../sketch.ts';

const useStyles = makeStyles({
  list: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM, overflowWrap: 'anywhere' },
  words: { whiteSpace: 'pre-wrap' },
  header: { fontWeight: tokens.fontWeightBold, fontSize: tokens.fontSizeBase400 },
  aside: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200, whiteSpace: 'pre-wrap' },
  fields: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 140px), 1fr))',
    gap: tokens.spacingVerticalS,
    margin: 0,
    '& > div > *': { margin: 0 },
  },
  label: { fontWeight: tokens.fontWeightSemibold },
  bar: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalS },
});

type Block = Readonly<Record<string, unknown>>;

const textIn = (value: unknown): string => (isRecord(value) && typeof value['text'] === 'string' ? value['text'] : '');
const listOf = (value: unknown): Block[] => (Array.isArray(value) ? value.filter(isRecord) : []);

/** Approximates Slack blocks, enough to read and judge them. Nothing in them is interactive. */
export function SlackBlocks({ blocks }: { blocks: readonly Block[] }) {
  const styles = useStyles();
  return (
    <div className={styles.list} dir="auto">
      {blocks.map((block, n) => (
        <SlackBlock key={n} block={block} />
      ))}
    </div>
  );
}

function SlackBlock({ block }: { block: Block }) {
  const styles = useStyles();
  switch (block['type']) {
    case 'header':
      return <div className={styles.header}>{textIn(block['text'])}</div>;
    case 'divider':
      return <hr />;
    case 'context':
      return (
        <div className={styles.aside}>
          {listOf(block['elements'])
            .map((each) => plainText(textIn(each)))
            .join(' · ')}
        </div>
      );
    case 'actions':
      return (
        <div className={styles.bar}>
          {listOf(block['elements']).map((each, n) => (
            <Button key={n} size="small" appearance={each['style'] === 'primary' ? 'primary' : 'secondary'}>
              {textIn(each['text']) || textIn(each['placeholder'])}
            </Button>
          ))}
        </div>
      );
    case 'input':
      return (
        <div>
          <div className={styles.header}>{textIn(block['label'])}</div>
          <div className={styles.aside}>{textIn(block['hint'])}</div>
        </div>
      );
    default:
      return (
        <>
          {textIn(block['text']) && <div className={styles.words}>{plainText(textIn(block['text']))}</div>}
          {block['fields'] !== undefined && <SlackFields fields={listOf(block['fields']).map(textIn)} />}
        </>
      );
  }
}

/** Fields side by side, with bold names before or above their values. */
function SlackFields({ fields }: { fields: readonly string[] }) {
  const styles = useStyles();
  return (
    <dl className={styles.fields}>
      {fields.map((field, n) => {
        const [label = '', ...rest] = plainText(field).split('\n');
        return (
          <div key={n}>
            <dt className={/^\*[^*\n]+\*$/m.test(field) ? styles.label : undefined}>{label}</dt>
            <dd>{rest.join('\n')}</dd>
          </div>
        );
      })}
    </dl>
  );
}

/** Removes Slack's markup. */
const plainText = (text: string): string =>
  text
    .replace(/<([^|>]+)\|([^>]*)>/g, '$2')
    .replace(/(^|\s)[*_]([^*_\n]+)[*_](?=\s|$|[.,:;!?])/g, '$1$2')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');

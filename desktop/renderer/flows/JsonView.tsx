import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { ArrowDownloadRegular } from '@fluentui/react-icons';
import { saveFile } from '../saveFile.ts';
import { usePageStyles } from '../shell/page.ts';
import { useText } from '../text.ts';

const useStyles = makeStyles({
  summary: {
    cursor: 'pointer',
    fontWeight: tokens.fontWeightSemibold,
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
  folded: {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'flex-start',
    rowGap: tokens.spacingVerticalM,
    marginBlockStart: tokens.spacingVerticalM,
  },
  json: {
    margin: 0,
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
    fontFamily: tokens.fontFamilyMonospace,
    fontSize: tokens.fontSizeBase200,
    textAlign: 'start',
  },
});

interface Props {
  title: string;
  value: unknown;
  /** The name of a file that it can be saved as. */
  file?: string;
}

/** The full JSON of something, for authors; collapsed at first. */
export function JsonView({ title, value, file }: Props) {
  const page = usePageStyles();
  const styles = useStyles();
  const text = useText();
  return (
    <details className={page.card}>
      <summary className={styles.summary}>
        <span>{title}</span>
      </summary>
      <div className={styles.folded}>
        {file !== undefined && (
          <Button icon={<ArrowDownloadRegular />} onClick={() => saveFile(new Blob([written(value)]), file)}>
            {text('json.save')}
          </Button>
        )}
        <Json value={value} />
      </div>
    </details>
  );
}

/** A value as JSON. */
export function Json({ value }: { value: unknown }) {
  const styles = useStyles();
  return (
    <pre dir="ltr" className={styles.json}>
      {written(value)}
    </pre>
  );
}

const written = (value: unknown): string => JSON.stringify(value, null, 2);

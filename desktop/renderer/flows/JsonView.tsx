import { makeStyles, tokens } from '@fluentui/react-components';
import { usePageStyles } from '../shell/page.ts';

const useStyles = makeStyles({
  summary: {
    cursor: 'pointer',
    fontWeight: tokens.fontWeightSemibold,
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
  folded: { marginBlockStart: tokens.spacingVerticalM },
  json: {
    margin: 0,
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
    fontFamily: tokens.fontFamilyMonospace,
    fontSize: tokens.fontSizeBase200,
    textAlign: 'start',
  },
});

/** The full JSON of something, for authors; collapsed at first. */
export function JsonView({ title, value }: { title: string; value: unknown }) {
  const page = usePageStyles();
  const styles = useStyles();
  return (
    <details className={page.card}>
      <summary className={styles.summary}>
        <span>{title}</span>
      </summary>
      <div className={styles.folded}>
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
      {JSON.stringify(value, null, 2)}
    </pre>
  );
}

import { makeStyles, tokens } from '@fluentui/react-components';
import { useText } from '../text.ts';
import { usePageStyles } from './page.ts';

const useStyles = makeStyles({
  summary: {
    cursor: 'pointer',
    fontWeight: tokens.fontWeightSemibold,
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
  json: {
    margin: `${tokens.spacingVerticalM} 0 0`,
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
    fontFamily: tokens.fontFamilyMonospace,
    fontSize: tokens.fontSizeBase200,
  },
});

/** What the flow knows; the server sends it to authors and administrators only. */
export function ContextView({ context }: { context: Record<string, unknown> }) {
  const page = usePageStyles();
  const styles = useStyles();
  const text = useText();
  return (
    <details className={page.card}>
      <summary className={styles.summary}>{text('executions.context')}</summary>
      <pre className={styles.json}>{JSON.stringify(context, null, 2)}</pre>
    </details>
  );
}

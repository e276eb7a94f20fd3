import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { PlugConnectedRegular } from '@fluentui/react-icons';
import { useMemo } from 'react';
import { useText } from '../../text.ts';
import { edgesOf, nodeOf } from '../draft/draft.ts';
import { givensAt } from '../draft/givens.ts';
import { FormContextProvider, useFormOfNode } from './formContext.ts';
import { useGivenWords } from './givenWords.ts';
import { Way, type WaysOfNode } from './Way.tsx';

const useStyles = makeStyles({
  section: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalS },
  title: { margin: 0, fontSize: tokens.fontSizeBase300 },
  aside: { margin: 0, color: tokens.colorNeutralForeground3 },
  list: {
    listStyleType: 'none',
    margin: 0,
    padding: 0,
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalS,
  },
});

interface Props extends WaysOfNode {
  onConnect(): void;
}

/** The outgoing edges of a node: conditions and targets. */
export function WaysEditor({ onConnect, ...ofNode }: Props) {
  const { draft, nodeId } = ofNode;
  const styles = useStyles();
  const text = useText();
  const before = useFormOfNode();
  const words = useGivenWords();
  const form = useMemo(
    () => ({ ...before, givens: givensAt(draft, nodeId, words, true) }),
    [before, draft, nodeId, words],
  );
  const ways = edgesOf(draft).flatMap((edge, index) => (edge['from'] === nodeId ? [{ edge, index }] : []));
  const type = nodeOf(draft, nodeId)?.['type'];
  if (type === 'end') return null;
  return (
    <section className={styles.section} aria-label={text('draw.ways')}>
      <h4 className={styles.title}>{text('draw.ways')}</h4>
      {ways.length > 1 && (
        <p className={styles.aside}>{text(type === 'parallel' ? 'draw.ways.all' : 'draw.ways.hint')}</p>
      )}
      <FormContextProvider value={form}>
        <ol className={styles.list}>
          {ways.map(({ edge, index }, n) => (
            <Way key={n} {...ofNode} edge={edge} index={index} isFirst={n === 0} isLast={n === ways.length - 1} />
          ))}
        </ol>
      </FormContextProvider>
      <Button icon={<PlugConnectedRegular />} onClick={onConnect}>
        {text('draw.connect')}
      </Button>
    </section>
  );
}

import { Link, makeStyles, MessageBar, MessageBarBody, tokens } from '@fluentui/react-components';
import { useIntl } from 'react-intl';
import { BarTitle } from '../shell/BarTitle.tsx';
import { useText } from '../text.ts';
import type { Fault } from './faults.ts';
import { placeInForm } from './edit/faultPlace.ts';
import { lineAt } from './jsonPlaces.ts';
import type { SketchNode } from './sketch.ts';

const useStyles = makeStyles({
  list: {
    listStyleType: 'none',
    margin: 0,
    padding: 0,
    overflowWrap: 'anywhere',
    '& > li': { marginTop: tokens.spacingVerticalS },
  },
  place: { textAlign: 'start' },
});

const INTENTS = { refused: 'error', todo: 'warning', doubt: 'info' } as const;
const TITLES = { refused: 'editor.faults', todo: 'editor.todo', doubt: 'editor.doubts' } as const;

interface Props {
  faults: readonly Fault[];
  nodes: readonly SketchNode[];
  /** The text in which they were found. */
  source: string;
  /**
   * `refused`: saving was refused because of them; `todo`: still to be fixed; `doubt`: warnings that do not prevent
   * saving.
   */
  kind: keyof typeof TITLES;
  /** True: places are named by JSON paths, for the text view; false: by the labels of the form. */
  hasLines: boolean;
  onGo(fault: Fault): void;
}

/** The faults of a definition, by node, each with a link to its place. */
export function FaultList({ faults, nodes, source, kind, hasLines, onGo }: Props) {
  const styles = useStyles();
  const text = useText();
  const intl = useIntl();
  return (
    <MessageBar intent={INTENTS[kind]} layout="multiline" politeness={kind === 'refused' ? 'assertive' : 'polite'}>
      <MessageBarBody>
        <BarTitle>{text(TITLES[kind], { count: faults.length })}</BarTitle>
        <ul className={styles.list}>
          {faults.map((fault) => {
            const { nodeId, field, message, span } = fault;
            const node = nodes.find(({ id }) => id === nodeId);
            const owner = nodeId === null ? text('editor.fault.flow') : (node?.name ?? nodeId);
            const where = hasLines ? field : placeInForm(field, nodeId === null ? null : (node?.type ?? ''), intl);
            const place = [owner, where].filter(Boolean).join(' · ');
            return (
              <li key={`${nodeId} ${field}`}>
                {span && (hasLines || nodeId !== null) ? (
                  <Link inline as="button" className={styles.place} onClick={() => onGo(fault)}>
                    {place}
                    {hasLines && ` (${text('editor.line', { line: lineAt(source, span.start) })})`}
                  </Link>
                ) : (
                  place
                )}{' '}
                <div>{message}</div>{' '}
              </li>
            );
          })}
        </ul>
      </MessageBarBody>
    </MessageBar>
  );
}

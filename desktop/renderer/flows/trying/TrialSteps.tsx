import { makeStyles, MessageBar, MessageBarBody, tokens } from '@fluentui/react-components';
import { BarTitle } from '../../shell/BarTitle.tsx';
import type { TriedFlow, TriedStep } from '../../../../contract/trials.ts';
import { useText } from '../../text.ts';
import { nodeOf, type Draft } from '../draft/draft.ts';
import { failureWords } from '../failureWords.ts';
import { NodeTypeIcon } from '../NodeTypeIcon.tsx';
import { nameOfNode } from './nameOfNode.ts';
import { Would } from './Would.tsx';

const useStyles = makeStyles({
  list: {
    listStyleType: 'none',
    margin: 0,
    padding: 0,
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalS,
  },
  step: { overflowWrap: 'anywhere' },
  name: { fontWeight: tokens.fontWeightSemibold },
  wrong: { color: tokens.colorStatusDangerForeground1 },
  code: {
    margin: 0,
    maxHeight: '320px',
    overflow: 'auto',
    fontFamily: tokens.fontFamilyMonospace,
    fontSize: tokens.fontSizeBase200,
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
  },
  summary: { cursor: 'pointer', minHeight: '24px' },
});

interface Props {
  draft: Draft;
  tried: TriedFlow;
}

/** The steps of a trial and its result. */
export function TrialSteps({ draft, tried: { status, steps, error, context } }: Props) {
  const styles = useStyles();
  const text = useText();
  return (
    <>
      <ol className={styles.list} aria-label={text('try.steps')}>
        {steps.map((step) => (
          <Step key={step.visitKey} draft={draft} step={step} />
        ))}
      </ol>
      <div role="status">
        {status === 'completed' && (
          <MessageBar intent="success">
            <MessageBarBody>{text('try.completed')}</MessageBarBody>
          </MessageBar>
        )}
        {status === 'failed' && (
          <MessageBar intent="error" layout="multiline">
            <MessageBarBody>
              <BarTitle>
                {error?.nodeId === undefined
                  ? text('try.failed')
                  : text('try.failedAt', { node: nameOfNode(draft, error.nodeId) })}
              </BarTitle>
              {error && failureWords(error, text, (id) => nameOfNode(draft, id))}
            </MessageBarBody>
          </MessageBar>
        )}
      </div>
      <details>
        <summary className={styles.summary}>{text('try.context')}</summary>
        <pre className={styles.code} dir="ltr" tabIndex={0}>
          {JSON.stringify(context, null, 2)}
        </pre>
      </details>
    </>
  );
}

function Step({ draft, step: { nodeId, status, error, would } }: { draft: Draft; step: TriedStep }) {
  const styles = useStyles();
  const say = useText();
  const type = String(nodeOf(draft, nodeId)?.['type']);
  const isAsked = type === 'human';
  return (
    <li className={styles.step}>
      <NodeTypeIcon type={type} /> <span className={styles.name}>{nameOfNode(draft, nodeId)}</span>
      {status === 'failed' && (
        <div className={styles.wrong}>{error && failureWords(error, say, (id) => nameOfNode(draft, id))}</div>
      )}
      {!isAsked && <Would nodeType={type} would={would} />}
    </li>
  );
}

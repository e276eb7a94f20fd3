import { Button, Field, makeStyles, Textarea, tokens } from '@fluentui/react-components';
import { useEffect, useRef, useState } from 'react';
import type { GivenToTrial, TrialNeed } from '../../../../contract/trials.ts';
import { ProblemBar } from '../../shell/ProblemBar.tsx';
import { useText } from '../../text.ts';
import { nodeOf, type Draft } from '../draft/draft.ts';
import { AskedQuestion } from '../preview/AskedQuestion.tsx';
import { nameOfNode } from './nameOfNode.ts';
import { Would } from './Would.tsx';

const useStyles = makeStyles({
  card: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalM,
    padding: tokens.spacingHorizontalL,
    border: `2px solid ${tokens.colorBrandStroke1}`,
    borderRadius: tokens.borderRadiusLarge,
    minWidth: 0,
  },
  title: { margin: 0, fontSize: tokens.fontSizeBase400 },
  aside: { margin: 0, color: tokens.colorNeutralForeground3, overflowWrap: 'anywhere' },
  bar: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalS },
});

interface Props {
  draft: Draft;
  need: TrialNeed;
  /** @throws ApiProblem */
  onGive(given: GivenToTrial): Promise<void>;
}

/** Asks for what a trial needs to continue: an answer, or the result of a call. */
export function TrialNeeded({ draft, need, onGive }: Props) {
  const styles = useStyles();
  const text = useText();
  const { nodeId, asks, timesOut } = need;
  const [failed, setFailed] = useState<Error | null>(null);
  const place = useRef<HTMLElement>(null);
  useEffect(() => place.current?.focus(), []); // what the trial asked before, with its focus, is gone
  const give = (given: GivenToTrial): void => {
    setFailed(null);
    onGive(given).catch((error: Error) => setFailed(error));
  };
  return (
    <section
      ref={place}
      tabIndex={-1}
      className={styles.card}
      aria-label={text('try.needed', { name: nameOfNode(draft, nodeId) })}
    >
      <h3 className={styles.title}>{nameOfNode(draft, nodeId)}</h3>
      {asks ? (
        <AskedQuestion
          question={asks}
          submitLabel={text('try.answer')}
          pickHint={text('try.pick')}
          renderProblem={(problem) => <ProblemBar problem={problem} />}
          staysOpen={false}
          onSubmit={(values, { comment }) => onGive({ kind: 'answer', values, ...(comment !== '' && { comment }) })}
        />
      ) : (
        <OutputForm need={need} nodeType={String(nodeOf(draft, nodeId)?.['type'])} onGive={give} />
      )}
      <div className={styles.bar}>
        {timesOut && (
          <Button onClick={() => give({ kind: 'failure', code: 'human_input_timeout' })}>{text('try.timeout')}</Button>
        )}
        {!asks && <Button onClick={() => give({ kind: 'failure', code: 'node_failed' })}>{text('try.fail')}</Button>}
      </div>
      {failed && <ProblemBar problem={failed} />}
    </section>
  );
}

interface OutputProps {
  need: TrialNeed;
  nodeType: string;
  onGive(given: GivenToTrial): void;
}

function OutputForm({ need: { would }, nodeType, onGive }: OutputProps) {
  const styles = useStyles();
  const text = useText();
  const [typed, setTyped] = useState(JSON.stringify(exampleOf(nodeType), null, 2));
  const [isWrong, setWrong] = useState(false);
  const send = (): void => {
    try {
      const output = JSON.parse(typed) as Extract<GivenToTrial, { kind: 'output' }>['output'];
      setWrong(false);
      onGive({ kind: 'output', output });
    } catch {
      setWrong(true);
    }
  };
  return (
    <>
      <p className={styles.aside}>{text('try.wouldCall')}</p>
      <Would nodeType={nodeType} would={would} />
      <Field
        label={text('try.output')}
        validationMessage={isWrong ? text('draw.noJson') : undefined}
        validationState={isWrong ? 'error' : 'none'}
      >
        <Textarea
          dir="ltr"
          rows={6}
          resize="vertical"
          value={typed}
          onChange={(_event, { value }) => setTyped(value)}
        />
      </Field>
      <div className={styles.bar}>
        <Button appearance="primary" onClick={send}>
          {text('try.goOn')}
        </Button>
      </div>
    </>
  );
}

const PERSON = { id: '00000000-0000-0000-0000-000000000000', displayName: 'Ada Lovelace', email: 'ada@example.com' };

const DOCUMENT = {
  title: 'Holidays',
  address: 'https://example.com/holidays',
  excerpt: 'Everybody has 30 days.',
  modifiedAt: '2026-01-05T09:00:00.000Z',
};

/** A sample result of such a step. */
function exampleOf(type: string): unknown {
  switch (type) {
    case 'http':
      return { status: 200, headers: {}, body: {} };
    case 'llm':
      return { text: 'Yes.', model: 'model', isComplete: true, usage: null };
    case 'directory_get_user':
    case 'directory_get_manager':
      return PERSON;
    case 'directory_get_direct_reports':
    case 'directory_search_users':
      return [PERSON];
    case 'search':
      return { items: [DOCUMENT] };
    default:
      return {};
  }
}

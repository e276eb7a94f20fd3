import { Link, MessageBar, MessageBarBody } from '@fluentui/react-components';
import { HistoryRegular } from '@fluentui/react-icons';
import { useMemo } from 'react';
import type { ExecutionError, ExecutionView, TimelineEntry } from '../../../contract/executions.ts';
import { useFlow } from '../api/flows.ts';
import { useExecution } from '../api/executions.ts';
import { hrefOf } from '../routes.ts';
import { BarTitle } from '../shell/BarTitle.tsx';
import { BackArrow } from '../shell/BackArrow.tsx';
import { Loading } from '../shell/states.tsx';
import { useText } from '../text.ts';
import { When } from '../When.tsx';
import { CancelButton } from './CancelButton.tsx';
import { ConfirmSignIn, SignInConfirmed } from './ConfirmSignIn.tsx';
import { FlowPicture } from './FlowPicture.tsx';
import { failureWords } from './failureWords.ts';
import type { Mark } from './FlowGraph.tsx';
import { JsonView } from './JsonView.tsx';
import { usePageStyles } from '../shell/page.ts';
import { NotShown } from '../shell/NotShown.tsx';
import { RetryButton } from './RetryButton.tsx';
import { sketchOf } from './sketch.ts';
import { StatusBadge } from './status.tsx';
import { Timeline } from './Timeline.tsx';
import { WaitingForList } from './WaitingForList.tsx';

/** One execution, updated live. */
export function ExecutionPage({ id }: { id: string }) {
  const page = usePageStyles();
  const text = useText();
  const execution = useExecution(id);
  return (
    <div className={page.page}>
      <Link href="#/executions" className={page.back}>
        <BackArrow />
        {text('title.executions')}
      </Link>
      {execution.isPending ? (
        <Loading />
      ) : execution.data ? (
        <Execution execution={execution.data} />
      ) : (
        <NotShown
          icon={<HistoryRegular />}
          heading={text('title.execution')}
          title={text('executions.missing')}
          error={execution.error}
          onRetry={() => void execution.refetch()}
        />
      )}
    </div>
  );
}

function Execution({ execution }: { execution: ExecutionView }) {
  const page = usePageStyles();
  const text = useText();
  const {
    flowId,
    flowName,
    title,
    flowVersion,
    status,
    startedBy,
    startedAt,
    error,
    waitingFor,
    timeline,
    context,
    may,
  } = execution;
  const isOpen = status === 'running' || status === 'waiting';
  return (
    <>
      <header className={page.head}>
        <div>
          <h1 className={page.heading} dir="auto">
            {title ?? flowName}
          </h1>
          <div className={page.meta}>
            <StatusBadge status={status} />
            <span>
              {text('executions.startedBy', { name: startedBy.displayName })} · <When at={startedAt} />
            </span>
            <Link href={hrefOf({ page: 'flow', id: flowId, version: flowVersion })}>
              {title === null
                ? text('flows.version', { version: flowVersion })
                : text('executions.flow', { flow: flowName, version: flowVersion })}
            </Link>
          </div>
        </div>
        {isOpen && may.cancel && <CancelButton executionId={execution.id} />}
        {status === 'failed' && may.retry && <RetryButton executionId={execution.id} />}
      </header>
      {error && <Ending error={error} execution={execution} />}
      {isOpen && waitingFor.length > 0 && <WaitingForList waitingFor={waitingFor} timeline={timeline} />}
      <section className={page.card} aria-labelledby="timeline">
        <h2 id="timeline" className={page.subheading}>
          {text('timeline.title')}
        </h2>
        <Timeline entries={timeline} />
      </section>
      <Drawn execution={execution} />
      {context && <JsonView title={text('executions.context')} value={context} />}
    </>
  );
}

/** Why the execution failed, and at which step; the failure may be in the edges after a completed step. */
function Ending({ error, execution }: { error: ExecutionError; execution: ExecutionView }) {
  const text = useText();
  const isCancelled = error.code === 'cancelled';
  const { flowId, flowVersion, timeline, may } = execution;
  const nodes = useFlow(flowId, flowVersion, may.readFlow).data?.nodes; // may name a step that was never visited
  const name = timeline.findLast(({ nodeId }) => nodeId === error.nodeId)?.name;
  const nameOf = (id: string) =>
    (timeline.find(({ nodeId }) => nodeId === id) ?? nodes?.find((node) => node.id === id))?.name;
  return (
    <div>
      <MessageBar intent={isCancelled ? 'info' : 'error'} layout="multiline">
        <MessageBarBody>
          {!isCancelled && (
            <BarTitle>
              {name === undefined ? text('executions.failed') : text('executions.failedAt', { node: name })}
            </BarTitle>
          )}
          {failureWords(error, text, nameOf)}
        </MessageBarBody>
        <ConfirmSignIn error={error} execution={execution} />
      </MessageBar>
      <SignInConfirmed error={error} execution={execution} />
    </div>
  );
}

/** The execution's version of the flow, drawn with the state of each node. */
function Drawn({ execution: { flowId, flowVersion, timeline, may } }: { execution: ExecutionView }) {
  const page = usePageStyles();
  const text = useText();
  const flow = useFlow(flowId, flowVersion, may.readFlow).data;
  const sketch = useMemo(() => flow && sketchOf(flow), [flow]);
  const marks = useMemo(() => marksOf(timeline), [timeline]);
  if (!sketch) return null; // the timeline shows the same
  return (
    <section className={page.card} aria-labelledby="graph">
      <h2 id="graph" className={page.subheading}>
        {text('flows.graph')}
      </h2>
      <FlowPicture sketch={sketch} marks={marks} />
    </section>
  );
}

/** The mark of each node, from its latest visit (`review.2` is the second visit of `review`). */
const marksOf = (timeline: readonly TimelineEntry[]): Map<string, Mark> =>
  new Map(timeline.map(({ nodeId, status }) => [nodeId.split('.')[0]!, status]));

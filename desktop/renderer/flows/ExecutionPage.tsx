import { Link, MessageBar, MessageBarBody, MessageBarTitle } from '@fluentui/react-components';
import { ArrowLeftRegular } from '@fluentui/react-icons';
import type { ExecutionView } from '../../../contract/executions.ts';
import { useExecution, useMe } from '../api/queries.ts';
import { hrefOf } from '../routes.ts';
import { Failed, Loading } from '../shell/states.tsx';
import { useText } from '../text.ts';
import { When } from '../When.tsx';
import { CancelButton } from './CancelButton.tsx';
import { ContextView } from './ContextView.tsx';
import { usePageStyles } from './page.ts';
import { StatusBadge } from './status.tsx';
import { Timeline } from './Timeline.tsx';
import { WaitingForList } from './WaitingForList.tsx';

/** One run of a flow, as it goes. */
export function ExecutionPage({ id }: { id: string }) {
  const page = usePageStyles();
  const text = useText();
  const execution = useExecution(id);
  return (
    <div className={page.page}>
      <Link href="#/executions" className={page.back}>
        <ArrowLeftRegular aria-hidden />
        {text('title.executions')}
      </Link>
      {execution.isPending ? (
        <Loading />
      ) : execution.data ? (
        <Execution execution={execution.data} />
      ) : (
        <>
          <h1 className={page.heading}>{text('title.execution')}</h1>
          <Failed error={execution.error} onRetry={() => void execution.refetch()} />
        </>
      )}
    </div>
  );
}

function Execution({ execution }: { execution: ExecutionView }) {
  const page = usePageStyles();
  const text = useText();
  const me = useMe().data;
  const { flowId, flowName, flowVersion, status, startedBy, startedAt, error, waitingFor, timeline, context } =
    execution;
  const isOpen = status === 'running' || status === 'waiting';
  const mayCancel = isOpen && me && (me.roles.length > 0 || me.id === startedBy.id);
  return (
    <>
      <header className={page.head}>
        <div>
          <h1 className={page.heading}>{flowName}</h1>
          <div className={page.meta}>
            <StatusBadge status={status} />
            <span>
              {text('executions.startedBy', { name: startedBy.displayName })} · <When at={startedAt} />
            </span>
            <Link href={hrefOf({ page: 'flow', id: flowId })}>{text('flows.version', { version: flowVersion })}</Link>
          </div>
        </div>
        {mayCancel && <CancelButton executionId={execution.id} />}
      </header>
      {error && (
        <MessageBar intent="error" layout="multiline">
          <MessageBarBody>
            <MessageBarTitle>{text('executions.failed')}</MessageBarTitle>
            {error.message}
          </MessageBarBody>
        </MessageBar>
      )}
      {isOpen && waitingFor.length > 0 && <WaitingForList waitingFor={waitingFor} timeline={timeline} />}
      <section className={page.card} aria-labelledby="timeline">
        <h2 id="timeline" className={page.subheading}>
          {text('timeline.title')}
        </h2>
        <Timeline entries={timeline} />
      </section>
      {context && <ContextView context={context} />}
    </>
  );
}

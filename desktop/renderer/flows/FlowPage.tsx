import { Link } from '@fluentui/react-components';
import { ArrowLeftRegular, FlowRegular } from '@fluentui/react-icons';
import { useFlows } from '../api/queries.ts';
import { Empty, Failed, Loading } from '../shell/states.tsx';
import { useText } from '../text.ts';
import { When } from '../When.tsx';
import { ExecutionRows } from './ExecutionList.tsx';
import { usePageStyles } from './page.ts';
import { RunButton } from './RunButton.tsx';

export function FlowPage({ id }: { id: string }) {
  const page = usePageStyles();
  const text = useText();
  const flows = useFlows();
  if (flows.isPending) return <Loading />;
  if (!flows.data) return <Failed isPage error={flows.error} onRetry={() => void flows.refetch()} />;
  const flow = flows.data.find((each) => each.id === id);
  return (
    <div className={page.page}>
      <Link href="#/flows" className={page.back}>
        <ArrowLeftRegular aria-hidden />
        {text('title.flows')}
      </Link>
      {flow ? (
        <>
          <header className={page.head}>
            <div>
              <h1 className={page.heading}>{flow.name}</h1>
              <div className={page.meta}>
                <span>{text('flows.version', { version: flow.version })}</span>
                <span>
                  {text('flows.saved')} <When at={flow.updatedAt} />
                </span>
              </div>
            </div>
            <RunButton flow={flow} appearance="primary" />
          </header>
          {flow.description && <div>{flow.description}</div>}
          <h2 className={page.subheading}>{text('title.executions')}</h2>
          <ExecutionRows flowId={flow.id} />
        </>
      ) : (
        <Empty isPage icon={<FlowRegular />} title={text('flows.missing.title')}>
          {text('flows.missing.text')}
        </Empty>
      )}
    </div>
  );
}

import { Button, Link, MessageBar, MessageBarBody } from '@fluentui/react-components';
import { EditRegular, FlowRegular } from '@fluentui/react-icons';
import { useMemo } from 'react';
import type { FlowSummary, SavedFlow } from '../../../contract/flows.ts';
import { ApiProblem } from '../api/apiProblem.ts';
import { useFlow } from '../api/flows.ts';
import { useFlowRetirement, useListedFlow } from '../api/retirement.ts';
import { hrefOf } from '../routes.ts';
import { RetiredBar } from '../retirement/RetiredBar.tsx';
import { RetirementButton } from '../retirement/RetirementButton.tsx';
import { BackArrow } from '../shell/BackArrow.tsx';
import { Empty, Failed, Loading } from '../shell/states.tsx';
import { useText } from '../text.ts';
import { When } from '../When.tsx';
import { goTo } from '../useRoute.ts';
import { AccessButton } from './AccessButton.tsx';
import { definitionOf } from './definition.ts';
import { ExecutionRows } from './ExecutionList.tsx';
import { FlowPicture } from './FlowPicture.tsx';
import { JsonView } from './JsonView.tsx';
import { usePageStyles } from '../shell/page.ts';
import { RunButton, useRunDialog } from './RunButton.tsx';
import { sketchOf } from './sketch.ts';
import { VersionList } from './VersionList.tsx';

interface Props {
  id: string;
  /** Null: the newest. */
  version: number | null;
}

export function FlowPage({ id, version }: Props) {
  const page = usePageStyles();
  const text = useText();
  const { onRun, runDialog } = useRunDialog();
  const { flow, isPending, error, refetch } = useListedFlow(id);
  if (isPending) return <Loading />;
  if (error) return <Failed isPage error={error} onRetry={refetch} />;
  return (
    <div className={page.page}>
      <Link href="#/flows" className={page.back}>
        <BackArrow />
        {text('title.flows')}
      </Link>
      {flow ? (
        <>
          <Head flow={flow} onRun={onRun} />
          {flow.retiredAt !== null && <RetiredBar at={flow.retiredAt} words={text('flows.retiredText')} />}
          {flow.description && (
            <div>
              <bdi>{flow.description}</bdi>
            </div>
          )}
          {flow.may.read && <Definition flow={flow} version={version ?? flow.version} />}
          <h2 className={page.subheading}>{text('title.executions')}</h2>
          <ExecutionRows filter={{ flow: flow.id }} />
          {flow.may.read && <VersionList flow={flow} />}
        </>
      ) : (
        <Empty isPage icon={<FlowRegular />} title={text('flows.missing.title')}>
          {text('flows.missing.text')}
        </Empty>
      )}
      {runDialog}
    </div>
  );
}

function Head({ flow, onRun }: { flow: FlowSummary; onRun(flow: FlowSummary): void }) {
  const page = usePageStyles();
  const text = useText();
  return (
    <header className={page.head}>
      <div>
        <h1 className={page.heading}>
          <bdi>{flow.name}</bdi>
        </h1>
        <div className={page.meta}>
          <span>{text('flows.version', { version: flow.version })}</span>
          <span>
            {text('flows.saved')} <When at={flow.updatedAt} />
          </span>
        </div>
      </div>
      <div className={page.actions}>
        {flow.may.read && <AccessButton flow={flow} />}
        {flow.may.share && <FlowRetirement flow={flow} />}
        {flow.may.change && (
          <Button icon={<EditRegular />} onClick={() => goTo({ page: 'editFlow', id: flow.id })}>
            {text('flows.edit')}
          </Button>
        )}
        {flow.may.start && <RunButton flow={flow} appearance="primary" onRun={onRun} />}
      </div>
    </header>
  );
}

function FlowRetirement({ flow: { id, name, retiredAt } }: { flow: FlowSummary }) {
  const text = useText();
  return (
    <RetirementButton
      isRetired={retiredAt !== null}
      retirement={useFlowRetirement(id)}
      words={{
        title: text('retire.title', { flow: name }),
        text: text('retire.text'),
        retired: text('retire.said'),
        restored: text('restore.said'),
      }}
    />
  );
}

function Definition({ flow, version }: { flow: FlowSummary; version: number }) {
  const text = useText();
  const saved = useFlow(flow.id, version);
  if (saved.isPending) return <Loading />;
  if (isMissing(saved.error)) return <Older flow={flow} words={text('flows.noVersion', { version })} />;
  if (!saved.data) return <Failed error={saved.error} onRetry={() => void saved.refetch()} />;
  return (
    <>
      {version !== flow.version && (
        <Older flow={flow} words={text('flows.notNewest', { version, newest: flow.version })} />
      )}
      <Drawn saved={saved.data} />
      <JsonView title={text('flows.definition')} value={definitionOf(saved.data)} file={`${flow.id}.json`} />
    </>
  );
}

const isMissing = (error: Error | null): boolean => error instanceof ApiProblem && error.code === 'not_found';

/** Says that this is not the newest version, with a link to that one. */
function Older({ flow: { id }, words }: { flow: FlowSummary; words: string }) {
  const text = useText();
  return (
    <MessageBar intent="info" layout="multiline">
      <MessageBarBody>
        {words}{' '}
        <Link inline href={hrefOf({ page: 'flow', id })}>
          {text('flows.backToNewest')}
        </Link>
      </MessageBarBody>
    </MessageBar>
  );
}

function Drawn({ saved }: { saved: SavedFlow }) {
  const page = usePageStyles();
  const text = useText();
  const sketch = useMemo(() => sketchOf(saved), [saved]);
  return (
    <section className={page.card} aria-labelledby="graph">
      <h2 id="graph" className={page.subheading}>
        {text('flows.graph')}
      </h2>
      <FlowPicture sketch={sketch} />
    </section>
  );
}

import { Button, Link, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { AddRegular, FlowRegular, KeyRegular } from '@fluentui/react-icons';
import type { ReactNode } from 'react';
import type { FlowSummary } from '../../../contract/flows.ts';
import { useFlows, useMe, useRetiredFlows } from '../api/queries.ts';
import { hrefOf } from '../routes.ts';
import { useRetiredOn } from '../retirement/retiredOn.ts';
import { RetirementTabs } from '../retirement/RetirementTabs.tsx';
import { Empty, Failed, Loading } from '../shell/states.tsx';
import { useText } from '../text.ts';
import { goTo } from '../useRoute.ts';
import { usePageStyles } from '../shell/page.ts';
import { RunButton, useRunDialog } from './RunButton.tsx';

const useStyles = makeStyles({
  list: { gap: tokens.spacingVerticalM },
  row: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalL },
  words: {
    flex: 1,
    minWidth: 0,
    overflowWrap: 'anywhere',
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalXXS,
  },
  name: { margin: 0, fontSize: tokens.fontSizeBase400, lineHeight: tokens.lineHeightBase400 },
  link: { color: tokens.colorNeutralForeground1 },
  description: { margin: 0, color: tokens.colorNeutralForeground3 },
});

/** The flows that the person may start or read. @param tab `retired`: only retired ones that the person may read */
export function FlowList({ tab }: { tab: 'retired' | null }) {
  const page = usePageStyles();
  const text = useText();
  const isAuthor = (useMe().data?.roles.length ?? 0) > 0;
  return (
    <div className={page.page}>
      <header className={page.head}>
        <h1 className={page.heading}>{text('title.flows')}</h1>
        {isAuthor && (
          <div className={page.actions}>
            <Button icon={<KeyRegular />} onClick={() => goTo({ page: 'secrets' })}>
              {text('title.secrets')}
            </Button>
            <Button appearance="primary" icon={<AddRegular />} onClick={() => goTo({ page: 'newFlow' })}>
              {text('flows.new')}
            </Button>
          </div>
        )}
      </header>
      <Tabs tab={tab} />
      {tab === 'retired' ? <RetiredFlows /> : <FlowsInUse />}
    </div>
  );
}

/** Only for people who may read a retired flow. */
function Tabs({ tab }: { tab: 'retired' | null }) {
  const text = useText();
  return (
    <RetirementTabs
      label={text('flows.tabs')}
      addresses={{ inUse: hrefOf({ page: 'flows' }), retired: hrefOf({ page: 'flows', tab: 'retired' }) }}
      tab={tab}
      retired={useRetiredFlows().data}
    />
  );
}

function FlowsInUse() {
  const text = useText();
  const flows = useFlows();
  const areTabsPending = useRetiredFlows().isPending; // the tabs would push the rows down
  const { onRun, runDialog } = useRunDialog();
  if (flows.isPending || areTabsPending) return <Loading />;
  if (!flows.data) return <Failed error={flows.error} onRetry={() => void flows.refetch()} />;
  return (
    <>
      <Rows
        flows={flows.data}
        empty={{ title: text('flows.empty.title'), words: text('flows.empty.text') }}
        action={(flow) => flow.may.start && <RunButton flow={flow} onRun={onRun} />}
      />
      {runDialog}
    </>
  );
}

function RetiredFlows() {
  const text = useText();
  const retiredOn = useRetiredOn();
  const flows = useRetiredFlows();
  if (flows.isPending) return <Loading />;
  if (!flows.data) return <Failed error={flows.error} onRetry={() => void flows.refetch()} />;
  return (
    <Rows
      flows={flows.data}
      empty={{ title: text('flows.noneRetired.title'), words: text('flows.noneRetired.text') }}
      note={({ retiredAt }) => retiredOn(retiredAt!)}
    />
  );
}

interface RowsProps {
  flows: readonly FlowSummary[];
  /** What is said if there are none. */
  empty: { title: string; words: string };
  /** What stands beside a flow. */
  action?(flow: FlowSummary): ReactNode;
  /** What is said below its description. */
  note?(flow: FlowSummary): string;
}

function Rows({ flows, empty, action, note }: RowsProps) {
  const page = usePageStyles();
  const styles = useStyles();
  if (flows.length === 0)
    return (
      <Empty icon={<FlowRegular />} title={empty.title}>
        {empty.words}
      </Empty>
    );
  return (
    <ul className={mergeClasses(page.list, styles.list)}>
      {flows.map((flow) => (
        <li key={flow.id} className={mergeClasses(page.card, styles.row)}>
          <FlowWords flow={flow} note={note?.(flow)} />
          {action?.(flow)}
        </li>
      ))}
    </ul>
  );
}

function FlowWords({ flow: { id, name, description }, note }: { flow: FlowSummary; note: string | undefined }) {
  const page = usePageStyles();
  const styles = useStyles();
  return (
    <div className={styles.words}>
      <h2 className={styles.name}>
        <Link className={styles.link} href={hrefOf({ page: 'flow', id })}>
          <bdi>{name}</bdi>
        </Link>
      </h2>
      {description && (
        <p className={styles.description}>
          <bdi>{description}</bdi>
        </p>
      )}
      {note && <div className={page.meta}>{note}</div>}
    </div>
  );
}

import { Button, Link, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { AddRegular, FlowRegular, KeyRegular } from '@fluentui/react-icons';
import type { FlowSummary } from '../../../contract/flows.ts';
import { useFlows, useMe } from '../api/queries.ts';
import { hrefOf } from '../routes.ts';
import { Empty, Failed, Loading } from '../shell/states.tsx';
import { useText } from '../text.ts';
import { goTo } from '../useRoute.ts';
import { usePageStyles } from '../shell/page.ts';
import { RunButton } from './RunButton.tsx';

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

export function FlowList() {
  const page = usePageStyles();
  const styles = useStyles();
  const text = useText();
  const flows = useFlows();
  const isAuthor = (useMe().data?.roles.length ?? 0) > 0;
  if (flows.isPending) return <Loading />;
  if (!flows.data) return <Failed isPage error={flows.error} onRetry={() => void flows.refetch()} />;
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
      {flows.data.length === 0 ? (
        <Empty icon={<FlowRegular />} title={text('flows.empty.title')}>
          {text('flows.empty.text')}
        </Empty>
      ) : (
        <ul className={mergeClasses(page.list, styles.list)}>
          {flows.data.map((flow) => (
            <li key={flow.id} className={mergeClasses(page.card, styles.row)}>
              <FlowWords flow={flow} />
              {flow.may.start && <RunButton flow={flow} />}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function FlowWords({ flow: { id, name, description } }: { flow: FlowSummary }) {
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
    </div>
  );
}

import { makeStyles, MessageBar, MessageBarBody, Tab, TabList, tokens } from '@fluentui/react-components';
import { useMemo, useState } from 'react';
import type { MessagePreview, PreviewBody, ShownQuestion } from '../../../../contract/previews.ts';
import { usePreview } from '../../api/authoring.ts';
import { useApiInputServices } from '../../api/inputServices.ts';
import { InputServicesProvider } from '../../inputs/services.ts';
import { lazyPart } from '../../shell/lazyPart.tsx';
import { Loading } from '../../shell/states.tsx';
import { useText } from '../../text.ts';
import { useSettled } from '../../useSettled.ts';
import { useFormOfNode } from '../edit/formContext.ts';
import { AskedQuestion } from './AskedQuestion.tsx';
import { MailFrame } from './MailFrame.tsx';
import { sampleContext } from './sampleContext.ts';
import { SlackBlocks } from './SlackBlocks.tsx';

const TeamsCard = lazyPart(async () => (await import('./TeamsCard.tsx')).TeamsCard);

const PAUSE_MS = 500;

const useStyles = makeStyles({
  section: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalS, minWidth: 0 },
  summary: { cursor: 'pointer', minHeight: '24px', fontWeight: tokens.fontWeightSemibold },
  tabs: { flexWrap: 'wrap' },
  shown: {
    padding: tokens.spacingHorizontalM,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusMedium,
    overflowX: 'auto',
    minWidth: 0,
  },
  aside: { margin: 0, color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
});

interface Props {
  flowName: string;
  name: string;
  config: Readonly<Record<string, unknown>>;
}

/** A preview of a question on every channel, updated while its author writes. */
export function QuestionPreview(props: Props) {
  const styles = useStyles();
  const text = useText();
  const [isOpen, setOpen] = useState(false);
  return (
    <details className={styles.section} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className={styles.summary}>{text('preview.title')}</summary>
      {isOpen && <OpenPreview {...props} />}
    </details>
  );
}

function OpenPreview({ flowName, name, config }: Props) {
  const styles = useStyles();
  const text = useText();
  const { givens } = useFormOfNode();
  const [channel, choose] = useState('web');
  const body = useMemo(
    (): PreviewBody => ({ flowName, name, config, context: sampleContext(givens) }),
    [flowName, name, config, givens],
  );
  const settled = useSettled(body, PAUSE_MS);
  const { data, error } = usePreview(settled);
  if (error)
    return (
      <MessageBar intent="info" layout="multiline">
        <MessageBarBody>{text('preview.notYet')}</MessageBarBody>
      </MessageBar>
    );
  if (!data) return <Loading rows={2} />;
  const shown = data.channels.find((each) => each.name === channel);
  return (
    <div className={styles.section}>
      <TabList
        size="small"
        className={styles.tabs}
        selectedValue={channel}
        onTabSelect={(_event, { value }) => choose(String(value))}
      >
        <Tab value="web">{text('preview.web')}</Tab>
        {data.channels.map((each) => (
          <Tab key={each.name} value={each.name}>
            {each.displayName}
          </Tab>
        ))}
      </TabList>
      <div className={styles.shown}>{shown ? <Message {...shown.message} /> : <WebQuestion question={data.web} />}</div>
      <p className={styles.aside}>{text('preview.hint')}</p>
    </div>
  );
}

function Message(message: MessagePreview) {
  switch (message.kind) {
    case 'card':
      return <TeamsCard card={message.card} />;
    case 'blocks':
      return <SlackBlocks blocks={message.blocks} />;
    case 'mail':
      return <MailFrame subject={message.subject} html={message.html} />;
  }
}

/** With working fields; input is discarded. */
function WebQuestion({ question }: { question: ShownQuestion }) {
  const text = useText();
  const services = useApiInputServices(null);
  return (
    <InputServicesProvider value={services}>
      <AskedQuestion
        key={JSON.stringify([question.variables, question.comment])}
        question={question}
        submitLabel={text('preview.send')}
        pickHint=""
        renderProblem={() => null}
        staysOpen
        onSubmit={async () => undefined}
      />
    </InputServicesProvider>
  );
}

import { Button, MessageBar, MessageBarActions, MessageBarBody } from '@fluentui/react-components';
import { wordsFor } from '../problemWords.ts';
import { useText, type TextId } from '../text.ts';
import { FaultList } from './FaultList.tsx';
import type { Fault } from './faults.ts';
import { useSketch, type useFlowEditing } from './useFlowEditing.ts';

interface Props {
  editing: ReturnType<typeof useFlowEditing>;
  /** Why the last chosen file was refused. */
  refused: TextId | null;
  hasLines: boolean;
  onGo(fault: Fault): void;
}

/** The faults of a definition, and failures to save it. */
export function Problems({ editing, refused, hasLines, onGo }: Props) {
  const text = useText();
  const { source, sent, faults, doubts, saving, noDefinition, isOvertaken } = editing;
  const foundIn = editing.faultsOf ?? source;
  const { sketch } = useSketch(foundIn);
  const isNamed = sent !== null && editing.isRefused;
  return (
    <>
      {faults.length > 0 && (
        <FaultList
          faults={faults}
          nodes={sketch.nodes}
          source={foundIn}
          kind={isNamed ? 'refused' : 'todo'}
          hasLines={hasLines}
          onGo={onGo}
        />
      )}
      {doubts.length > 0 && (
        <FaultList faults={doubts} nodes={sketch.nodes} source={source} kind="doubt" hasLines={hasLines} onGo={onGo} />
      )}
      {saving.error && !isNamed && !isOvertaken && noDefinition === null && sent === source && (
        <Trouble words={wordsFor(saving.error, text)} />
      )}
      {refused && <Trouble words={text(refused)} />}
    </>
  );
}

/** Shown beside the text: it cannot be sent. Text that is not JSON may only be unfinished, until it is sent. */
export function NoDefinition({ editing: { sent, noDefinition } }: Pick<Props, 'editing'>) {
  if (noDefinition === null || (sent === null && !noDefinition.isComplete)) return null;
  return <Trouble words={noDefinition.words} />;
}

function Trouble({ words }: { words: string }) {
  return (
    <MessageBar intent="error" layout="multiline">
      <MessageBarBody>{words}</MessageBarBody>
    </MessageBar>
  );
}

/** Says that unsaved text from an earlier visit was restored. */
export function Back({ onDiscard }: { onDiscard(): void }) {
  const text = useText();
  return (
    <MessageBar layout="multiline">
      <MessageBarBody>{text('editor.back')}</MessageBarBody>
      <MessageBarActions>
        <Button onClick={onDiscard}>{text('editor.back.discard')}</Button>
      </MessageBarActions>
    </MessageBar>
  );
}

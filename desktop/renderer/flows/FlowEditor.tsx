import {
  Button,
  Link,
  makeStyles,
  MessageBar,
  MessageBarActions,
  MessageBarBody,
  tokens,
} from '@fluentui/react-components';
import { SaveRegular } from '@fluentui/react-icons';
import { useEffect, useMemo, useRef, useState, type RefObject } from 'react';
import type { SavedFlow } from '../../../contract/flows.ts';
import { wordsFor } from '../problemWords.ts';
import { hrefOf } from '../routes.ts';
import { useText, type TextId } from '../text.ts';
import { FaultList } from './FaultList.tsx';
import { FileButton } from './FileButton.tsx';
import type { Mark } from './FlowGraph.tsx';
import { FlowPicture } from './FlowPicture.tsx';
import { JsonEditor } from './JsonEditor.tsx';
import { lineAt, type Span } from './jsonPlaces.ts';
import { Overtaken } from './Overtaken.tsx';
import { usePageStyles } from '../shell/page.ts';
import { useFlowEditing, useSketch } from './useFlowEditing.ts';

const MOST_BYTES = 1_048_576;
const LINE_PX = 20;
/** Stands where bytes were no UTF-8. */
const LOST = '\uFFFD';
const HINT = 'editor-hint';

const useStyles = makeStyles({
  editor: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalL },
  bar: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalS },
  problems: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalM,
    outline: 'none',
    ':empty': { display: 'none' },
  },
  hint: { margin: 0, color: tokens.colorNeutralForeground3 },
});

interface Props {
  /** The flow as it was saved last; null for a new one. */
  newest: SavedFlow | null;
  /** The definition as it is, or one to begin with. */
  original: string;
}

/** A definition as text, drawn as it is typed; what the server finds wrong with it is shown at the node. */
export function FlowEditor({ newest, original }: Props) {
  const styles = useStyles();
  const text = useText();
  const editing = useFlowEditing(newest, original);
  const { source, change, faults, wrongAt, saving, sent } = editing;
  const [refused, setRefused] = useState<TextId | null>(null);
  const area = useRef<HTMLTextAreaElement>(null);
  const problems = useFocusOn(saving.error);

  const select = (span: Span | null): void => {
    if (!area.current || !span) return;
    area.current.focus();
    area.current.setSelectionRange(span.start, span.end);
    area.current.scrollTop = Math.max(0, lineAt(source, span.start) - 4) * LINE_PX;
  };
  const save = (after?: number): void => {
    if (!editing.save(after)) select({ start: wrongAt!, end: wrongAt! + 1 });
  };
  /** The button that was pressed goes away: the author goes on in the text. */
  const discard = (): void => {
    change(original);
    area.current?.focus();
  };
  const take = async (file: File): Promise<void> => {
    if (file.size > MOST_BYTES) return setRefused('editor.tooLarge');
    const read = await file.text();
    if (read.includes(LOST)) return setRefused('editor.notText');
    setRefused(null);
    change(read);
  };
  return (
    <div className={styles.editor}>
      <p id={HINT} className={styles.hint}>
        {text('editor.hint')}
      </p>
      <SecretsLink />
      <div ref={problems} tabIndex={-1} className={styles.problems}>
        {editing.isBack && <Back onDiscard={discard} />}
        {newest && editing.isOvertaken && <Overtaken by={newest} onSave={() => save(newest.version)} />}
        <Problems editing={editing} refused={refused} onGo={select} />
      </div>
      <JsonEditor
        value={source}
        label={text('editor.label')}
        describedBy={HINT}
        isInvalid={sent !== null && (wrongAt !== null || faults.length > 0)}
        wrongLines={editing.wrongLines}
        area={area}
        onChange={change}
      />
      <div className={styles.bar}>
        <Button appearance="primary" icon={<SaveRegular />} disabledFocusable={saving.isPending} onClick={() => save()}>
          {text(newest === null ? 'editor.save' : 'editor.saveNext')}
        </Button>
        <FileButton onFile={(file) => void take(file)} />
        {source !== original && !editing.isBack && <Button onClick={discard}>{text('editor.discard')}</Button>}
      </div>
      <Preview editing={editing} onChoose={(nodeId) => select(editing.placeOfNode(nodeId))} />
    </div>
  );
}

/** Keys do not belong into a definition: where they do belong. What is written here is kept meanwhile. */
function SecretsLink() {
  const page = usePageStyles();
  const text = useText();
  return (
    <Link href={hrefOf({ page: 'secrets' })} className={page.back}>
      {text('editor.secrets')}
    </Link>
  );
}

/** What has focus as soon as there is something wrong. */
function useFocusOn(error: Error | null): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (error) place.current?.focus();
  }, [error]);
  return place;
}

type Editing = ReturnType<typeof useFlowEditing>;

interface ProblemsProps {
  editing: Editing;
  /** Why the file that was chosen last was not taken. */
  refused: TextId | null;
  onGo(span: Span | null): void;
}

function Problems({ editing, refused, onGo }: ProblemsProps) {
  const text = useText();
  const { source, sent, faults, saving, wrongAt, isOvertaken } = editing;
  const { names } = useSketch(sent ?? source);
  return (
    <>
      {sent !== null && faults.length > 0 && (
        <FaultList faults={faults} names={names} source={sent} onGo={({ span }) => onGo(span)} />
      )}
      {saving.error && faults.length === 0 && !isOvertaken && wrongAt === null && (
        <Trouble words={wordsFor(saving.error, text)} />
      )}
      {sent !== null && wrongAt !== null && (
        <Trouble words={text('editor.notJson', { line: lineAt(source, wrongAt) })} />
      )}
      {refused && <Trouble words={text(refused)} />}
    </>
  );
}

function Preview({ editing: { source, faults }, onChoose }: { editing: Editing; onChoose(nodeId: string): void }) {
  const page = usePageStyles();
  const text = useText();
  const { sketch } = useSketch(source);
  const marks = useMemo(() => new Map(faults.map(({ nodeId }): [string, Mark] => [nodeId ?? '', 'fault'])), [faults]);
  return (
    <section className={page.card} aria-labelledby="graph">
      <h2 id="graph" className={page.subheading}>
        {text('flows.graph')}
      </h2>
      <FlowPicture sketch={sketch} marks={marks} faults={faults} onChoose={onChoose} />
    </section>
  );
}

/** What was typed on an earlier visit stands here again. */
function Back({ onDiscard }: { onDiscard(): void }) {
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

function Trouble({ words }: { words: string }) {
  return (
    <MessageBar intent="error" layout="multiline">
      <MessageBarBody>{words}</MessageBarBody>
    </MessageBar>
  );
}

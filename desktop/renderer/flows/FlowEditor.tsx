import {
  Button,
  Link,
  makeStyles,
  MessageBar,
  MessageBarActions,
  MessageBarBody,
  tokens,
  useAnnounce,
} from '@fluentui/react-components';
import { useEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import type { SavedFlow } from '../../../contract/flows.ts';
import { useNodeTypes } from '../api/authoring.ts';
import { usePreference } from '../preferences.ts';
import { hrefOf } from '../routes.ts';
import { Failed, Loading } from '../shell/states.tsx';
import { useText, type TextId } from '../text.ts';
import { AboutFlow } from './edit/AboutFlow.tsx';
import { UnreadJsonProvider } from './edit/unreadJson.ts';
import { DrawnEditor, type Steps } from './edit/DrawnEditor.tsx';
import { definitionOf } from './definition.ts';
import { EditorBar } from './EditorBar.tsx';
import { Back, Problems } from './EditorProblems.tsx';
import type { Fault } from './faults.ts';
import { textOfFile } from './fileText.ts';
import { readJson, type Span } from './jsonPlaces.ts';
import { isRecord } from './sketch.ts';
import { Overtaken } from './Overtaken.tsx';
import { usePageStyles } from '../shell/page.ts';
import type { TextHandle } from './JsonEditor.tsx';
import { TextView } from './TextView.tsx';
import { Unread } from './Unread.tsx';
import { useFlowEditing } from './useFlowEditing.ts';
import { useStandStill } from './useStandStill.ts';

const MOST_BYTES = 1_048_576;

const useStyles = makeStyles({
  editor: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalL, minWidth: 0 },
  problems: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalM,
    outline: 'none',
    ':empty': { display: 'none' },
  },
});

interface Props {
  /** The last saved version; null for a new flow. */
  newest: SavedFlow | null;
  /** The name of the unsaved new flow to go on with; null if it has just been begun. */
  keptAs?: string | null;
  /** The saved definition, or the template of a new one. */
  original: string;
}

/** The editor of a definition, as a drawing and as text; each follows the other. */
export function FlowEditor({ newest, keptAs = null, original }: Props) {
  const styles = useStyles();
  const editing = useTold(useFlowEditing(newest, original, keptAs));
  const { source, change, saving, noDefinition, keeper } = editing;
  const { view, look, area, first, goToText, chosen, choose, openings, open, showStep } = useViews();
  const { refused, take } = useFile((read) => change(read, null));
  const problems = useFocusOn(saving.error);
  useStandStill(problems);
  const save = (after?: number): void => {
    if (editing.save(after)) return;
    if (noDefinition) goToText({ start: noDefinition.at, end: noDefinition.at + 1 });
    else problems.current?.focus();
  };
  /** The pressed button disappears, so the focus moves to the text. */
  const discard = (): void => {
    keeper.forgetAll();
    change(original, null);
    if (view === 'text') area.current?.focus();
    else problems.current?.focus();
  };
  const goTo = ({ span, nodeId }: Fault): void => {
    if (view === 'drawing' && nodeId !== null) open(nodeId);
    else if (span) goToText(span);
  };
  return (
    <div className={styles.editor} onKeyDown={(event) => takeBack(event, editing)}>
      <div ref={problems} tabIndex={-1} className={styles.problems}>
        {editing.isBack && <Back onDiscard={discard} />}
        {newest && editing.isOvertaken && (
          <Overtaken by={newest} madeOn={editing.madeOn} onSave={() => save(newest.version)} onTakeTheirs={discard} />
        )}
        <Problems editing={editing} refused={refused} hasLines={view === 'text'} onGo={goTo} />
        <Unread editing={editing} open={view === 'drawing' ? chosen : null} onGo={showStep} />
      </div>
      <EditorBar
        editing={editing}
        view={view}
        onView={look}
        isNew={newest === null}
        onFile={(file) => void take(file)}
        onDiscard={source !== original && !editing.isBack ? discard : null}
        onSave={() => save()}
      />
      {view === 'text' ? (
        <TextView editing={editing} area={area} first={first} />
      ) : (
        <Drawing
          editing={editing}
          isNew={newest === null}
          chosen={chosen}
          openings={openings}
          onChoose={choose}
          onOpen={open}
          onText={() => goToText({ start: noDefinition?.at ?? 0, end: noDefinition?.at ?? 0 })}
        />
      )}
      <SecretsLink />
    </div>
  );
}

/** The current view and step, and functions that jump to a place in the text or to a step, whatever is in view. */
function useViews() {
  const [view, setView] = usePreference('flowView', ['drawing', 'text'] as const, 'drawing');
  const [first, selectFirst] = useState<Span | null>(null);
  const [chosen, choose] = useState<string | null>(null);
  const [openings, setOpenings] = useState(0);
  const area = useRef<TextHandle>(null);
  const look = (next: typeof view, place: Span | null = null): void => {
    selectFirst(place);
    setView(next);
  };
  const goToText = (span: Span): void => (area.current ? area.current.select(span) : look('text', span));
  /** Unlike `choose`, leads to the step's form even if that is open already. */
  const open = (nodeId: string): void => {
    choose(nodeId);
    setOpenings((before) => before + 1);
  };
  const showStep = (nodeId: string): void => {
    look('drawing');
    open(nodeId);
  };
  const shown = { view, look: (next: typeof view) => look(next), area, first, goToText };
  return { ...shown, chosen, choose, openings, open, showStep };
}

/** Imports a definition from a file, or says why it was refused. */
function useFile(onTaken: (source: string) => void) {
  const [refused, setRefused] = useState<TextId | null>(null);
  const take = async (file: File): Promise<void> => {
    if (file.size > MOST_BYTES) return setRefused('editor.tooLarge');
    const read = textOfFile(new Uint8Array(await file.arrayBuffer()));
    if (read === null) return setRefused('editor.notText');
    setRefused(null);
    onTaken(asDefinition(read.replace(/\r\n?/g, '\n'))); // one kind of line ending, so that offsets agree
  };
  return { refused, take };
}

/** The API returns a saved flow together with its version, which is no part of the definition. */
function asDefinition(source: string): string {
  const read = readJson(source);
  const isSaved = read.ok && isRecord(read.value) && 'version' in read.value && 'updatedAt' in read.value;
  return isSaved ? JSON.stringify(definitionOf(read.value as SavedFlow), null, 2) : source;
}

type Editing = ReturnType<typeof useFlowEditing>;

/** The same, with undo and redo announced to screen readers: what they change may be anywhere. */
function useTold(editing: Editing): Editing {
  const text = useText();
  const { announce } = useAnnounce();
  const told = (step: () => void, words: TextId) => (): void => {
    step();
    announce(text(words));
  };
  return { ...editing, undo: told(editing.undo, 'draw.said.undone'), redo: told(editing.redo, 'draw.said.redone') };
}

/** Handles undo and redo. Text fields use the browser's own; the code editor leaves them to us. */
function takeBack(event: KeyboardEvent, { undo, redo, canUndo, canRedo }: Editing): void {
  const target = event.target as HTMLElement;
  const isField = target.closest('input, textarea, [contenteditable]') !== null && !target.closest('.cm-content');
  if (!(event.ctrlKey || event.metaKey) || isField) return;
  const key = event.key.toLowerCase();
  const isRedo = key === 'y' || (key === 'z' && event.shiftKey);
  if (key !== 'z' && key !== 'y') return;
  event.preventDefault();
  if (isRedo && canRedo) redo();
  else if (!isRedo && canUndo) undo();
}

interface DrawingProps extends Steps {
  editing: Editing;
  isNew: boolean;
  onText(): void;
}

function Drawing({ editing, isNew, onText, ...steps }: DrawingProps) {
  const { draft, apply, faults, noDefinition, keeper } = editing;
  const text = useText();
  const types = useNodeTypes();
  if (draft === null)
    return (
      <MessageBar intent="warning" layout="multiline">
        <MessageBarBody>{noDefinition?.isComplete ? noDefinition.words : text('draw.noDraft')}</MessageBarBody>
        <MessageBarActions>
          <Button onClick={onText}>{text('draw.toText')}</Button>
        </MessageBarActions>
      </MessageBar>
    );
  if (types.isPending) return <Loading />;
  if (!types.data) return <Failed error={types.error} onRetry={() => void types.refetch()} />;
  return (
    <UnreadJsonProvider value={keeper}>
      <AboutFlow draft={draft} apply={apply} faults={faults} isNew={isNew} />
      <DrawnEditor draft={draft} apply={apply} faults={faults} types={types.data} {...steps} />
    </UnreadJsonProvider>
  );
}

/** A link to the secrets page, because secrets do not belong in a definition. Unsaved text is kept. */
function SecretsLink() {
  const page = usePageStyles();
  const text = useText();
  return (
    <Link href={hrefOf({ page: 'secrets' })} className={page.back}>
      {text('editor.secrets')}
    </Link>
  );
}

/** Moves the focus to the element when there is an error. */
function useFocusOn(error: Error | null): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (error) place.current?.focus();
  }, [error]);
  return place;
}

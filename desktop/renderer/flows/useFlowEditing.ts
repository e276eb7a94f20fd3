import { useDeferredValue, useMemo, useState } from 'react';
import type { SavedFlow } from '../../../contract/flows.ts';
import type { CheckedFlow } from '../../../contract/nodeTypes.ts';
import { ApiProblem } from '../api/apiProblem.ts';
import { useCheckedFlow } from '../api/authoring.ts';
import { useSaveFlow } from '../api/flows.ts';
import { useDrafts } from '../drafts/DraftsProvider.tsx';
import { fieldWords } from '../inputs/fieldWords.ts';
import { useText, type Text } from '../text.ts';
import { goTo } from '../useRoute.ts';
import { useSettled } from '../useSettled.ts';
import { definitionOf } from './definition.ts';
import { changesBetween } from './draft/changes.ts';
import type { Draft } from './draft/draft.ts';
import { rewriteJson } from './draft/jsonText.ts';
import { useUnreadKeeper } from './edit/unreadJson.ts';
import { faultsOf, idsOf, withNames, type Fault } from './faults.ts';
import { lineAt, readJson, type ReadJson, type Span } from './jsonPlaces.ts';
import { isRecord, sketchOf } from './sketch.ts';
import { useUnsavedText } from './useUnsavedText.ts';

/** The pause in typing before the server checks the text. */
const CHECK_AFTER_MS = 400;
const NONE: readonly Fault[] = [];

/**
 * The state of a definition being edited as text and drawing: its faults, and saving it. Unsaved changes are kept, so
 * leaving the page loses nothing.
 *
 * @param newest null for a new flow
 * @param original the saved definition, or the template of a new one
 * @param keptAs the name of the unsaved new flow; null if it has just been begun
 */
export function useFlowEditing(newest: SavedFlow | null, original: string, keptAs: string | null) {
  const text = useText();
  const version = newest?.version ?? null;
  const unsaved = useUnsavedText(newest?.id ?? keptAs, version, original);
  const { source, madeOn } = unsaved;
  const [sent, setSent] = useState<string | null>(null);
  const saving = useSaveFlow(newest?.id ?? null, isWordForWord);
  const read = useMemo(() => readJson(source), [source]);
  const draft = read.ok && isObject(read.value) ? read.value : null;
  const keeper = useUnreadKeeper(useDrafts().unreadJson, draft, newest?.id ?? keptAs);
  const refused = useMemo(() => (sent === null ? [] : faultsIn(saving.error, sent, text)), [saving.error, sent, text]);
  const live = useLiveFaults(source, read, text);
  const isRefused = sent === source && refused.length > 0;
  const noDefinition = useMemo(() => whyNoDefinition(source, read, text), [source, read, text]);
  const places = isRefused ? refused : live.of === source ? live.faults : NONE;
  const wrong = useMemo(
    () =>
      noDefinition
        ? [{ start: noDefinition.at, end: noDefinition.at + 1, message: noDefinition.words }]
        : places.flatMap(({ span, message }) => (span ? [{ ...span, message }] : [])),
    [places, noDefinition],
  );

  /** @returns false if the text is no definition, or something was typed that is not in it */
  const save = (after = madeOn): boolean => {
    setSent(source);
    if (draft === null || keeper.unread.length > 0) return false;
    const onSuccess = ({ id }: SavedFlow): void => goTo({ page: 'flow', id });
    // runs even if the author left the page in the meantime
    saving.mutateAsync({ definition: draft, after }, { onSuccess }).then(
      (saved) => unsaved.settle(saved, source),
      () => undefined,
    );
    return true;
  };
  const isOvertaken = madeOn !== version && !saving.isPending && !saving.isSuccess;
  return {
    ...unsaved,
    /** The definition as an object; null while the text is not one. */
    draft,
    apply: (next: Draft, of?: string): void => unsaved.change(rewriteJson(source, next), of ?? null),
    save,
    /** What was typed into fields of the drawing and is not in the definition. */
    keeper,
    /** Another version was saved since this one was started. */
    isOvertaken,
    /** Unsaved text was restored, and no other message says so. */
    isBack: unsaved.isUntouched && !isOvertaken && sent === null,
    saving,
    sent,
    faults: isRefused ? refused : live.faults,
    /** Warnings: saving is possible, but the author probably made a mistake. */
    doubts: live.of === source ? live.doubts : NONE,
    /** The text in which the faults were found. */
    faultsOf: isRefused ? sent : live.of,
    isRefused,
    /** Why the text is no definition; null if it is one, with faults or without. */
    noDefinition,
    /** The faults to mark in the current text. */
    wrong,
    placeOfNode: (nodeId: string): Span | null => {
      return (read.ok && read.places.get(`nodes.${idsOf(read.value).indexOf(nodeId)}`)) || null;
    },
  };
}

const isObject = (value: unknown): value is Draft => isRecord(value) && !Array.isArray(value);

/** Why a text is no definition, and where to look. */
export interface NoDefinition {
  at: number;
  words: string;
  /** It is JSON of another kind, so that writing on does not help. */
  isComplete: boolean;
}

function whyNoDefinition(source: string, read: ReadJson, text: Text): NoDefinition | null {
  if (!read.ok)
    return { at: read.offset, words: text('editor.notJson', { line: lineAt(source, read.offset) }), isComplete: false };
  if (isObject(read.value)) return null;
  return { at: source.search(/\S/), words: text('editor.notObject'), isComplete: true };
}

const isWordForWord = (definition: unknown, saved: SavedFlow): boolean =>
  isRecord(definition) && changesBetween(definition, definitionOf(saved)).length === 0;

interface Live {
  of: string;
  faults: readonly Fault[];
  doubts: readonly Fault[];
}

/**
 * Lets the server check the definition when the author pauses; nothing is stored. What it found stays while the author
 * goes on, so that nothing jumps; but not if they pause at a text that is no definition, which has other places.
 */
function useLiveFaults(source: string, read: ReadJson, text: Text): Live {
  const settled = useSettled(source, CHECK_AFTER_MS);
  const asked = settled === source && read.ok && isObject(read.value) ? { text: source, value: read.value } : null;
  const isLeft = useMemo(() => !isDefinition(settled), [settled]) && !(read.ok && isObject(read.value));
  const { data } = useCheckedFlow(asked);
  return useMemo(() => {
    if (!data || isLeft) return { of: '', faults: NONE, doubts: NONE };
    const { of, doubts, ...said } = data;
    const read = readJson(of.text) as Extract<ReadJson, { ok: true }>; // only valid JSON is checked
    const at = (extra: Pick<CheckedFlow, 'fields' | 'checks'>) => placed(extra, read, text);
    return { of: of.text, faults: at(said), doubts: doubts ? at(doubts) : NONE };
  }, [data, isLeft, text]);
}

function isDefinition(source: string): boolean {
  const read = readJson(source);
  return read.ok && isObject(read.value);
}

/** The drawing follows with low priority; while the text is not JSON it stays unchanged. */
export function useSketch(source: string) {
  const later = useDeferredValue(source);
  const [last, setLast] = useState(() => ({ source: later, sketch: sketchIn(later) ?? sketchOf(null) }));
  if (last.source !== later) setLast({ source: later, sketch: sketchIn(later) ?? last.sketch });
  return { sketch: last.sketch };
}

function sketchIn(source: string) {
  const read = readJson(source);
  return read.ok ? sketchOf(read.value) : null;
}

function faultsIn(error: Error | null, sent: string, text: Text): Fault[] {
  const read = readJson(sent);
  if (!(error instanceof ApiProblem) || !error.extra.fields || !read.ok) return [];
  return placed(error.extra, read, text);
}

/** The faults in words, each at its place. */
function placed(
  { fields, checks = {} }: Pick<ApiProblem['extra'], 'fields' | 'checks'>,
  { value, places }: Extract<ReadJson, { ok: true }>,
  text: Text,
): Fault[] {
  const extra = { fields, checks: withNames(checks, value) };
  return faultsOf(fieldWords({ extra }, text), { definition: value, places });
}

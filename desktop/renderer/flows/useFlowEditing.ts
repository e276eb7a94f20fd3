import { useDeferredValue, useMemo, useState } from 'react';
import type { SavedFlow } from '../../../contract/flows.ts';
import { ApiProblem } from '../api/apiProblem.ts';
import { useSaveFlow } from '../api/flows.ts';
import { goTo } from '../useRoute.ts';
import { faultsOf, idsOf, type Fault } from './faults.ts';
import { lineAt, readJson, type Span } from './jsonPlaces.ts';
import { sketchOf } from './sketch.ts';

interface Draft {
  text: string;
  /** The version that the author changes; null in a new flow. */
  madeOn: number | null;
}

/** What was typed and not saved, for as long as the client is open: leaving the page by mistake loses nothing. */
const drafts = new Map<string, Draft>();

/**
 * A definition being written: its text, what is wrong with it, and saving it.
 *
 * @param newest null for a new flow
 * @param original the definition as it is, or one to begin with
 */
export function useFlowEditing(newest: SavedFlow | null, original: string) {
  const key = newest?.id ?? '';
  const version = newest?.version ?? null;
  const [draft, setDraft] = useState(() => drafts.get(key) ?? null);
  const { text: source, madeOn } = draft ?? { text: original, madeOn: version };
  const [sent, setSent] = useState<string | null>(null);
  const saving = useSaveFlow(newest?.id ?? null);
  const read = useMemo(() => readJson(source), [source]);
  const faults = useMemo(() => (sent === null ? [] : faultsIn(saving.error, sent)), [saving.error, sent]);
  const wrongAt = read.ok ? null : read.offset;
  const shown = sent === source ? faults.flatMap(({ span }) => (span ? [span.start] : [])) : [];

  const change = (text: string): void => {
    const next = text === original ? null : { text, madeOn };
    setDraft(next);
    if (next) drafts.set(key, next);
    else drafts.delete(key);
  };
  /** @returns false where there is no JSON to be sent */
  const save = (after = madeOn): boolean => {
    setSent(source);
    if (!read.ok) return false;
    const onSuccess = ({ id }: SavedFlow): void => {
      drafts.delete(key);
      goTo({ page: 'flow', id });
    };
    saving.mutate({ definition: read.value, after }, { onSuccess });
    return true;
  };
  return {
    source,
    change,
    save,
    /** Another version was saved since this one was begun. */
    isOvertaken: madeOn !== version && !saving.isPending && !saving.isSuccess,
    saving,
    sent,
    faults,
    /** Where the text ceases to be JSON. */
    wrongAt,
    wrongLines: new Set((wrongAt === null ? shown : [wrongAt]).map((offset) => lineAt(source, offset))),
    placeOfNode: (nodeId: string): Span | null => {
      return (read.ok && read.places.get(`nodes.${idsOf(read.value).indexOf(nodeId)}`)) || null;
    },
  };
}

/** The drawing follows when there is time; while the text is no JSON it stays as it was. */
export function useSketch(source: string) {
  const later = useDeferredValue(source);
  const [last, setLast] = useState(() => ({ source: later, sketch: sketchIn(later) ?? sketchOf(null) }));
  if (last.source !== later) setLast({ source: later, sketch: sketchIn(later) ?? last.sketch });
  const { sketch } = last;
  const names = useMemo(() => new Map(sketch.nodes.map(({ id, name }) => [id, name])), [sketch]);
  return { sketch, names };
}

function sketchIn(source: string) {
  const read = readJson(source);
  return read.ok ? sketchOf(read.value) : null;
}

function faultsIn(error: Error | null, sent: string): Fault[] {
  const read = readJson(sent);
  if (!(error instanceof ApiProblem) || !error.extra.fields || !read.ok) return [];
  return faultsOf(error.extra.fields, { definition: read.value, places: read.places });
}

import { useDeferredValue, useMemo, useState } from 'react';
import type { SavedFlow } from '../../../contract/flows.ts';
import { ApiProblem } from '../api/apiProblem.ts';
import { useSaveFlow } from '../api/flows.ts';
import { fieldWords } from '../inputs/fieldWords.ts';
import { useDrafts } from '../drafts/DraftsProvider.tsx';
import { useText, type Text } from '../text.ts';
import { goTo } from '../useRoute.ts';
import { faultsOf, idsOf, type Fault } from './faults.ts';
import { lineAt, readJson, type Span } from './jsonPlaces.ts';
import { sketchOf } from './sketch.ts';

/**
 * A definition being written: its text, what is wrong with it, and saving it. What was not saved is kept: leaving the
 * page by mistake loses nothing.
 *
 * @param newest null for a new flow
 * @param original the definition as it is, or one to begin with
 */
export function useFlowEditing(newest: SavedFlow | null, original: string) {
  const text = useText();
  const key = newest?.id ?? '';
  const version = newest?.version ?? null;
  const { definitions } = useDrafts();
  const [unsaved, setUnsaved] = useState(() => definitions.read(key));
  const [isUntouched, setUntouched] = useState(unsaved !== null);
  const { text: source, madeOn } = unsaved ?? { text: original, madeOn: version };
  const [sent, setSent] = useState<string | null>(null);
  const saving = useSaveFlow(newest?.id ?? null);
  const read = useMemo(() => readJson(source), [source]);
  const faults = useMemo(() => (sent === null ? [] : faultsIn(saving.error, sent, text)), [saving.error, sent, text]);
  const wrongAt = read.ok ? null : read.offset;
  const shown = sent === source ? faults.flatMap(({ span }) => (span ? [span.start] : [])) : [];

  const change = (text: string): void => {
    const next = text === original ? null : { text, madeOn };
    setUnsaved(next);
    setUntouched(false);
    if (next) definitions.write(key, next);
    else definitions.clear(key);
  };
  /** What was typed while it was saved is a change to what was saved. */
  const settle = ({ id, version: after }: SavedFlow): void => {
    const last = definitions.read(key);
    definitions.clear(key);
    if (last && last.text !== source) definitions.write(id, { text: last.text, madeOn: after });
  };
  /** @returns false where there is no JSON to be sent */
  const save = (after = madeOn): boolean => {
    setSent(source);
    if (!read.ok) return false;
    const onSuccess = ({ id }: SavedFlow): void => goTo({ page: 'flow', id });
    // settled also when the author has left the page meanwhile
    saving.mutateAsync({ definition: read.value, after }, { onSuccess }).then(settle, () => undefined);
    return true;
  };
  const isOvertaken = madeOn !== version && !saving.isPending && !saving.isSuccess;
  return {
    source,
    change,
    save,
    /** Another version was saved since this one was begun. */
    isOvertaken,
    /** It is as the author left it, and nothing else says so. */
    isBack: isUntouched && !isOvertaken && sent === null,
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

function faultsIn(error: Error | null, sent: string, text: Text): Fault[] {
  const read = readJson(sent);
  if (!(error instanceof ApiProblem) || !error.extra.fields || !read.ok) return [];
  return faultsOf(fieldWords(error, text), { definition: read.value, places: read.places });
}

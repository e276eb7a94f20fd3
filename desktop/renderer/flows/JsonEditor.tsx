import { setDiagnostics, type Diagnostic } from '@codemirror/lint';
import { Compartment, EditorState, type Text } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { makeStyles, tokens } from '@fluentui/react-components';
import { useEffect, useEffectEvent, useImperativeHandle, useLayoutEffect, useRef, useState, type Ref } from 'react';
import { nonceOfPage } from '../nonce.ts';
import { codeExtensions, followText } from './code/codeEditor.ts';
import type { Offers } from './code/offers.ts';
import type { Span } from './jsonPlaces.ts';

const useStyles = makeStyles({
  editor: {
    height: 'min(60vh, 560px)',
    border: `1px solid ${tokens.colorNeutralStrokeAccessible}`,
    borderRadius: tokens.borderRadiusMedium,
    overflow: 'hidden',
    ':focus-within': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
});

/** The imperative handle of the text editor. */
export interface TextHandle {
  focus(): void;
  select(span: Span): void;
}

/** A fault and its place in the text. */
export interface Wrong extends Span {
  message: string;
}

interface Props {
  value: string;
  label: string;
  describedBy: string;
  isInvalid: boolean;
  wrong: readonly Wrong[];
  /** Translations of the editor library's phrases, by their English. */
  phrases: Record<string, string>;
  area: Ref<TextHandle>;
  /** The initial selection. */
  first: Span | null;
  offersAt(text: string, offset: number): Offers | null;
  /** @param isTyped plain typing, which is undone as one step */
  onChange(value: string, isTyped: boolean): void;
  onHistory(step: 'undo' | 'redo'): void;
}

/** The code editor of a definition, with line numbers, highlighting, completion and underlined faults. */
export function JsonEditor(props: Props) {
  const { value, label, describedBy, isInvalid, wrong, phrases, area, first } = props;
  const styles = useStyles();
  const place = useRef<HTMLDivElement>(null);
  const [view, setView] = useState<EditorView | null>(null);
  const [attributes] = useState(() => new Compartment());
  const onChange = useEffectEvent(props.onChange);
  const onHistory = useEffectEvent(props.onHistory);
  const offersAt = useEffectEvent(props.offersAt);
  const begin = useEffectEvent(
    (parent: HTMLElement): EditorView =>
      new EditorView({
        parent,
        state: EditorState.create({
          doc: value,
          extensions: [
            attributes.of([]),
            codeExtensions({ nonce: nonceOfPage() ?? '', phrases, offersAt, onChange, onHistory }),
          ],
        }),
      }),
  );
  const selectFirst = useEffectEvent((opened: EditorView) => first && select(opened, first));
  useEffect(() => {
    const opened = begin(place.current!);
    setView(opened);
    selectFirst(opened);
    return () => opened.destroy();
  }, []);
  useEffect(() => {
    const content = EditorView.contentAttributes.of({
      'aria-label': label,
      'aria-describedby': describedBy,
      'aria-invalid': String(isInvalid),
      autocapitalize: 'off',
      tabindex: '0',
    });
    view?.dispatch({ effects: attributes.reconfigure(content) });
  }, [view, attributes, label, describedBy, isInvalid]);
  // before the next key press, which would be lost otherwise
  useLayoutEffect(() => {
    if (view) followText(view, value);
  }, [view, value]);
  useEffect(() => {
    view?.dispatch(setDiagnostics(view.state, wrong.map(toDiagnostic(view.state.doc))));
  }, [view, value, wrong]);
  useImperativeHandle(area, () => ({
    focus: () => view?.focus(),
    select: (span) => view && select(view, span),
  }));
  return <div ref={place} dir="ltr" className={styles.editor} />;
}

/** Marks only the first line of a fault. */
const toDiagnostic =
  (doc: Text) =>
  ({ start, end, message }: Wrong): Diagnostic => {
    const from = Math.min(start, doc.length);
    return { from, to: Math.min(end, doc.lineAt(from).to), severity: 'error', message };
  };

function select(view: EditorView, { start, end }: Span): void {
  const { length } = view.state.doc;
  const [anchor, head] = [Math.min(start, length), Math.min(end, length)];
  view.focus();
  view.dispatch({ selection: { anchor, head }, effects: EditorView.scrollIntoView(anchor, { y: 'center' }) });
}

// cspell:ignore keymap
import {
  acceptCompletion,
  autocompletion,
  completionKeymap,
  pickedCompletion,
  startCompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
} from '@codemirror/autocomplete';
import { defaultKeymap } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import { bracketMatching, indentOnInput } from '@codemirror/language';
import { lintGutter, nextDiagnostic } from '@codemirror/lint';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { Annotation, EditorState, type Extension, type Transaction } from '@codemirror/state';
import { EditorView, highlightActiveLineGutter, keymap, lineNumbers, type ViewUpdate } from '@codemirror/view';
import { codeStyles } from './codeStyles.ts';
import type { Offer, Offers } from './offers.ts';

/** The number of completions visible without scrolling. */
const MOST_SHOWN = 9;

/** Marks a change that comes from outside the editor and needs no report. */
const FromOutside = Annotation.define<true>();

interface Wiring {
  /** The nonce of the page's content security policy, required for styles. */
  nonce: string;
  /** Translations of the editor library's phrases, by their English. */
  phrases: Record<string, string>;
  offersAt(text: string, offset: number): Offers | null;
  /** @param isTyped plain typing, which is undone as one step */
  onChange(text: string, isTyped: boolean): void;
  onHistory(step: 'undo' | 'redo'): void;
}

/**
 * The extensions of the code editor. It has no history of its own: undo belongs to the page. Tab leaves it, like any
 * field.
 */
export function codeExtensions({ nonce, phrases, offersAt, onChange, onHistory }: Wiring): Extension {
  return [
    EditorView.cspNonce.of(nonce),
    EditorState.phrases.of(phrases),
    codeStyles,
    lineNumbers(),
    highlightActiveLineGutter(),
    lintGutter(),
    EditorView.lineWrapping,
    json(),
    indentOnInput(),
    bracketMatching(),
    highlightSelectionMatches(),
    search(),
    autocompletion({
      override: [(context) => completionsFor(context, offersAt)],
      icons: false,
      maxRenderedOptions: MOST_SHOWN,
    }),
    keymap.of([
      ...completionKeymap,
      { key: 'Tab', run: acceptCompletion }, // without an open completion, Tab leaves the editor
      ...searchKeymap,
      { key: 'F8', run: nextDiagnostic },
      ...defaultKeymap,
    ]),
    EditorView.domEventHandlers({ beforeinput: (event) => takesBack(event, onHistory) }),
    EditorView.updateListener.of((update) => {
      if (isByAuthor(update)) onChange(update.state.doc.toString(), update.transactions.every(isTyping));
    }),
  ];
}

/** Handles undo and redo from the browser's menu or a gesture. */
function takesBack(event: InputEvent, onHistory: Wiring['onHistory']): boolean {
  const step = ({ historyUndo: 'undo', historyRedo: 'redo' } as const)[event.inputType];
  if (!step) return false;
  event.preventDefault();
  onHistory(step);
  return true;
}

const isByAuthor = ({ docChanged, transactions }: ViewUpdate): boolean =>
  docChanged && !transactions.some((each) => each.annotation(FromOutside));

/** Typing is undone line by line. */
function isTyping(transaction: Transaction): boolean {
  if (!transaction.isUserEvent('input.type') && !transaction.isUserEvent('delete')) return false;
  let lines = 0;
  transaction.changes.iterChanges((_from, _to, _start, _end, inserted) => (lines += inserted.lines - 1));
  return lines === 0;
}

function completionsFor({ state, pos }: CompletionContext, offersAt: Wiring['offersAt']): CompletionResult | null {
  const found = offersAt(state.doc.toString(), pos);
  if (!found) return null;
  return {
    from: found.from,
    options: found.offers.map((offer, n) => ({ ...toCompletion(offer), boost: -Math.min(n, 99) })),
    validFor: /^"?[\w-]*$/,
  };
}

const toCompletion = (offer: Offer): Completion => ({
  label: offer.written,
  displayLabel: offer.written.replace(/^"|"$/g, ''),
  detail: offer.label,
  info: offer.hint,
  apply: (view, completion, from, to) => {
    const rest = /^[\w-]*"?/.exec(view.state.doc.lineAt(to).text.slice(to - view.state.doc.lineAt(to).from))![0];
    view.dispatch({
      changes: { from, to: to + rest.length, insert: offer.insert },
      selection: { anchor: from + offer.caret },
      annotations: pickedCompletion.of(completion),
      userEvent: 'input.complete',
    });
    if (offer.goesOn) startCompletion(view);
  },
});

/** Updates the editor to a text that was changed elsewhere. Only changes what differs, so that the caret stays. */
export function followText(view: EditorView, text: string): void {
  const before = view.state.doc.toString();
  if (before === text) return;
  const most = Math.min(before.length, text.length);
  let start = 0;
  while (start < most && before[start] === text[start]) start += 1;
  let end = 0;
  while (end < most - start && before.at(-1 - end) === text.at(-1 - end)) end += 1;
  const insert = text.slice(start, text.length - end);
  view.dispatch({
    changes: { from: start, to: before.length - end, insert },
    selection: view.hasFocus ? { anchor: start + insert.length } : undefined,
    scrollIntoView: view.hasFocus,
    annotations: FromOutside.of(true),
  });
}

import { useEffect, useRef, type KeyboardEvent, type RefObject } from 'react';
import type { InputProps } from './input.ts';

export type Row = Record<string, unknown>;

interface Options extends Pick<InputProps, 'inputRef' | 'error'> {
  rows: Row[];
  onChange(rows: Row[]): void;
  emptyRow: Row;
  isFull: boolean;
  /** Contains the rows, and the button marked `data-add`. */
  root: RefObject<HTMLElement | null>;
}

/** The actions of a row's buttons; each button is marked with its action. */
export type RowAction = 'up' | 'down' | 'remove';

const STEPS: Partial<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 };

/** The focus target after rendering: a button of a row, or its first field. */
interface Wanted {
  row: number;
  action?: RowAction;
}

/** Adds, moves and removes rows, and moves the focus along; focuses the invalid cell if the form asks. */
export function useTableRows({ rows, onChange, emptyRow, isFull, root, inputRef, error }: Options) {
  const wanted = useRef<Wanted | null>(null);
  const isFaultWanted = useRef(false);
  useEffect(() => {
    if (wanted.current !== null) focusRow(root.current, wanted.current);
    wanted.current = null;
  });
  useEffect(() => {
    const focus = () => {
      isFaultWanted.current = !focusFault(root.current); // the cells may not show their errors yet
    };
    inputRef({ focus });
  }, [inputRef, root]);
  useEffect(() => {
    if (isFaultWanted.current && error?.cells) focusFault(root.current);
    isFaultWanted.current = false;
  }, [error, root]);

  const place = (next: Row[], focused: Wanted): void => {
    wanted.current = focused;
    onChange(next);
  };
  const add = () => place([...rows, emptyRow], { row: rows.length });
  const move = (at: number, step: number, action?: RowAction): void => {
    if (rows[at + step]) place(rows.toSpliced(at, 1).toSpliced(at + step, 0, rows[at]!), { row: at + step, action });
  };
  const remove = (at: number): void => place(rows.toSpliced(at, 1), { row: Math.min(at, rows.length - 2) });
  const goOn = (at: number): void => {
    if (at + 1 < rows.length) focusRow(root.current, { row: at + 1 });
    else if (!isFull) add();
  };
  return {
    add,
    /** Keeps the focus on the button, so that repeated taps move a row further and no on-screen keyboard opens. */
    perform: (action: RowAction, at: number): void =>
      action === 'remove' ? remove(at) : move(at, action === 'up' ? -1 : 1, action),
    onKeyDown: (event: KeyboardEvent, at: number): void => {
      const { key, altKey, shiftKey, ctrlKey, metaKey, target } = event;
      const step = altKey && shiftKey ? STEPS[key] : undefined;
      const isEnter = key === 'Enter' && !ctrlKey && !metaKey && target instanceof HTMLInputElement;
      if (step === undefined && !isEnter) return;
      event.preventDefault(); // Enter would submit the form
      if (step === undefined) goOn(at);
      else move(at, step);
    },
  };
}

function focusRow(root: HTMLElement | null, { row, action }: Wanted): void {
  const part = action === undefined ? 'input' : `[data-action=${action}]`;
  const found = root?.querySelectorAll('tbody tr')[row]?.querySelector<HTMLElement>(part);
  (found ?? addButton(root))?.focus();
}

const addButton = (root: HTMLElement | null) => root?.querySelector<HTMLElement>('[data-add]');

/** @returns whether a cell shows an error */
function focusFault(root: HTMLElement | null): boolean {
  const cell = root?.querySelector<HTMLElement>('[aria-invalid=true]');
  (cell ?? addButton(root))?.focus();
  return Boolean(cell);
}

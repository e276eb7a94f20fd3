import { useEffect, useRef, type KeyboardEvent, type RefObject } from 'react';
import type { InputProps } from './input.ts';

export type Row = Record<string, unknown>;

interface Options extends Pick<InputProps, 'inputRef' | 'error'> {
  rows: Row[];
  onChange(rows: Row[]): void;
  emptyRow: Row;
  isFull: boolean;
  /** Holds the rows, and the button marked `data-add`. */
  root: RefObject<HTMLElement | null>;
}

/** What the buttons of a row do; each is marked with its deed. */
export type RowDeed = 'up' | 'down' | 'remove';

const STEPS: Partial<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 };

/** Where the focus goes once the rows are drawn: to a button of a row, else to its first field. */
interface Wanted {
  row: number;
  deed?: RowDeed;
}

/** Adds, moves and removes rows, and takes the focus to where that leads; a form that asks leads to the cell at fault. */
export function useTableRows({ rows, onChange, emptyRow, isFull, root, inputRef, error }: Options) {
  const wanted = useRef<Wanted | null>(null);
  const isFaultWanted = useRef(false);
  useEffect(() => {
    if (wanted.current !== null) focusRow(root.current, wanted.current);
    wanted.current = null;
  });
  useEffect(() => {
    const focus = () => {
      isFaultWanted.current = !focusFault(root.current); // the cells may not show yet what is wrong with them
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
  const move = (at: number, step: number, deed?: RowDeed): void => {
    if (rows[at + step]) place(rows.toSpliced(at, 1).toSpliced(at + step, 0, rows[at]!), { row: at + step, deed });
  };
  const remove = (at: number): void => place(rows.toSpliced(at, 1), { row: Math.min(at, rows.length - 2) });
  const goOn = (at: number): void => {
    if (at + 1 < rows.length) focusRow(root.current, { row: at + 1 });
    else if (!isFull) add();
  };
  return {
    add,
    /** Stays on the button, so that one finger can move a row several places, and no keyboard covers the table. */
    perform: (deed: RowDeed, at: number): void =>
      deed === 'remove' ? remove(at) : move(at, deed === 'up' ? -1 : 1, deed),
    onKeyDown: (event: KeyboardEvent, at: number): void => {
      const { key, altKey, shiftKey, ctrlKey, metaKey, target } = event;
      const step = altKey && shiftKey ? STEPS[key] : undefined;
      const isEnter = key === 'Enter' && !ctrlKey && !metaKey && target instanceof HTMLInputElement;
      if (step === undefined && !isEnter) return;
      event.preventDefault(); // Enter would send the form
      if (step === undefined) goOn(at);
      else move(at, step);
    },
  };
}

function focusRow(root: HTMLElement | null, { row, deed }: Wanted): void {
  const part = deed === undefined ? 'input' : `[data-deed=${deed}]`;
  const found = root?.querySelectorAll('tbody tr')[row]?.querySelector<HTMLElement>(part);
  (found ?? addButton(root))?.focus();
}

const addButton = (root: HTMLElement | null) => root?.querySelector<HTMLElement>('[data-add]');

/** @returns whether a cell says that something is wrong with it */
function focusFault(root: HTMLElement | null): boolean {
  const cell = root?.querySelector<HTMLElement>('[aria-invalid=true]');
  (cell ?? addButton(root))?.focus();
  return Boolean(cell);
}

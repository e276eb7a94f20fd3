import { useEffect, useEffectEvent, useRef } from 'react';
import { useFormContext } from 'react-hook-form';
import { optionsOf, type VariableSpec } from '../../../contract/variables.ts';
import { addressedQuestion } from '../addressedQuestion.ts';
import type { FormShape } from '../inputs/formShape.ts';
import { useShortcutsPreference } from '../preferences.ts';
import { shortcutOf } from '../shortcuts.ts';

const LETTERS: Record<string, string> = { a: 'approved', r: 'rejected' };

interface Props {
  questionId: string;
  /** The single field of an approval or choice. */
  spec: VariableSpec;
  /** Pressing an option answers at once; so does its key. */
  isPicked: boolean;
}

/** Keyboard shortcuts: a approves, r rejects, 1 to 9 choose an option, c opens the comment, Ctrl+Enter sends. */
export function ChoiceKeys({ questionId, spec, isPicked }: Props) {
  const form = useFormContext<FormShape>();
  const place = useRef<HTMLSpanElement>(null);
  const [isOn] = useShortcutsPreference();
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const element = place.current?.closest('form');
    // a held key must not answer the next questions too
    if (!element || event.defaultPrevented || event.altKey || event.repeat || isBusy(event.target)) return;
    if (addressedQuestion(questionId) !== questionId) return; // the person has just left it
    if (event.ctrlKey || event.metaKey) {
      if (event.key === 'Enter' && !element.contains(event.target as Node)) element.requestSubmit();
      return;
    }
    const key = shortcutOf(event);
    const opener = isOn && key === 'c' && element.querySelector<HTMLElement>('[data-opens-comment]');
    if (opener) {
      event.preventDefault(); // do not type the key into the comment field
      return opener.click();
    }
    const option = isOn ? optionFor(spec, key) : undefined;
    if (!option) return;
    event.preventDefault();
    if (!isPicked) form.setValue(`values.${spec.name}`, option.value, { shouldDirty: true, shouldValidate: true });
    const buttons = [...element.querySelectorAll<HTMLElement>('[role="group"] button')];
    const button = buttons[optionsOf(spec).indexOf(option)];
    button?.focus();
    if (isPicked) button?.click();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => onKey(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
  return <span ref={place} hidden />;
}

function optionFor(spec: VariableSpec, key: string) {
  const options = optionsOf(spec);
  const option = LETTERS[key] ? options.find(({ value }) => value === LETTERS[key]) : options[Number(key) - 1];
  return option?.disabled ? undefined : option;
}

/** Whether keys belong to a text field, or to an open dialog or list. */
function isBusy(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest('input, textarea, select, [contenteditable], [role=combobox], [role=listbox], [role=dialog]') !==
      null
  );
}

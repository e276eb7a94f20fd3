import { useEffect, useEffectEvent, useRef } from 'react';
import { useFormContext } from 'react-hook-form';
import { optionsOf, type VariableSpec } from '../../../contract/variables.ts';
import { addressedQuestion } from '../addressedQuestion.ts';
import type { FormShape } from '../inputs/formShape.ts';
import { useShortcutsPreference } from '../preferences.ts';

const LETTERS: Record<string, string> = { a: 'approved', r: 'rejected' };

interface Props {
  questionId: string;
  /** The one question of an approval or a choice. */
  spec: VariableSpec;
  /** Pressing an option answers, and so does its key. */
  isPicked: boolean;
}

/**
 * Lets keys choose or answer: a approves, r rejects, 1 to 9 take the option at that place, and c opens the comment. Ctrl+Enter
 * sends what is chosen.
 */
export function ChoiceKeys({ questionId, spec, isPicked }: Props) {
  const form = useFormContext<FormShape>();
  const place = useRef<HTMLSpanElement>(null);
  const [isOn] = useShortcutsPreference();
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const element = place.current?.closest('form');
    // a key that is held down answers one question, and not the next ones too
    if (!element || event.defaultPrevented || event.altKey || event.repeat || isBusy(event.target)) return;
    if (addressedQuestion(questionId) !== questionId) return; // somebody has just left it
    if (event.ctrlKey || event.metaKey) {
      if (event.key === 'Enter' && !element.contains(event.target as Node)) element.requestSubmit();
      return;
    }
    const opener = isOn && event.key === 'c' && element.querySelector<HTMLElement>('[data-opens-comment]');
    if (opener) {
      event.preventDefault(); // nothing is typed into what it opens
      return opener.click();
    }
    const option = isOn ? optionFor(spec, event.key) : undefined;
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

/** Keys belong to what is typed into, and to dialogs and lists while they are open. */
function isBusy(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest('input, textarea, select, [contenteditable], [role=combobox], [role=listbox], [role=dialog]') !==
      null
  );
}

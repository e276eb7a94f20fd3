import type { VariableType } from './variables.ts';

const TEXTS: VariableType[] = ['text', 'string', 'textarea', 'multiline', 'password'];

/** The rules of a field's `validation` that only these types use. */
export const RULES_USED_BY: Partial<Record<string, readonly VariableType[]>> = {
  regex: TEXTS,
  message: TEXTS,
  step: ['number', 'range'],
  hosts: ['file'],
};

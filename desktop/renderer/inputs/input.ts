import type { FieldControlProps } from '@fluentui/react-components';
import type { ComponentType, RefCallback } from 'react';
import type { VariableSpec } from '../../../contract/variables.ts';

/** Errors of one field: a message, or one per cell of a table. */
export interface InputError {
  message?: string;
  cells?: Record<string, Record<string, string>>;
}

export interface InputProps {
  spec: VariableSpec;
  value: unknown;
  onChange(value: unknown): void;
  /** Sets the value and sends the form in one gesture; only given if a tap may send (behaviour 2.7). */
  onPick?: (value: unknown) => void;
  /** Only a tap on this field sends the form. */
  isAnswer?: boolean;
  isDisabled: boolean;
  /** The element to focus if this field has an error. */
  inputRef: RefCallback<{ focus(): void }>;
  /** Labels and descriptions for controls that are not Fluent controls. */
  control: FieldControlProps;
  error?: InputError;
}

/** The input of one variable type. */
export type Input = ComponentType<InputProps>;

export const asText = (value: unknown): string => (typeof value === 'string' ? value : '');
export const asList = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : [];

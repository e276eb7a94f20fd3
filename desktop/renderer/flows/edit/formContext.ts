import { createContext, useContext, type ComponentType } from 'react';
import type { NodeTypeList } from '../../../../contract/nodeTypes.ts';
import type { Given } from '../draft/givens.ts';
import type { Field, Schema } from '../draft/schema.ts';

/** What all fields of one node's form know. */
export interface FormContext {
  nodeType: string;
  root: Schema;
  channels: NodeTypeList['channels'];
  /** What stands in the context when the node is reached. */
  givens: readonly Given[];
  /**
   * What is wrong with the field at this path of the config; null where nothing is.
   *
   * @param isWhole its parts have no fields of their own: what is wrong with one of them is said here
   */
  faultAt(path: readonly string[], isWhole?: boolean): string | null;
  /** What any field is edited with: fields hold fields. */
  ConfigField: ComponentType<FieldProps>;
}

/** Finds faults by the names of their fields. */
export const faultFinder =
  (faults: ReadonlyMap<string, string>): FormContext['faultAt'] =>
  (path, isWhole = false) => {
    const name = path.join('.');
    const [, below] = (isWhole && [...faults].find(([field]) => field.startsWith(`${name}.`))) || [];
    return faults.get(name) ?? below ?? null;
  };

const Context = createContext<FormContext | null>(null);
export const FormContextProvider = Context.Provider;

export function useFormOfNode(): FormContext {
  const form = useContext(Context);
  if (!form) throw new Error('useFormOfNode outside of FormContextProvider');
  return form;
}

/** A field of a config, wherever it stands in it. */
export interface FieldProps {
  field: Field;
  /** From the config down to it. */
  path: readonly string[];
  value: unknown;
  /** Undefined takes it out. */
  onChange(value: unknown): void;
}

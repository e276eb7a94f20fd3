import { createContext, useContext, type ComponentType } from 'react';
import type { NodeTypeList } from '../../../../contract/nodeTypes.ts';
import type { Given } from '../draft/givens.ts';
import type { Field, Schema } from '../draft/schema.ts';

/** The context of all fields in a node's form. */
export interface FormContext {
  /** Empty for the flow itself. */
  nodeId: string;
  nodeType: string;
  root: Schema;
  channels: NodeTypeList['channels'];
  /** The context values available when the node is reached. */
  givens: readonly Given[];
  /**
   * The fault at this path of the config, or null.
   *
   * @param isWhole its parts have no fields of their own, so their faults are included
   */
  faultAt(path: readonly string[], isWhole?: boolean): string | null;
  /** The editor for any field; passed here because fields nest. */
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

/** A field at any depth of a config. */
export interface FieldProps {
  field: Field;
  /** The path from the config to it. */
  path: readonly string[];
  value: unknown;
  /** Undefined removes it. */
  onChange(value: unknown): void;
}

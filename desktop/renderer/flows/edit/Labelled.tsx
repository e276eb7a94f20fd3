import { Field, makeStyles, type FieldProps as FluentFieldProps } from '@fluentui/react-components';
import type { FieldSort } from '../draft/schema.ts';
import { useFieldNames } from './fieldNames.ts';
import { useFormOfNode, type FieldProps } from './formContext.ts';

const useStyles = makeStyles({
  field: { minWidth: 0, '& > .fui-Field__hint': { overflowWrap: 'anywhere' } },
});

interface Props extends Pick<FieldProps, 'field' | 'path'> {
  children: FluentFieldProps['children'];
  /** Replaces the field's name. */
  label?: string;
  hint?: string;
  fault?: string | null;
}

/** Kinds whose parts have no fields of their own. */
const WHOLE: ReadonlySet<FieldSort> = new Set(['channels', 'channelsOrWeb', 'people', 'groups', 'texts', 'json']);

/** A field with label, hint and fault. */
export function Labelled({ field: { name, schema, isRequired, sort }, path, children, label, hint, fault }: Props) {
  const styles = useStyles();
  const { nodeType, faultAt } = useFormOfNode();
  const names = useFieldNames(nodeType);
  const wrong = fault ?? faultAt(path, WHOLE.has(sort));
  return (
    <Field
      className={styles.field}
      label={label ?? names.label(name)}
      hint={hint ?? names.hint(name, schema)}
      required={isRequired}
      validationMessage={wrong ?? undefined}
      validationState={wrong ? 'error' : 'none'}
    >
      {children}
    </Field>
  );
}

import { makeStyles, tokens } from '@fluentui/react-components';
import { isRecord } from '../sketch.ts';
import { fieldsOf, type Field } from '../draft/schema.ts';
import { useFieldNames } from './fieldNames.ts';
import { useFormOfNode, type FieldProps } from './formContext.ts';
import { JsonField } from './JsonField.tsx';

const useStyles = makeStyles({
  fields: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM, minWidth: 0 },
  group: {
    margin: 0,
    padding: 0,
    border: 'none',
    minWidth: 0,
  },
  inside: {
    marginTop: tokens.spacingVerticalS,
    paddingInlineStart: tokens.spacingHorizontalM,
    borderInlineStartStyle: 'solid',
    borderInlineStartWidth: '2px',
    borderInlineStartColor: tokens.colorNeutralStroke2,
  },
  legend: { fontWeight: tokens.fontWeightSemibold, padding: 0 },
  wrong: { color: tokens.colorStatusDangerForeground1, fontSize: tokens.fontSizeBase200 },
});

/** An object within the config. */
export function ObjectField({ field, path, value, onChange }: FieldProps) {
  const styles = useStyles();
  const { nodeType, root, faultAt } = useFormOfNode();
  const names = useFieldNames(nodeType);
  const object = isRecord(value) ? value : {};
  const fault = faultAt(path);
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{names.label(field.name)}</legend>
      {fault && <div className={styles.wrong}>{fault}</div>}
      <div className={styles.inside}>
        <Fields
          fields={fieldsOf(field.schema, root, object)}
          path={path}
          value={object}
          onChange={(next) => onChange(Object.keys(next).length === 0 && !field.isRequired ? undefined : next)}
        />
      </div>
    </fieldset>
  );
}

interface FieldsProps {
  fields: readonly Field[];
  path: readonly string[];
  value: Readonly<Record<string, unknown>>;
  onChange(value: Record<string, unknown>): void;
  /** Known fields that are edited elsewhere. */
  besides?: readonly string[];
}

/** The fields of an object; those unknown to its schema follow as JSON. */
export function Fields({ fields, path, value, onChange, besides = [] }: FieldsProps) {
  const styles = useStyles();
  const { ConfigField } = useFormOfNode();
  const known = new Set([...fields.map(({ name }) => name), ...besides]);
  const unknown = Object.keys(value).filter((name) => !known.has(name));
  const put = (name: string, next: unknown): void => onChange(withField(value, name, next));
  return (
    <div className={styles.fields}>
      {fields.map((field) => (
        <ConfigField
          key={field.name}
          field={field}
          path={[...path, field.name]}
          value={value[field.name]}
          onChange={(next) => put(field.name, next)}
        />
      ))}
      {unknown.map((name) => (
        <JsonField
          key={name}
          field={{ name, schema: {}, isRequired: false, sort: 'json' }}
          path={[...path, name]}
          label={name}
          value={value[name]}
          onChange={(next) => put(name, next)}
        />
      ))}
    </div>
  );
}

/** Sets a field and keeps the order of keys. */
export function withField(
  value: Readonly<Record<string, unknown>>,
  name: string,
  next: unknown,
): Record<string, unknown> {
  const { [name]: _before, ...rest } = value;
  return next === undefined ? rest : { ...value, [name]: next };
}

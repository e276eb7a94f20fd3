import { makeStyles, tokens } from '@fluentui/react-components';
import { useText } from '../../text.ts';
import { isRecord } from '../sketch.ts';
import { fieldsOf, resolved, type Field } from '../draft/schema.ts';
import { useFormOfNode, type FieldProps } from './formContext.ts';
import { ItemList } from './ListField.tsx';
import { Fields } from './ObjectField.tsx';
import { editedOfVariable } from './ofVariable.ts';

const useStyles = makeStyles({
  body: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM },
  more: { cursor: 'pointer', minHeight: '24px' },
  details: { '& > div': { marginTop: tokens.spacingVerticalS } },
});

const FIRST = ['label', 'name', 'type', 'required'];
const OF_TYPE: Record<string, readonly string[]> = {
  select: ['options', 'variant'],
  multiselect: ['options'],
  hierarchy: ['options'],
  table: ['columns'],
  file: ['accept'],
  hidden: ['value'],
};
/** Fields that do not apply to a type are hidden unless they are set. */
const ONLY_OF_TYPE = new Set([...Object.values(OF_TYPE).flat(), 'autoSubmitOnSelect', 'optionsSource']);
const SELECTS = new Set(['select', 'multiselect']);

/** The fields of a form, or the start variables of a flow. */
export function VariablesField(props: FieldProps) {
  const text = useText();
  const { root, nodeType } = useFormOfNode();
  const item = resolved(props.field.schema.items ?? {}, root);
  const items = Array.isArray(props.value) ? (props.value as unknown[]) : [];
  return (
    <ItemList
      {...props}
      nameOf={(each) => {
        const { label, name } = isRecord(each) ? each : {};
        return [label, name].find((words): words is string => typeof words === 'string' && words !== '');
      }}
      addLabel={text('draw.addField')}
      begin={() => ({ name: freeName(items), type: 'text', label: text('draw.newField') })}
    >
      {(value, path, onChange) => {
        const object = isRecord(value) ? value : {};
        return (
          <Variable
            fields={editedOfVariable(fieldsOf(item, root, object), object, nodeType)}
            value={object}
            path={path}
            onChange={(next) => onChange(withItsOptions(next, object, text))}
          />
        );
      }}
    </ItemList>
  );
}

/** A field that becomes a choice starts with two options. */
function withItsOptions(
  next: Record<string, unknown>,
  before: Readonly<Record<string, unknown>>,
  text: ReturnType<typeof useText>,
): Record<string, unknown> {
  const isNew = SELECTS.has(String(next['type'])) && next['type'] !== before['type'];
  if (!isNew || next['options'] || next['optionsSource']) return next;
  const option = (number: number) => ({ value: `option${number}`, label: text('draw.option', { number }) });
  return { ...next, options: [option(1), option(2)] };
}

interface VariableProps {
  fields: readonly Field[];
  value: Readonly<Record<string, unknown>>;
  path: readonly string[];
  onChange(next: Record<string, unknown>): void;
}

function Variable({ fields, value, path, onChange }: VariableProps) {
  const styles = useStyles();
  const text = useText();
  const first = FIRST.flatMap((name) => fields.find((field) => field.name === name) ?? []);
  const ofType = new Set(OF_TYPE[String(value['type'])] ?? []);
  if (SELECTS.has(String(value['type']))) ofType.add('optionsSource');
  const applies = ({ name }: Field) => !ONLY_OF_TYPE.has(name) || ofType.has(name) || name in value;
  const others = fields.filter((field) => !first.includes(field) && applies(field));
  const near = others.filter(({ name }) => name === 'options' || name === 'columns' || name === 'value');
  const far = others.filter((field) => !near.includes(field));
  const names = fields.map(({ name }) => name);
  const isOpen = far.some(({ name }) => name in value);
  return (
    <div className={styles.body}>
      <Fields fields={[...first, ...near]} besides={names} path={path} value={value} onChange={onChange} />
      <details className={styles.details} open={isOpen || undefined}>
        <summary className={styles.more}>{text('draw.more')}</summary>
        <div>
          <Fields fields={far} besides={Object.keys(value)} path={path} value={value} onChange={onChange} />
        </div>
      </details>
    </div>
  );
}

function freeName(items: readonly unknown[]): string {
  const taken = new Set(items.map((each) => (isRecord(each) ? each['name'] : undefined)));
  for (let number = items.length + 1; ; number += 1) if (!taken.has(`field${number}`)) return `field${number}`;
}

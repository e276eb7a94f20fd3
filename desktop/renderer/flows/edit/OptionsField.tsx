import { useText } from '../../text.ts';
import { isRecord } from '../sketch.ts';
import { fieldsOf, resolved, type Schema } from '../draft/schema.ts';
import { useFormOfNode, type FieldProps } from './formContext.ts';
import { ItemList } from './ListField.tsx';
import { Fields } from './ObjectField.tsx';
import { WordsField } from './WordsField.tsx';

const LABEL_FIRST = ['label', 'value'];

/** Options, possibly grouped. An option that is only a value stays a plain string. */
export function OptionsField(props: FieldProps) {
  const text = useText();
  const { root } = useFormOfNode();
  const items = resolved(props.field.schema.items ?? {}, root);
  const shapes = (items.anyOf ?? []).map((each) => resolved(each, root));
  const shapeWith = (name: string) => shapes.find(({ properties }) => properties && name in properties) ?? {};
  const [option, group] = [shapeWith('value'), shapeWith('options')];
  const isOfVariable = props.path.includes('variables'); // only a decision takes comments
  const count = Array.isArray(props.value) ? props.value.length : 0;
  return (
    <ItemList
      {...props}
      nameOf={nameOf}
      addLabel={text('draw.addOption')}
      other={
        group.properties && {
          label: text('draw.addGroup'),
          begin: () => ({ label: text('draw.newGroup'), options: [{ value: `option${count + 1}` }] }),
        }
      }
      begin={() => {
        const label = text('draw.option', { number: count + 1 });
        return { value: `option${count + 1}`, label };
      }}
    >
      {(item, path, onChange) => {
        if (isRecord(item) && 'options' in item)
          return <Fields fields={fieldsOf(group, root, item)} path={path} value={item} onChange={onChange} />;
        if (typeof item === 'string')
          return (
            <WordsField
              field={{ name: 'value', schema: { maxLength: 500 }, isRequired: true, sort: 'text' }}
              path={path}
              value={item}
              onChange={(next) => onChange(next ?? '')}
            />
          );
        const object = isRecord(item) ? item : {};
        const fields = ordered(option, root, object).filter(
          ({ name }) => name !== 'comment' || name in object || !isOfVariable,
        );
        return <Fields fields={fields} path={path} value={object} onChange={onChange} />;
      }}
    </ItemList>
  );
}

/** Puts the label first. */
const ordered = (option: Schema, root: Schema, value: Readonly<Record<string, unknown>>) =>
  fieldsOf(option, root, value).toSorted((one, other) => rank(one.name) - rank(other.name));

const rank = (name: string): number => (LABEL_FIRST.indexOf(name) + LABEL_FIRST.length + 1) % (LABEL_FIRST.length + 1);

const nameOf = (item: unknown): string | undefined => {
  if (typeof item === 'string') return item;
  const { label, value } = isRecord(item) ? item : {};
  return [label, value].find((each): each is string => typeof each === 'string' && each !== '');
};

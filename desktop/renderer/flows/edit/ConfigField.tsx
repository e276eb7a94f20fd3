import type { ComponentType } from 'react';
import type { FieldSort } from '../draft/schema.ts';
import type { FieldProps } from './formContext.ts';
import { ChannelsField } from './ChannelsField.tsx';
import { DurationField } from './DurationField.tsx';
import { JsonField } from './JsonField.tsx';
import { ListField } from './ListField.tsx';
import { ObjectField } from './ObjectField.tsx';
import { OptionsField } from './OptionsField.tsx';
import { GroupsField, PeopleField } from './PrincipalsField.tsx';
import { RecordField } from './RecordField.tsx';
import { BooleanField, ChoiceField, NumberField, TextsField } from './simpleFields.tsx';
import { WordsField } from './WordsField.tsx';
import { VariablesField } from './VariablesField.tsx';

const EDITORS: Record<FieldSort, ComponentType<FieldProps>> = {
  template: WordsField,
  expression: WordsField,
  text: WordsField,
  duration: DurationField,
  people: PeopleField,
  groups: GroupsField,
  channels: ChannelsField,
  channelsOrWeb: ChannelsField,
  choice: ChoiceField,
  number: NumberField,
  boolean: BooleanField,
  texts: TextsField,
  record: RecordField,
  object: ObjectField,
  list: ListField,
  options: OptionsField,
  variables: VariablesField,
  json: JsonField,
};

/** Values that an editor cannot show are edited as JSON, so that nothing is lost. */
const FITS: Partial<Record<FieldSort, (value: unknown) => boolean>> = {
  template: isText,
  expression: isText,
  text: isText,
  choice: isText,
  number: (value) => typeof value === 'number',
  boolean: (value) => typeof value === 'boolean',
  people: isTexts,
  groups: isTexts,
  channels: isTexts,
  channelsOrWeb: isTexts,
  texts: (value) => isTexts(value),
  options: Array.isArray,
  variables: isObjects,
  list: isObjects,
  record: (value) => isObject(value) && Object.values(value).every(isText),
  object: isObject,
};

function isText(value: unknown): boolean {
  return typeof value === 'string';
}
function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every(isText);
}
function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
function isObjects(value: unknown): boolean {
  return Array.isArray(value) && value.every(isObject);
}

/** One field of a config, with the editor for its schema. */
export function ConfigField(props: FieldProps) {
  const { field, value } = props;
  const fits = value === undefined || (FITS[field.sort]?.(value) ?? true);
  const Editor = fits ? EDITORS[field.sort] : JsonField;
  return <Editor {...props} />;
}

import type { VariableSpec, VariableType } from '../../../contract/variables.ts';
import { BooleanInput } from './boolean.tsx';
import { FileInput } from './file.tsx';
import { HierarchyInput } from './hierarchy.tsx';
import type { Input } from './input.ts';
import { MultilineInput } from './multiline.tsx';
import { MultiselectInput } from './multiselect.tsx';
import { NumberInput } from './number.tsx';
import { PasswordInput } from './password.tsx';
import { GroupInput, GroupsInput, UserInput, UsersInput } from './principal.tsx';
import { RangeInput } from './range.tsx';
import { SelectInput } from './select.tsx';
import { TableInput } from './table.tsx';
import { TextInput } from './text.tsx';
import { DateInput, DatetimeInput, TimeInput } from './time.tsx';

/** What a type is answered with (spec part 2.6); null is never shown. */
export const INPUTS: Record<VariableType, Input | null> = {
  text: TextInput,
  string: TextInput,
  textarea: MultilineInput,
  multiline: MultilineInput,
  select: SelectInput,
  multiselect: MultiselectInput,
  number: NumberInput,
  boolean: BooleanInput,
  date: DateInput,
  file: FileInput,
  user: UserInput,
  multiuser: UsersInput,
  group: GroupInput,
  multigroup: GroupsInput,
  range: RangeInput,
  datetime: DatetimeInput,
  time: TimeInput,
  hierarchy: HierarchyInput,
  password: PasswordInput,
  table: TableInput,
  hidden: null,
};

/** The control of a spec. One of a type that this client is too old to know, and a table without columns, is text. */
export function inputOf(spec: VariableSpec): Input | null {
  if (spec.type === 'table' && !spec.columns) return MultilineInput;
  const input = (INPUTS as Partial<Record<string, Input | null>>)[spec.type];
  return input === undefined ? TextInput : input;
}

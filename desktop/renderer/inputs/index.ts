import type { VariableSpec, VariableType } from '../../../contract/variables.ts';
import { BooleanInput } from './boolean.tsx';
import type { Input } from './input.ts';
import { lazyInput } from './lazyInput.tsx';
import { MultilineInput } from './multiline.tsx';
import { MultiselectInput } from './multiselect.tsx';
import { NumberInput } from './number.tsx';
import { PasswordInput } from './password.tsx';
import { SelectInput } from './select.tsx';
import { TextInput } from './text.tsx';
import { DateInput, DatetimeInput, TimeInput } from './time.tsx';

// Rare inputs load with the first form that needs them.
const file = () => import('./file.tsx');
const hierarchy = () => import('./hierarchy.tsx');
const principal = () => import('./principal.tsx');
const range = () => import('./range.tsx');
const table = () => import('./table.tsx');

const FileInput = lazyInput(async () => (await file()).FileInput);
const HierarchyInput = lazyInput(async () => (await hierarchy()).HierarchyInput);
const UserInput = lazyInput(async () => (await principal()).UserInput);
const UsersInput = lazyInput(async () => (await principal()).UsersInput);
const GroupInput = lazyInput(async () => (await principal()).GroupInput);
const GroupsInput = lazyInput(async () => (await principal()).GroupsInput);
const RangeInput = lazyInput(async () => (await range()).RangeInput);
const TableInput = lazyInput(async () => (await table()).TableInput);

/** The input of each type (behaviour 2.6); null: never shown. */
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

/** The input of a spec; text for types unknown to this client and for tables without columns. */
export function inputOf(spec: VariableSpec): Input | null {
  if (spec.type === 'table' && !spec.columns) return MultilineInput;
  const input = (INPUTS as Partial<Record<string, Input | null>>)[spec.type];
  return input === undefined ? TextInput : input;
}

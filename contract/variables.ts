import { z } from 'zod';
import { textOfForm } from './failsAs.ts';
import { Name } from './ids.ts';
import { Json } from './values.ts';

/** Behaviour 2.6. */
export const VARIABLE_TYPES = [
  'text',
  'string',
  'textarea',
  'multiline',
  'select',
  'multiselect',
  'number',
  'boolean',
  'date',
  'file',
  'user',
  'multiuser',
  'group',
  'multigroup',
  'range',
  'datetime',
  'time',
  'hierarchy',
  'password',
  'table',
  'hidden',
] as const;
export const VariableType = z.enum(VARIABLE_TYPES);
export type VariableType = z.infer<typeof VariableType>;

const Value = z.string().min(1).max(500);
const Label = z.string().min(1).max(500);
const Text = z.string().max(2000);

export const Option = z.strictObject({
  value: Value,
  label: Label.optional().describe('display text; defaults to the value'),
  description: Text.optional(),
  icon: z.string().max(100).optional().describe('an emoji or the name of an icon (contract/icons.ts)'),
  disabled: z.boolean().optional().describe('shown, but cannot be chosen'),
  confirm: z.boolean().optional().describe('people are asked to confirm it before it is sent'),
  comment: z.literal('required').optional().describe('for an approval or a choice: requires a comment'),
});
export type Option = z.infer<typeof Option>;

export const OptionGroup = z.strictObject({ label: Label, options: z.array(Option).min(1).max(10_000) });
export type OptionGroup = z.infer<typeof OptionGroup>;

/** Where options come from when a person opens the form; resolved on the server only. */
export const OptionsSource = z.strictObject({
  url: z.url({ protocol: /^https?$/ }).max(2000),
  valuePath: z.string().max(500).optional().describe('JSONata from an item to its value; defaults to the item'),
  labelPath: z.string().max(500).optional().describe('JSONata from an item to its label; defaults to the value'),
});
export type OptionsSource = z.infer<typeof OptionsSource>;

const Bound = z.union([z.number(), z.string().max(40)]);

/**
 * `min` and `max` bound what the type measures: characters of a text or password, the number itself, dates and times
 * (ISO strings), and how many items a multiselect, multiuser, multigroup, file, hierarchy or table has.
 */
export const Validation = z.strictObject({
  regex: z.string().max(500).optional().describe('must match the whole text; linear-time syntax'),
  message: Text.optional().describe('the message if the regex does not match'),
  min: Bound.optional(),
  max: Bound.optional(),
  step: z.number().positive().optional(),
  hosts: z
    .array(textOfForm(/^[a-z0-9-]+(\.[a-z0-9-]+)*$/, 'hostForm'))
    .min(1)
    .max(30)
    .optional()
    .describe(
      'file only: hosts, in lower case; an https link to a file on one of them is accepted in place of an upload',
    ),
});
export type Validation = z.infer<typeof Validation>;

export const TableColumn = z.strictObject({
  name: Name,
  label: Label.optional(),
  type: z.enum(['text', 'number', 'boolean', 'date']).default('text'),
  required: z.boolean().optional(),
});
export type TableColumn = z.infer<typeof TableColumn>;

/** One field of a form (behaviour 2.5, 2.6, 2.7). */
export const VariableSpec = z
  .strictObject({
    name: Name,
    type: VariableType,
    label: Label.optional().describe('display text; defaults to the name'),
    description: Text.optional(),
    placeholder: z.string().max(200).optional(),
    required: z.boolean().optional(),
    default: Json.optional(),
    variant: z.enum(['dropdown', 'buttons']).optional(),
    autoSubmitOnSelect: z
      .boolean()
      .optional()
      .describe('with variant `buttons`, in the web client only (behaviour 2.7)'),
    options: z
      .array(z.union([Option, OptionGroup]))
      .max(10_000)
      .optional(),
    optionsSource: OptionsSource.optional(),
    validation: Validation.optional(),
    columns: z.array(TableColumn).min(1).max(30).optional().describe('table only'),
    accept: z.array(z.string().max(100)).max(30).optional().describe('file only: media types or file extensions'),
    value: Json.optional().describe('hidden only: the value that the server injects'),
  })
  .meta({ id: 'VariableSpec' });
/** The same for people who answer: they learn that options come from a source, not from where. */
export const ShownSpec = VariableSpec.extend({
  optionsSource: z
    .strictObject({})
    .optional()
    .describe('its options come from `GET /prompts/:id/options/:variable`; where that reads them is for authors only'),
}).meta({ id: 'ShownSpec' });

export type ShownSpec = z.infer<typeof ShownSpec>;

/** A field, as its author wrote it or as people may see it. */
export type VariableSpec = Omit<ShownSpec, 'optionsSource'> & {
  optionsSource?: OptionsSource | ShownSpec['optionsSource'];
};

/** A field as people who answer may see it: a hidden one by its name only. */
export const asShown = ({ optionsSource, ...spec }: VariableSpec): ShownSpec =>
  spec.type === 'hidden'
    ? { name: spec.name, type: spec.type }
    : { ...spec, ...(optionsSource && { optionsSource: {} }) };

/** Up to this many options are shown as buttons that answer with one press (behaviour 2.7); more are a list. */
export const MOST_BUTTONS = 5;

/** Every option of a spec, groups flattened, in order. */
export function optionsOf({ options = [] }: Pick<VariableSpec, 'options'>): Option[] {
  if (areFlat(options)) return options; // copying 10,000 for each caller would take long
  return options.flatMap((entry) => ('options' in entry ? entry.options : [entry]));
}

const areFlat = (entries: (Option | OptionGroup)[]): entries is Option[] =>
  !entries.some((entry) => 'options' in entry);

/** The chosen options, in field order. */
export function optionsChosen(
  specs: readonly Pick<VariableSpec, 'name' | 'options'>[],
  values: Readonly<Record<string, unknown>>,
): Option[] {
  return specs.flatMap((spec) => {
    const chosen = new Set([values[spec.name]].flat());
    return optionsOf(spec).filter(({ value }) => chosen.has(value));
  });
}

export const labelOf = (spec: { name: string; label?: string }): string => spec.label ?? spec.name;
export const optionLabel = (option: Option): string => option.label ?? option.value;

/** One node of a `hierarchy` value: a tree that the person builds. */
export interface HierarchyNode {
  label: string;
  children: HierarchyNode[];
}

/** One item of a `user`, `multiuser`, `group` or `multigroup` value, after the directory resolved it. */
export interface PrincipalReference {
  id: string;
  displayName: string;
  email: string | null;
}

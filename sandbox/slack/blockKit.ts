// The parts of Block Kit that the sandbox reads. Everything is optional, because the app's input is unchecked.

export interface TextObject {
  type: 'plain_text' | 'mrkdwn';
  text: string;
}

export interface OptionObject {
  text: TextObject;
  value: string;
  description?: TextObject;
}

export interface ConfirmObject {
  title?: TextObject;
  text: TextObject;
}

export interface Element {
  type: string;
  action_id?: string;
  text?: TextObject | string;
  value?: string;
  url?: string;
  style?: 'primary' | 'danger';
  confirm?: ConfirmObject;
  placeholder?: TextObject;
  multiline?: boolean;
  min_length?: number;
  max_length?: number;
  is_decimal_allowed?: boolean;
  min_value?: string;
  max_value?: string;
  options?: OptionObject[];
  option_groups?: { label: TextObject; options: OptionObject[] }[];
  initial_value?: string;
  initial_option?: OptionObject;
  initial_options?: OptionObject[];
  initial_date?: string;
  initial_time?: string;
  initial_date_time?: number;
  initial_user?: string;
  initial_users?: string[];
  filetypes?: string[];
}

export interface Block {
  type: string;
  block_id?: string;
  text?: TextObject;
  fields?: TextObject[];
  accessory?: Element;
  elements?: Element[];
  element?: Element;
  label?: TextObject;
  hint?: TextObject;
  optional?: boolean;
}

/** A stored block; like Slack, the workspace assigns missing block ids. */
export type NamedBlock = Block & { block_id: string };

export interface View {
  id: string;
  type: 'modal' | 'home';
  hash?: string;
  title?: TextObject;
  submit?: TextObject;
  close?: TextObject;
  blocks: NamedBlock[];
  callback_id?: string;
  private_metadata?: string;
  notify_on_close?: boolean;
}

export const named = (blocks: Block[] = []): NamedBlock[] =>
  blocks.map((block, index) => ({ ...block, block_id: block.block_id || `block-${index}` }));

/** The interactive elements of a block. */
export const elementsOf = (block: Block): Element[] => [
  ...(block.type === 'actions' ? (block.elements ?? []) : []),
  ...(block.accessory ? [block.accessory] : []),
  ...(block.element ? [block.element] : []),
];

export const optionsOf = ({ options = [], option_groups: groups = [] }: Element): OptionObject[] => [
  ...options,
  ...groups.flatMap((group) => group.options),
];

import type { HomeView, KnownBlock, MessageMetadata, ModalView } from '@slack/types';

/** A message to post. */
export interface SlackMessage {
  /** For notifications and screen readers; the blocks contain everything. */
  text: string;
  blocks: KnownBlock[];
  metadata?: MessageMetadata;
}

/**
 * All Slack limits that concern us: characters of a text, items of a list, bytes of a view. Lengths are in UTF-16
 * units, never fewer than Slack counts. Two limits are not in Slack's block reference: views above 250 kB are refused
 * as `view_too_large`, and messages from about 11,000 characters were refused with `msg_blocks_too_long`.
 */
export const LIMITS = {
  /** In one `file_input`. */
  files: 10,
  text: 3000,
  header: 150,
  /** Elements of rich text; undocumented. */
  richParts: 1000,
  sectionFields: 10,
  sectionField: 2000,
  contextElements: 10,
  actionsElements: 25,
  buttonText: 75,
  buttonValue: 2000,
  buttonUrl: 3000,
  accessibilityLabel: 75,
  confirmTitle: 100,
  confirmText: 300,
  confirmButton: 30,
  inputLabel: 2000,
  inputHint: 2000,
  inputText: 3000,
  placeholder: 150,
  selectOptions: 100,
  radioOptions: 10,
  optionText: 75,
  optionDescription: 75,
  optionValue: 75, // 150 in Slack's reference, 75 in its types
  id: 255,
  viewTitle: 24,
  viewMetadata: 3000,
  viewBlocks: 100,
  viewBytes: 250_000,
  messageBlocks: 50,
  messageText: 4000,
  messageCharacters: 10_000,
} as const;

type Node = Record<string, unknown>;

/** The limits of each kind of part, by field name. */
const BOUNDS: Record<string, Record<string, number>> = {
  plain_text: { text: LIMITS.text },
  mrkdwn: { text: LIMITS.text },
  header: { text: LIMITS.header, block_id: LIMITS.id },
  section: { text: LIMITS.text, fields: LIMITS.sectionFields, block_id: LIMITS.id },
  context: { elements: LIMITS.contextElements, block_id: LIMITS.id },
  actions: { elements: LIMITS.actionsElements, block_id: LIMITS.id },
  input: { label: LIMITS.inputLabel, hint: LIMITS.inputHint, block_id: LIMITS.id },
  button: {
    text: LIMITS.buttonText,
    value: LIMITS.buttonValue,
    url: LIMITS.buttonUrl,
    accessibility_label: LIMITS.accessibilityLabel,
    action_id: LIMITS.id,
  },
  confirm: {
    title: LIMITS.confirmTitle,
    text: LIMITS.confirmText,
    confirm: LIMITS.confirmButton,
    deny: LIMITS.confirmButton,
  },
  plain_text_input: { initial_value: LIMITS.inputText, placeholder: LIMITS.placeholder, action_id: LIMITS.id },
  number_input: { placeholder: LIMITS.placeholder, action_id: LIMITS.id },
  static_select: { options: LIMITS.selectOptions, placeholder: LIMITS.placeholder, action_id: LIMITS.id },
  multi_static_select: { options: LIMITS.selectOptions, placeholder: LIMITS.placeholder, action_id: LIMITS.id },
  radio_buttons: { options: LIMITS.radioOptions, action_id: LIMITS.id },
  datepicker: { placeholder: LIMITS.placeholder, action_id: LIMITS.id },
  timepicker: { placeholder: LIMITS.placeholder, action_id: LIMITS.id },
  datetimepicker: { action_id: LIMITS.id },
  file_input: { action_id: LIMITS.id },
  users_select: { placeholder: LIMITS.placeholder, action_id: LIMITS.id },
  multi_users_select: { placeholder: LIMITS.placeholder, action_id: LIMITS.id },
  option: { text: LIMITS.optionText, value: LIMITS.optionValue, description: LIMITS.optionDescription },
  field: { text: LIMITS.sectionField },
  divider: { block_id: LIMITS.id },
  rich_text: { elements: LIMITS.richParts, block_id: LIMITS.id },
  rich_text_section: { elements: LIMITS.richParts },
  rich_text_list: { elements: LIMITS.richParts },
  rich_text_quote: { elements: LIMITS.richParts },
  rich_text_preformatted: { elements: LIMITS.richParts },
  text: { text: LIMITS.text },
  link: { text: LIMITS.text, url: LIMITS.buttonUrl },
  style: {},
  modal: {
    title: LIMITS.viewTitle,
    submit: LIMITS.viewTitle,
    close: LIMITS.viewTitle,
    private_metadata: LIMITS.viewMetadata,
    callback_id: LIMITS.id,
    blocks: LIMITS.viewBlocks,
  },
  home: { private_metadata: LIMITS.viewMetadata, callback_id: LIMITS.id, blocks: LIMITS.viewBlocks },
  message: { text: LIMITS.messageText, blocks: LIMITS.messageBlocks },
};

/** The kinds of items without a `type` field, such as options and fields. */
const KIND_OF_ITEMS: Record<string, string> = {
  options: 'option',
  initial_options: 'option',
  initial_option: 'option',
  fields: 'field',
};

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The length of a text, text object or list. */
function sizeOf(value: unknown): number {
  if (typeof value === 'string' || Array.isArray(value)) return value.length;
  return isNode(value) && typeof value.text === 'string' ? value.text.length : 0;
}

/** Each part with its kind and path. Lists of plain values, such as user ids, contain no parts. */
function* partsOf(node: Node, kind: string, path: string): Generator<{ node: Node; kind: string; path: string }> {
  yield { node, kind, path };
  for (const [key, value] of Object.entries(node)) {
    const items = Array.isArray(value) ? value.map((item, index) => [`${key}.${index}`, item]) : [[key, value]];
    for (const [name, item] of items as [string, unknown][])
      if (isNode(item)) yield* partsOf(item, KIND_OF_ITEMS[key] ?? String(item.type ?? key), `${path}.${name}`);
  }
}

const EMPTY_ALLOWED = new Set(['private_metadata', 'blocks']);

function boundsBroken(node: Node, kind: string, path: string): string[] {
  const bounds = BOUNDS[kind];
  if (!bounds) return kind === 'metadata' || kind === 'event_payload' ? [] : [`${path}: ${kind} is not in the table`];
  return Object.entries(bounds).flatMap(([field, most]) => {
    if (node[field] === undefined) return [];
    const size = sizeOf(node[field]);
    if (size > most) return [`${path}.${field}: ${size} of ${most}`];
    return size === 0 && !EMPTY_ALLOWED.has(field) ? [`${path}.${field}: empty`] : [];
  });
}

function distinct(values: unknown[], path: string, what: string): string[] {
  const given = values.filter((value) => value !== undefined);
  return new Set(given).size === given.length ? [] : [`${path}: ${what} occurs twice`];
}

const listOf = (value: unknown): Node[] => (Array.isArray(value) ? value.filter(isNode) : []);
const under = (node: Node, path: string) => [...partsOf(node, String(node.type), path)].map((part) => part.node);

/** Checks that ids are unique and that initial options are among the options. */
function identities(node: Node, kind: string, path: string): string[] {
  if (Array.isArray(node.blocks)) {
    const blocks = listOf(node.blocks);
    const blockIds = blocks.map(({ block_id }) => block_id);
    const perBlock = blocks.flatMap((block, index) => {
      const actions = under(block, path).map(({ action_id }) => action_id);
      return distinct(actions, `${path}.blocks.${index}`, 'an action_id');
    });
    return [...distinct(blockIds, path, 'a block_id'), ...perBlock];
  }
  const options = listOf(node.options);
  const chosen = [node.initial_option, ...listOf(node.initial_options)].filter(isNode);
  const offered = new Set(options.map((option) => JSON.stringify(option)));
  const strange = chosen.some((option) => !offered.has(JSON.stringify(option)));
  const values = distinct(
    options.map(({ value }) => value),
    path,
    'an option value',
  );
  return strange ? [...values, `${path}: ${kind} starts with an option it does not have`] : values;
}

/** The number of characters that Slack counts for a message of these blocks. */
export function charactersIn(blocks: readonly KnownBlock[]): number {
  const parts = [...partsOf({ blocks }, 'message', '')];
  const texts = parts.flatMap(({ node, kind }) => (kind === 'link' ? [node.text, node.url] : [node.text]));
  return texts.reduce<number>((sum, text) => sum + (typeof text === 'string' ? text.length : 0), 0);
}

function totals(payload: SlackMessage | ModalView | HomeView): string[] {
  if ('type' in payload) {
    const bytes = Buffer.byteLength(JSON.stringify(payload));
    const hasInput = payload.blocks.some(({ type }) => type === 'input');
    return [
      ...(bytes > LIMITS.viewBytes ? [`view: ${bytes} bytes of ${LIMITS.viewBytes}`] : []),
      ...(hasInput && !('submit' in payload && payload.submit) ? ['view: inputs without submit'] : []),
    ];
  }
  const characters = charactersIn(payload.blocks);
  const hasInput = payload.blocks.some(({ type }) => type === 'input');
  return [
    ...(characters > LIMITS.messageCharacters
      ? [`message: ${characters} characters of ${LIMITS.messageCharacters}`]
      : []),
    ...(hasInput ? ['message: inputs belong to modals'] : []),
  ];
}

/** The parts of a message, modal or home view that Slack would refuse, with their paths; empty if none. */
export function checkLimits(payload: SlackMessage | ModalView | HomeView): string[] {
  const root = payload as unknown as Node;
  const kind = 'type' in payload ? payload.type : 'message';
  const parts = [...partsOf(root, kind, kind)];
  return [
    ...parts.flatMap((part) => boundsBroken(part.node, part.kind, part.path)),
    ...parts.flatMap((part) => identities(part.node, part.kind, part.path)),
    ...totals(payload),
  ];
}
